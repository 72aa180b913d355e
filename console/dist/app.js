var N,An,Ot,pe,jt,ot,On,tt,Mn,Mt,At,Ur,Pe=Symbol.for("pv"),rt={},st=[],Jr=/^m(i|n|o|s|text|space)$/,It=Array.isArray,Pt=st.slice,ye=Object.assign;function be(e){e&&e.parentNode&&e.remove()}function at(e,t,n){var o,r,s,i={},l=arguments.length;for(s in t)s=="key"?o=t[s]:s=="ref"&&typeof e!="function"?r=t[s]:i[s]=t[s];return l>2&&(i.children=l>3?Pt.call(arguments,2):n),Ie(e,i,o,r,null)}function Ie(e,t,n,o,r){var s={type:e,props:t,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,constructor:Pe,__v:r||++An,__i:-1,__u:0};return!r&&N.vnode&&N.vnode(s),s}function we(e){return e.children}function Te(e,t){this.props=e,this.context=t,this.__g=0}function fe(e,t){if(t==null)return e.__&&fe(e.__,e.__i+1);for(var n;t<e.__k.length;t++)if((n=e.__k[t])&&n.__e)return n.__e;return typeof e.type!="function"||e.props.__P?null:fe(e)}function zr(e){var t,n=e.__v,o=n.__e,r=[],s=[],i=e.__P;i&&((t=ye({constructor:Pe},n)).__v=n.__v+1,N.vnode&&N.vnode(t),Lt(i,t,n,e.__n,i.namespaceURI,32&n.__u?[o]:null,r,o||fe(n),32&n.__u,s),t.__v=n.__v,t.__.__k[t.__i]=t,qn(r,t,s),n.__=n.__e=null,t.__e!=o&&In(t))}function In(e){if((e=e.__)&&e.__c&&!e.props.__P)return e.__e=null,e.__k.some(function(t){return t&&(e.__e=t.__e)}),In(e)}function Nn(e){(8&e.__g||(e.__g|=8,pe.push(e),ot++))&&jt==N.debounceRendering||((jt=N.debounceRendering)||queueMicrotask)(Pn)}function Pn(){try{for(var e,t=1;pe.length;)pe.length>t&&pe.sort(On),e=pe.shift(),t=pe.length,8&e.__g&&zr(e)}finally{(ot=pe.length)&&(jt||queueMicrotask)(Pn)}}function Ln(e,t,n,o,r,s,i,l,u,f,p){var v,d,c,_,b,w,M=o.__k||st,T=t.length;for(u=Vr(n,t,M,u,T),v=0;v<T;v++)(c=n.__k[v])!=null&&(d=~c.__i&&M[c.__i]||rt,c.__i=v,w=Lt(e,c,d,r,s,i,l,u,f,p),_=c.__e,(d.ref!=c.ref||8&d.__u)&&(d.ref&&Dt(d.ref,null,c,d),c.ref&&p.push(c.ref,c.__c||_,c)),b=b||_,4&c.__u?(u=Dn(c,u,e,!d.__v),d.__e&&(d.__e=null)):typeof c.type=="function"&&w!==void 0?u=w:_&&(u=_.nextSibling),c.__u&=-21);return n.__e=b,u}function Vr(e,t,n,o,r){var s,i,l,u,f,p,v,d,c,_=n.length,b=_,w=0,M=0,T=e.__k=Array(r);for(s=0;s<r;s++)(i=t[s])!=null&&typeof i!="boolean"&&typeof i!="function"?(typeof i!="object"||i.constructor===String?i=T[s]=Ie(null,i):It(i)?i=T[s]=Ie(we,{children:i}):i.constructor===Pe&&i.__b?i=T[s]=Ie(i.type,i.props,i.key,i.ref,i.__v):T[s]=i,u=s+w,i.__=e,i.__b=e.__b+1,l=null,~(f=i.__i=Kr(i,n,u,b))&&(b--,(l=n[f])&&(l.__u|=2)),l&&l.__v?(i.__u|=16,f==u-1?w--:f==u+1?w++:f!=u&&(f>u?w--:w++,M=1)):(~f||(r>_?w--:r<_&&w++),typeof i.type!="function"&&(i.__u|=4))):T[s]=null;if(M){for(p=[],v=[],s=0;s<r;s++)if((i=T[s])&&16&i.__u){for(w=0,d=p.length;w<d;)p[c=w+d>>1]<i.__i?w=c+1:d=c;p[w]=i.__i,v[s]=w+1}for(w=p.length;s--;)v[s]&&(v[s]==w?w--:T[s].__u|=4)}if(b)for(s=0;s<_;s++)!(l=n[s])||2&l.__u||(l.__e==o&&(o=fe(l)),Rt(l,l));return o}function Dn(e,t,n,o){var r,s,i,l;if(typeof e.type=="function"){if(e.props.__P)return t;if(r=e.__k)for(s=0;s<r.length;s++)r[s]&&(r[s].__=e,t=Dn(r[s],t,n,!1));return t}for(t&&!t.parentNode&&(t=fe(e))&&!t.parentNode&&(t=null),i=e.__e,l=t;l&&l.nodeType==8;)l=l.nextSibling;for(i!=l&&(!o&&n.moveBefore&&i.parentNode?n.moveBefore(i,t):n.insertBefore(i,t||null)),t=i;(t=t&&t.nextSibling)&&t.nodeType==8&&!t.data.startsWith("$s"););return t}function Kr(e,t,n,o){var r,s=e.key,i=e.type,l=t[n],u=l&&!(2&l.__u);if(l===null&&s==null||u&&s==l.key&&i==l.type)return n;if(o>(u?1:0)){for(r=n-1;r>=0;r--)if((l=t[r])&&!(2&l.__u)&&s==l.key&&i==l.type)return r;for(r=n+1;r<t.length;r++)if((l=t[r])&&!(2&l.__u)&&s==l.key&&i==l.type)return r}return-1}function jn(e,t,n){n==null&&(n=""),t[0]=="-"?e.setProperty(t,n):e[t]=n}function et(e,t,n,o,r){var s,i;if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof o=="string"&&(e.style.cssText=o=""),o)for(t in o)n&&t in n||jn(e.style,t);if(n)for(t in n)o&&n[t]==o[t]||jn(e.style,t,n[t])}else if(t[0]=="o"&&t[1]=="n")typeof n!="function"&&(n=null),typeof o!="function"&&(o=null),(e.__e||(e.__e={}))[t]=n,n&&o||(i=At[t]||(At[t]=Gr(t)),(e.__a||(e.__a={}))[t]=Mt,s=t!=(t=t.replace(Mn,"$1")),(t=t.slice(2))[0]<"a"&&(t=t.toLowerCase()),n?e.addEventListener(t,i,s):e.removeEventListener(t,i,s));else{if(r=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{return void(e[t]=n??"")}catch{}if(typeof n=="function")return;n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&n==1?"":n)}}function Gr(e){return function(t){var n=this.__e;if(n){if(n=n[e],t[tt]==null)t[tt]=Mt++;else if(t[tt]<this.__a[e])return;return n(N.event?N.event(t):t)}}}function Lt(e,t,n,o,r,s,i,l,u,f){var p,v,d,c,_,b,w,M,T,S,E,ve,Cn,Xe,_e,En,ue,ge,ae=t.type;if(t.constructor!==Pe)return null;128&n.__u&&(u=32&n.__u,p=n.__c.__z)&&(t.__u|=u,v=s=[],p.nodeType==8?l=nt(p,s):s.push(p),l=s[0]||l),(p=N.__b)&&p(t);e:if(typeof ae=="function"){d=i.length;try{if(M=t.props,T=(p=ae.prototype)&&p.render,S=(p=ae.contextType)&&o[p.__c],E=p?S?S.props.value:p.__:o,(c=n.__c)?(t.__c=c,2&c.__g&&(c.__g|=1)):(T?t.__c=c=new ae(M,E):(t.__c=c=new Te(M,E),c.constructor=ae,c.render=Yr),S&&S.sub(c),c.state||(c.state={}),c.__n=o,c.__g|=8,c.__h=[],c.__k=[]),T&&(c.__s||(c.__s=c.state),ae.getDerivedStateFromProps&&(c.__s==c.state&&(c.__s=ye({},c.__s)),ye(c.__s,ae.getDerivedStateFromProps(M,c.__s)))),_=c.props,b=c.state,c.__v=t,n.__c){if(M!==_&&T&&!ae.getDerivedStateFromProps&&c.componentWillReceiveProps&&c.componentWillReceiveProps(M,E),t.__v==n.__v&&!(8&c.__g)||!(4&c.__g)&&c.shouldComponentUpdate&&c.shouldComponentUpdate(M,c.__s,E)===!1){t.__v!=n.__v&&(c.props=M,c.state=c.__s,c.__g&=-9),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(ne){ne&&(ne.__=t)}),st.push.apply(c.__h,c.__k),c.__k=[],c.__h.length&&i.push(c),l=fe(n);break e}c.componentWillUpdate&&c.componentWillUpdate(M,c.__s,E),T&&c.componentDidUpdate&&c.__h.push(function(){c.componentDidUpdate(_,b,w)})}else T&&!ae.getDerivedStateFromProps&&c.componentWillMount&&c.componentWillMount(),T&&c.componentDidMount&&c.__h.push(c.componentDidMount);c.context=E,c.props=M,c.__P=e,c.__g&=-5,ve=N.__r,Cn=T?25:0;do c.__g&=-9,ve&&ve(t),p=c.render(c.props,c.state=c.__s,c.context);while(8&c.__g&&++Cn<25);T&&(st.push.apply(c.__h,c.__k),c.__k=[]),c.state=c.__s,c.getChildContext&&(o=ye({},o,c.getChildContext())),T&&n.__c&&c.getSnapshotBeforeUpdate&&(w=c.getSnapshotBeforeUpdate(_,b)),Xe=p&&p.type===we&&p.key==null?p.props.children:p,M.__P&&(p=l,r=(e=M.__P).namespaceURI,u=s=null,n.props&&n.props.__P!=e&&(n.__k.some(function(ne){ne&&Rt(ne,ne)}),n.__k=null),l=n.__k?fe(n,0):null),l=Ln(e,It(Xe)?Xe:[Xe],t,n,o,r,s,i,l,u,f),M.__P&&(t.__e=null,l=p),t.__u&=-161,v&&v.some(be),c.__h.length&&i.push(c),1&c.__g&&(c.__g&=-4)}catch(ne){if(i.length=d,t.__v=null,u||s)if(ne&&ne.then){if(t.__u|=128|u,s){for(~(ue=s.indexOf(l||void 0))||(ue=s.length);(ge=s[ue-1])&&ge.nodeType==8;)ue--;for(;ue<s.length;ue++)if(ge=s[ue])if(s[ue]=null,_e){if(ge==En)break}else{if(ge.nodeType!=8)break;ge.data.startsWith("$s")&&(En=nt(_e=ge))}}if(!_e){for(;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;_e=l}(p=nt(_e=t.__c.__z||(t.__c.__z=_e)))?(t.__e=_e,l=p):t.__e=l,l=l&&l.nextSibling}else s&&s.some(be);else t.__e=n.__e;t.__k||(t.__k=n.__k||[]),ne&&ne.then||Rn(t),N.__e(ne,t,n)}}else l=t.__e=Qr(n.__e,t,n,o,r,s,i,u,f,e);return(p=N.diffed)&&p(t),l}function nt(e,t){if(e&&e.nodeType==8&&e.data.startsWith("$s"))for(var n=1;e=e.nextSibling;){if(e.nodeType==8){if(e.data.startsWith("$s"))n++;else if(e.data.startsWith("/$s")&&!--n)return e}t&&t.push(e)}}function Rn(e){e&&(e.__c&&(e.__c.__g|=4),e.__k&&e.__k.some(Rn))}function qn(e,t,n){for(var o=0;o<n.length;)Dt(n[o++],n[o++],n[o++]);N.__c&&N.__c(t,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(s){s.call(r)})}catch(s){N.__e(s,r.__v)}})}function Qr(e,t,n,o,r,s,i,l,u,f){var p,v,d,c,_,b,w,M,T=n.props||rt,S=t.props,E=t.type;if(E=="svg"?r="http://www.w3.org/2000/svg":E=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),s){for(p=0;p<s.length;p++)if((_=s[p])&&(E?_.localName==E:_.nodeType==3)){e=_,s[p]=null;break}}if(!e){if(M=f.ownerDocument||document,!E)return M.createTextNode(S);e=M.createElementNS(r,E,S.is?S:f),l&&(N.__m&&N.__m(t,s),l=!1),s=null}if(E){if(f=E=="template"&&e.content||e,s=E=="textarea"&&S.defaultValue!=null?null:s&&Pt.call(f.childNodes),!l&&s)for(T={},p=0;p<e.attributes.length;p++)T[(_=e.attributes[p]).name]=_.value;for(p in T)_=T[p],p=="dangerouslySetInnerHTML"?d=_:p=="children"||p in S||p=="value"&&"defaultValue"in S||p=="checked"&&"defaultChecked"in S||et(e,p,null,_,r);for(p in S)_=S[p],p=="children"?c=_:p=="dangerouslySetInnerHTML"?v=_:p=="value"?b=_:p=="checked"?w=_:l&&typeof _!="function"||T[p]===_||et(e,p,_,T[p],r);v?(l||d&&(v.__html==d.__html||v.__html==e.innerHTML)||(e.innerHTML=v.__html),t.__k=[]):(d&&(e.textContent=""),(E=="foreignObject"||r=="http://www.w3.org/1998/Math/MathML"&&Jr.test(E))&&(r="http://www.w3.org/1999/xhtml"),Ln(f,It(c)?c:[c],t,n,o,r,s,i,s?s[0]:n.__k&&fe(n,0),l,u),s&&s.some(be)),l&&E!="textarea"||(p="value",E=="progress"&&b==null?e.removeAttribute(p):b==null||b===e[p]&&(E!="progress"||b)||et(e,p,b,T[p],r),p="checked",w!=null&&w!=e[p]&&et(e,p,w,T[p],r))}else T===S||l&&e.data==S||(e.data=S);return e}function Dt(e,t,n,o){try{typeof e=="function"?t?t.__x=e(t)||1:o&&(o=o.__c||o.__e)&&(t=o.__x)&&(o.__x=null,typeof t=="function"?t():e(null)):e.current=t}catch(r){N.__e(r,n)}}function Rt(e,t,n){var o,r,s,i;if(N.unmount&&N.unmount(e),!(o=e.ref)||o.current&&o.current!=e.__e||Dt(o,null,t,e),o=e.__c){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(l){N.__e(l,t)}o.__P=o.__n=null}if(o=e.__k)for(i=0;i<o.length;i++)o[i]&&Rt(o[i],t,typeof e.type!="function"||n&&!e.props.__P);!n&&(o=e.__c)&&(o=o.__z)&&(r=nt(o,s=[]))&&(o==e.__e&&s.some(be),be(r),be(o)),n||be(e.__e),e.__e=e.__c=e.__=null}function Yr(e,t,n){return this.constructor(e,n)}function Hn(e,t){var n,o,r,s;N.__&&N.__(e,t),t.nodeType==9&&(t=t.documentElement),o=(n=e&&32&e.__u)?null:t.__k,t.__k=Ie(we,{children:[e]}),r=[],s=[],Lt(t,t.__k,o||rt,rt,t.namespaceURI,o?null:t.firstChild?Pt.call(t.childNodes):null,r,o?o.__e:t.firstChild,n,s),qn(r,t.__k,s),t.__k.props.children=null}N={__e:function(e,t,n,o){for(var r,s,i;t=t.__;)if((r=t.__c)&&!(1&r.__g)){r.__g|=4;try{if((i=(s=r.constructor)&&s.getDerivedStateFromError)&&r.setState(s.getDerivedStateFromError(e)),r.componentDidCatch&&(r.componentDidCatch(e,o||{}),i=1),i&&8&r.__g)return void(r.__g|=2)}catch(l){e=l}}throw ot=0,e}},An=0,Ot=function(e){return e!=null&&e.constructor===Pe},Te.prototype.setState=function(e,t){var n=this.__s;n&&n!=this.state||(n=this.__s=ye({},this.state)),typeof e=="function"&&(e=e(ye({},n),this.props)),e&&(ye(n,e),this.__v&&(t&&this.__k.push(t),Nn(this)))},Te.prototype.forceUpdate=function(e){this.__v&&(this.__g|=4,e&&this.__h.push(e),Nn(this))},Te.prototype.render=we,pe=[],ot=0,On=function(e,t){return e.__v.__b-t.__v.__b},tt=Symbol(),Mn=/(PointerCapture)$|Capture$/i,Mt=0,At={},Ur=0;var Bn=function(e,t,n,o){var r;t[0]=0;for(var s=1;s<t.length;s++){var i=t[s++],l=t[s]?(t[0]|=i?1:2,n[t[s++]]):t[++s];i===3?o[0]=l:i===4?o[1]=Object.assign(o[1]||{},l):i===5?(o[1]=o[1]||{})[t[++s]]=l:i===6?o[1][t[++s]]+=l+"":i?(r=e.apply(l,Bn(e,l,n,["",null])),o.push(r),l[0]?t[0]|=2:(t[s-2]=0,t[s]=r)):o.push(l)}return o},Wn=new Map;function Fn(e){var t=Wn.get(this);return t||(t=new Map,Wn.set(this,t)),(t=Bn(this,t.get(e)||(t.set(e,t=(function(n){for(var o,r,s=1,i="",l="",u=[0],f=function(d){s===1&&(d||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?u.push(0,d,i):s===3&&(d||i)?(u.push(3,d,i),s=2):s===2&&i==="..."&&d?u.push(4,d,0):s===2&&i&&!d?u.push(5,0,!0,i):s>=5&&((i||!d&&s===5)&&(u.push(s,0,i,r),s=6),d&&(u.push(s,d,0,r),s=6)),i=""},p=0;p<n.length;p++){p&&(s===1&&f(),f(p));for(var v=0;v<n[p].length;v++)o=n[p][v],s===1?o==="<"?(f(),u=[u],s=3):i+=o:s===4?i==="--"&&o===">"?(s=1,i=""):i=o+i[0]:l?o===l?l="":i+=o:o==='"'||o==="'"?l=o:o===">"?(f(),s=1):s&&(o==="="?(s=5,r=i,i=""):o==="/"&&(s<5||n[p][v+1]===">")?(f(),s===3&&(u=u[0]),s=u,(u=u[0]).push(2,0,s),s=0):o===" "||o==="	"||o===`
`||o==="\r"?(f(),s=2):i+=o),s===3&&i==="!--"&&(s=4,u=u[0])}return f(),u})(e)),t),arguments,[])).length>1?t:t[0]}var a=Fn.bind(at);var De,U,qt,Un,Zr=Object.is,Ht=0,Xn=[],Wt=[],R=N,Jn=R.__b,zn=R.__r,Vn=R.diffed,Kn=R.__c,Gn=R.unmount,Qn=R.__;function Ft(e,t){R.__h&&R.__h(U,e,Ht||t),Ht=0;var n=U.__H||(U.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function P(e,t){var n=Ft(De++,3);!R.__s&&Ut(n.__H,t)&&(n.__P=!0,n.__=e,n.u=t,U.__H.__h.push(n))}function eo(e,t){var n=Ft(De++,4);!R.__s&&Ut(n.__H,t)&&(n.__P=!1,n.__=e,n.u=t,U.__h.push(n))}function G(e){return Ht=5,de(function(){return{current:e}},[])}function de(e,t){var n=Ft(De++,7);return Ut(n.__H,t)&&(n.__=e(),n.__H=t),n.__}function Xr(){var e;do{for(;e=Wt.shift();)try{Le(e)}catch(n){R.__e(n,{__:(e=e.__P)&&e.__v})}for(;e=Xn.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(Le),t.__h.some(Bt),t.__h=[]}catch(n){t.__h=[],R.__e(n,e.__v)}}}while(Wt.length)}R.__b=function(e){U=null,Jn&&Jn(e)},R.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Qn&&Qn(e,t)},R.__r=function(e){zn&&zn(e),De=0;var t=(U=e.__c).__H;t&&(qt==U?U.__h=[]:(t.__h.some(Le),t.__h.some(Bt),De=0),t.__h=[],t.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})),qt=U},R.diffed=function(e){Vn&&Vn(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&Zn(Xn.push(t)),t.__H.__.some(function(n){n.u&&(n.__H=n.u)})),qt=U=null},R.__c=function(e,t){t.some(function(n){try{n.__h.some(Le),n.__h=n.__h.filter(function(o){return!o.__||Bt(o)})}catch(o){n.__h=[function(){throw o}]}}),Kn&&Kn(e,t)},R.unmount=function(e){Gn&&Gn(e);var t,n,o=e.__c;o&&o.__H&&(o.__H.__.some(function(r){try{if(r.__P&&r.__c){if(n===void 0){for(n=e.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n=n&&n.__c}r.__P=n,Zn(Wt.push(r))}else Le(r)}catch(s){t=s}}),o.__H=void 0,t&&R.__e(t,o.__v))};var Yn=typeof requestAnimationFrame=="function";function es(e){var t,n=function(){clearTimeout(o),Yn&&cancelAnimationFrame(t),setTimeout(e)},o=setTimeout(n,35);Yn&&(t=requestAnimationFrame(n))}function Zn(e){e!=1&&Un==R.requestAnimationFrame||((Un=R.requestAnimationFrame)||es)(Xr)}function Le(e){var t=U,n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),U=t}function Bt(e){var t=U;e.__c=e.__(),U=t}function Ut(e,t){return!e||e.length!=t.length||t.some(function(n,o){return!Zr(n,e[o])})}var ts=Symbol.for("preact-signals");function ut(){if(ie>1)ie--;else{var e,t=!1;for((function(){var r=lt;for(lt=void 0;r!==void 0;){var s=r.S;if(s.v===r.v)for(var i=s.t;i!==void 0;i=i.x)i.i===r.i&&(i.i=s.i);r=r.o}})();qe!==void 0;){var n=qe;for(qe=void 0,it++;n!==void 0;){var o=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&no(n))try{n.c()}catch(r){t||(e=r,t=!0)}n=o}}if(it=0,ie--,t)throw e}}function zt(e){if(ie>0)return e();Jt=++ns,ie++;try{return e()}finally{ut()}}var Re,L=void 0;function He(e){var t=L,n=Re;L=void 0,Re=void 0;try{return e()}finally{L=t,Re=n}}var qe=void 0,ie=0,it=0,ns=0,Jt=0,lt=void 0,ct=0;function to(e){if(L!==void 0){var t=e.n;if(t===void 0||t.t!==L)return t={i:0,S:e,p:L.s,n:void 0,t:L,e:void 0,x:void 0,r:t},L.s!==void 0&&(L.s.n=t),L.s=t,e.n=t,32&L.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=L.s,t.n=void 0,L.s.n=t,L.s=t),t}}function q(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}q.prototype.brand=ts;q.prototype.h=function(){return!0};q.prototype.S=function(e){var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n!==void 0?n.e=e:He(function(){var o;(o=t.W)==null||o.call(t)}))};q.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,o=e.x;n!==void 0&&(n.x=o,e.e=void 0),o!==void 0&&(o.e=n,e.x=void 0),e===this.t&&(this.t=o,o===void 0&&He(function(){var r;(r=t.Z)==null||r.call(t)}))}};q.prototype.subscribe=function(e){var t=this;return F(function(){var n=t.value;He(function(){return e(n)})},{name:"sub"})};q.prototype.valueOf=function(){return this.value};q.prototype.toString=function(){return this.value+""};q.prototype.toJSON=function(){return this.value};q.prototype.peek=function(){var e=this;return He(function(){return e.value})};Object.defineProperty(q.prototype,"value",{get:function(){var e=to(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(it>100)throw new Error("Cycle detected");(function(n){ie!==0&&it===0&&n.l!==Jt&&(n.l=Jt,lt={S:n,v:n.v,i:n.i,o:lt})})(this),this.v=e,this.i++,ct++,ie++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{ut()}}}});function y(e,t){return new q(e,t)}function no(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function oo(e){for(var t=e.s;t!==void 0;t=t.n){var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function ro(e){for(var t=e.s,n=void 0;t!==void 0;){var o=t.p;t.i===-1?(t.S.U(t),o!==void 0&&(o.n=t.n),t.n!==void 0&&(t.n.p=o)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=o}e.s=n}function ke(e,t){q.call(this,void 0,t),this.x=e,this.s=void 0,this.g=ct-1,this.f=4}ke.prototype=new q;ke.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===ct))return!0;if(this.g=ct,this.f|=1,this.i>0&&!no(this))return this.f&=-2,!0;var e=L;try{oo(this),L=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(n){this.v=n,this.f|=16,this.i++}return L=e,ro(this),this.f&=-2,!0};ke.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}q.prototype.S.call(this,e)};ke.prototype.U=function(e){if(this.t!==void 0&&(q.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};ke.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(ke.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=to(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function Ce(e,t){return new ke(e,t)}function so(e){var t=e.j;if(e.j=void 0,typeof t=="function"){ie++;var n=L;L=void 0;try{t()}catch(o){throw e.f&=-2,e.f|=8,Vt(e),o}finally{L=n,ut()}}}function Vt(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,so(e)}function os(e){if(L!==this)throw new Error("Out-of-order effect");ro(this),L=e,this.f&=-2;try{8&this.f&&Vt(this)}finally{ut()}}function Ee(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Re&&Re.push(this)}Ee.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};Ee.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,so(this),oo(this),ie++;var e=L;return L=this,os.bind(this,e)};Ee.prototype.N=function(){2&this.f||(this.f|=2,this.u=qe,qe=this)};Ee.prototype.d=function(){this.f|=8,1&this.f||Vt(this)};Ee.prototype.dispose=function(){this.d()};function F(e,t){var n=new Ee(e,t);try{n.c()}catch(r){throw n.d(),r}var o=n.d.bind(n);return o[Symbol.dispose]=o,o}var ao,ft,pt,rs=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__;var io=[];F(function(){ao=this.N})();function Ne(e,t){N[e]=t.bind(null,N[e]||function(){})}function We(e){if(pt){var t=pt;pt=void 0,t()}pt=e&&e.S()}function lo(e){var t=this,n=e.data,o=h(n);o.name="ReactiveDom",o.value=n;var r=de(function(){for(var l=t,u=t.__v;u=u.__;)if(u.__c){u.__c.__$f|=4;break}var f=Ce(function(){var c=o.value.value;return c===0?0:c===!0?"":c||""}),p=Ce(function(){return!Array.isArray(f.value)&&!Ot(f.value)}),v=F(function(){if(this.N=co,p.value){var c=f.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.data=c)}}),d=t.__$u.d;return t.__$u.d=function(){v(),d.call(this)},[p,f]},[]),s=r[0],i=r[1];return s.value?i.peek():i.value}lo.displayName="ReactiveTextNode";Object.defineProperties(q.prototype,{constructor:{configurable:!0,value:at(we,null).constructor},type:{configurable:!0,value:lo},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});Ne("__b",function(e,t){if(We(),ft=void 0,typeof t.type=="string"){var n,o=t.props;for(var r in o)if(r!=="children"){var s=o[r];s instanceof q&&(n||(t.__np=n={}),n[r]=s,o[r]=s.peek())}}e(t)});Ne("__r",function(e,t){if(e(t),t.type!==we){We();var n,o=t.__c;o&&(o.__$f&=-2,(n=o.__$u)===void 0&&(o.__$u=n=(function(r,s){var i;return F(function(){i=this},{name:s}),i.c=r,i})((function(r){return function(){var s;rs&&((s=this.y)==null||s.call(this)),r.__$f|=1,r.setState({})}})(o),typeof t.type=="function"?t.type.displayName||t.type.name:""))),ft=o,We(n)}});Ne("__e",function(e,t,n,o){We(),ft=void 0,e(t,n,o)});Ne("diffed",function(e,t){We(),ft=void 0;var n;if(typeof t.type=="string"&&(n=t.__e)){var o=t.__np,r=t.props,s=n.U;if(s)for(var i in s){var l=s[i];l===void 0||o&&i in o||(l.d(),s[i]=void 0)}if(o){s||(s={},n.U=s);for(var u in o){var f=s[u],p=o[u];f===void 0?(f=ss(n,u,p,r),s[u]=f):f.o(p,r)}}}e(t)});function ss(e,t,n,o){var r=t in e&&e.ownerSVGElement===void 0,s=y(n);return{o:function(i,l){s.value=i,o=l},d:F(function(){this.N=co;var i=s.value.value;o[t]!==i&&(o[t]=i,r?e[t]=i:i!=null&&(i!==!1||t[4]==="-")?e.setAttribute(t,i):e.removeAttribute(t))})}}Ne("unmount",function(e,t){if(typeof t.type=="string"){var n=t.__e;if(n){var o=n.U;if(o){n.U=void 0;for(var r in o){var s=o[r];s&&s.d()}}}var i=t.__np;if(i){var l=t.props;for(var u in i)l[u]=i[u]}t.__np=void 0}else{var f=t.__c;if(f){f.__$f|=8;var p=f.__$u;p&&(f.__$u=void 0,p.d())}}e(t)});Ne("__h",function(e,t,n,o){o<3&&(t.__$f|=2),e(t,n,o)});Te.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var n=this.__$u,o=n&&n.s!==void 0;for(var r in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var s=2&this.__$f;if(!(o||s||4&this.__$f)||1&this.__$f)return!0}else if(!(o||4&this.__$f)||3&this.__$f)return!0;for(var i in e)if(i!=="__source"&&e[i]!==this.props[i])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function h(e,t){return de(function(){return y(e,t)},[])}var as=function(e){queueMicrotask(function(){queueMicrotask(e)})};function is(){zt(function(){for(var e;e=io.shift();)ao.call(e)})}function co(){io.push(this)===1&&(N.requestAnimationFrame||as)(is)}var Q=class extends Error{constructor(){super("the server does not answer")}},je=class extends Error{constructor(t,n){super(n),this.status=t}},le=class extends Error{constructor(t,{code:n="",hint:o=""}={}){super(t),this.code=n,this.hint=o}};function uo(e){let t=e._meta?.["ensemble/error"];if(t)return new le(t.message,t);let n=(e.content??[]).find(o=>o.type==="text")?.text;return new le(n??"the tool failed and gave no reason")}function ls(e){let t=e.replaceAll(`\r
`,`
`).split(`

`),n=t.pop();return{data:t.map(cs).filter(r=>r!==""),rest:n}}function cs(e){return e.split(`
`).filter(n=>n.startsWith("data:")).map(n=>n.slice(5).replace(/^ /,"")).join(`
`)}async function*Kt(e){let t=e.pipeThrough(new TextDecoderStream).getReader(),n="";try{for(;;){let{done:o,value:r}=await t.read();if(o)return;let{data:s,rest:i}=ls(n+r);n=i;for(let l of s)yield JSON.parse(l)}}finally{t.cancel().catch(()=>{})}}var Be="2026-07-28",Gt="io.modelcontextprotocol/",us=0;function fo({base:e="",token:t=()=>null}={}){async function n(u,f,p,v){let d={jsonrpc:"2.0",id:++us,method:f,params:{...p,_meta:ps(p)}},c=fs(f,p,t()),_=JSON.stringify(d),b;try{b=await fetch(e+u,{method:"POST",headers:c,body:_,signal:v,cache:"no-store"})}catch(w){throw w.name==="AbortError"?w:new Q}if(b.status===401||b.status===403)throw new je(b.status,await $s(b));return{response:b,id:d.id}}async function o(u,f,p={},{signal:v,progress:d}={}){let{response:c,id:_}=await n(u,f,p,v),b=po(c)?await hs(c,_,d):await ms(c);if(b.error?.message&&b.jsonrpc)throw new le(b.error.message,b.error.data??{});if(!b.result)throw new le(b.error?.message??`the server answered ${c.status}`);return b.result}async function r(u,f,p={},v={}){let d=await o(u,"tools/call",{name:f,arguments:p},v);if(d.isError)throw uo(d);return d.structuredContent??d}async function s(u,f,p={}){let v=await o(u,"resources/read",{uri:f},p),[d]=v.contents;return d.mimeType==="application/json"?JSON.parse(d.text):d.text??d.blob}async function i(u,f,p){let v=[],d;do{let c=await o(u,f,d?{cursor:d}:{});v.push(...c[p]),d=c.nextCursor}while(d);return v}async function l(u,f,{signal:p,opened:v,news:d}){let{response:c}=await n(u,"subscriptions/listen",{notifications:f},p);if(!po(c))throw new le(`the server answered ${c.status}`);try{for await(let _ of Kt(c.body))_.method==="notifications/subscriptions/acknowledged"?v?.():_.method&&d(_.method,_.params??{})}catch(_){throw _.name==="AbortError"?_:new Q}}return{request:o,call:r,read:s,list:i,listen:l}}function ps(e){return{...e?._meta,[`${Gt}protocolVersion`]:Be,[`${Gt}clientCapabilities`]:{},[`${Gt}clientInfo`]:{name:"ensemble-console",version:"0.1.0"}}}function fs(e,t,n){let o={"content-type":"application/json",accept:"application/json, text/event-stream","mcp-protocol-version":Be,"mcp-method":e},r=t?.name??t?.uri;return r&&(o["mcp-name"]=ds(r)),n&&(o.authorization=`Bearer ${n}`),o}function ds(e){if(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(e))return e;let t=new TextEncoder().encode(e);return`=?base64?${btoa(String.fromCharCode(...t))}?=`}function po(e){return(e.headers.get("content-type")??"").startsWith("text/event-stream")}async function ms(e){try{return await e.json()}catch{throw new le(`the server answered ${e.status}`)}}async function $s(e){return(await e.json().catch(()=>({}))).error?.message??`the server answered ${e.status}`}async function hs(e,t,n){try{for await(let o of Kt(e.body)){if(o.id===t)return o;o.method==="notifications/progress"&&n?.(o.params)}}catch(o){if(o.name==="AbortError")throw o}throw new Q}var dt="ensemble.token",j=y("opening"),Fe=y(""),J=y(gs()),vs=fo({token:()=>J.value}),m=Object.fromEntries(Object.entries(vs).map(([e,t])=>[e,(...n)=>_s(t(...n))]));async function _s(e){try{return await e}catch(t){throw Qt(t),t}}function Qt(e){e instanceof je&&e.status===401?(Fe.value=e.message,j.value="refused"):e instanceof Q&&j.value!=="refused"&&(j.value="lost")}function mo(e){J.value=e.trim(),sessionStorage.setItem(dt,J.value),Fe.value="",j.value="opening"}function $o(){sessionStorage.removeItem(dt),J.value=null,Fe.value="you signed out of this tab",j.value="refused"}function gs(){let e=/^#token=([^&]+)(?:&(.*))?$/.exec(location.hash);return e&&(sessionStorage.setItem(dt,decodeURIComponent(e[1])),history.replaceState(null,"",`${location.pathname}#${e[2]??"/"}`)),sessionStorage.getItem(dt)}var Yt=y(!1),ho=j.peek();F(()=>{let e=j.value;ho==="lost"&&e==="live"&&(Yt.value=!0,setTimeout(()=>Yt.value=!1,4e3)),ho=e});function vo(){return a`<div class="banner" role="status">
    ${j.value==="lost"&&a`<p class="bad"><strong>The server does not answer.</strong> What you see is what it said last; the console comes back by itself.</p>`}
    ${j.value==="live"&&Yt.value&&a`<p class="good"><strong>The server is back.</strong> Nothing was missed.</p>`}
  </div>`}var bs={overview:"M3 10.5 10 4l7 6.5M5 9v7h10V9",jobs:"M4 4h4v12H4zM12 4h4v7h-4z",approvals:"M10 2.5l6 2.5v4.5c0 4-2.6 6.7-6 8-3.4-1.3-6-4-6-8V5zM7.2 10l2 2 3.6-3.8",actors:"M6.5 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM14 16.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.3 7.8l4 4.4",reasoning:"M10 3v4M10 7 5 12v4M10 7l5 5v4M3.5 17h3M13.5 17h3M8.5 3h3",avatars:"M4 3.5h8.5L16 7v9.5H4zM7 9h6M7 12h6M7 6h3",journal:"M5 3v14M5 5h11M5 10h11M5 15h11",playground:"M4 5l4.5 5L4 15M10 15h6",setup:"M10 12.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM10 2.5v2.2M10 15.3v2.2M2.5 10h2.2M15.3 10h2.2M4.7 4.7l1.5 1.5M13.8 13.8l1.5 1.5M15.3 4.7l-1.5 1.5M6.2 13.8l-1.5 1.5",menu:"M3 5.5h14M3 10h14M3 14.5h14",check:"M4 10.5l4 4 8-9"};function Zt({name:e}){return a`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${bs[e]} /></svg>`}function _o(){return a`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="16" cy="16" r="5" class="mark-core" />
    <circle cx="16" cy="4.5" r="3" /><circle cx="27.5" cy="16" r="3" />
    <circle cx="16" cy="27.5" r="3" /><circle cx="4.5" cy="16" r="3" />
    <path d="M16 7.5V11M21 16h3.5M16 21v3.5M7.5 16H11" />
  </svg>`}function D({title:e,children:t,actions:n}){return a`<header class="head">
    <div>
      <h1 tabindex="-1">${e}</h1>
      ${t&&a`<p class="lead">${t}</p>`}
    </div>
    ${n&&a`<div class="actions">${n}</div>`}
  </header>`}function $({title:e,aside:t,children:n,...o}){let{class:r="",...s}=o;return a`<section class=${`card ${r}`} ...${s}>
    ${e&&a`<div class="card-head"><h2>${e}</h2>${t&&a`<div class="aside">${t}</div>`}</div>`}
    ${n}
  </section>`}function k({tone:e="plain",children:t}){return a`<span class=${`badge ${e}`}>${t}</span>`}function Y({rows:e}){let t=e.filter(([,n])=>n!=null&&n!==""&&n!==!1);return a`<dl class="facts">
    ${t.map(([n,o])=>a`<div key=${n}><dt>${n}</dt><dd>${o}</dd></div>`)}
  </dl>`}function Z({tone:e="plain",title:t,children:n}){let o=e==="bad"?"alert":"status";return a`<div class=${`notice ${e}`} role=${o}>
    ${t&&a`<strong>${t}</strong>`}
    <div>${n}</div>
  </div>`}function g({error:e}){if(!e)return null;let t=e.code&&a`<code>${e.code}</code>`;return a`<${Z} tone="bad" title="That did not work">
    ${e.message} ${t} ${e.hint&&a`<div class="hint">${e.hint}</div>`}
  <//>`}function O({title:e,children:t}){return a`<div class="empty"><strong>${e}</strong>${t&&a`<p>${t}</p>`}</div>`}function xe({text:e,label:t="Copy"}){let n=h("");return a`<button type="button" class="quiet" onClick=${async()=>{try{await navigator.clipboard.writeText(typeof e=="function"?e():e),n.value="Copied"}catch{n.value="The browser did not let us"}setTimeout(()=>n.value="",1600)}}>
    <span aria-live="polite">${n.value||t}</span>
  </button>`}function W({text:e,label:t,copy:n}){return a`<div class="code">
    <pre tabindex="0" aria-label=${t}>${e}</pre>
    <${xe} text=${n??e} />
  </div>`}function B({label:e,hint:t,required:n,id:o,children:r}){return a`<div class="field">
    <label for=${o}>${e}${n&&a`<span class="required"> required</span>`}</label>
    ${r}
    ${t&&a`<div class="hint" id=${`${o}-hint`}>${t}</div>`}
  </div>`}function X(e,t=new Date){let n=new Date(e);if(Number.isNaN(n.getTime()))return String(e??"");let o=n.toLocaleTimeString("en-GB",{hour12:!1});return n.toDateString()===t.toDateString()?o:`${n.toLocaleDateString("en-CA")} ${o}`}function re(e,t=Date.now()){let n=Math.max(0,Math.round((t-new Date(e).getTime())/1e3));return n<60?`${n} s ago`:n<3600?`${Math.floor(n/60)} min ago`:n*1e3<864e5?`${Math.floor(n/3600)} h ago`:`${Math.floor(n*1e3/864e5)} d ago`}function mt(e){let t=[["d",86400],["h",3600],["min",60],["s",1]],n=t.findIndex(([,s])=>e>=s);if(n<0)return"0 s";let o=[],r=Math.floor(e);for(let[s,i]of t.slice(n,n+2)){let l=Math.floor(r/i);r-=l*i,l&&o.push(`${l} ${s}`)}return o.join(" ")}function I(e){return Number(e??0).toLocaleString("en-GB")}function H(e,t){return`${I(e)} ${t}${Number(e)===1?"":"s"}`}function $t(e){return e<1e3?`${e} B`:e<1e6?`${Math.round(e/1e3)} kB`:e<1e9?`${(e/1e6).toFixed(1)} MB`:`${(e/1e9).toFixed(1)} GB`}function me(e){return Number.isFinite(e)?e<.01?`${(e*1e3).toFixed(1)} ms`:e<1?`${Math.round(e*1e3)} ms`:`${e.toFixed(1)} s`:"–"}function ce(e,t=12){return String(e??"").slice(0,t)}function ht(e,t=160){if(e==null)return"";if(typeof e!="object")return String(e).slice(0,t);if(e.tool&&"micros"in e){let o=e.arguments?JSON.stringify(e.arguments):"",r=e.error?`failed with ${e.error}`:`in ${me(e.micros/1e6)}`;return`${e.tool} ${o} ${r}`.slice(0,t)}return Object.entries(e).filter(([,o])=>o!==null&&o!=="").map(([o,r])=>`${o} ${typeof r=="object"?JSON.stringify(r):r}`).join(" · ").slice(0,t)}var go=100,Xt=2e3;function $e({value:e,open:t=2}){return a`<div class="json"><${bo} value=${e} open=${t} /></div>`}function bo({value:e,open:t}){return e!==null&&typeof e=="object"?a`<${ws} value=${e} open=${t} />`:typeof e=="string"?a`<${ys} text=${e} />`:a`<span class="json-other">${String(e)}</span>`}function ys({text:e}){let t=h(!1);return e.length<=Xt||t.value?a`<span class="json-text">${e}</span>`:a`<span class="json-text">${e.slice(0,Xt)}…</span>
    <button type="button" class="link" onClick=${()=>t.value=!0}>
      ${e.length-Xt} more characters
    </button>`}function ws({value:e,open:t}){let n=Array.isArray(e),o=n?e.map((u,f)=>[f,u]):Object.entries(e),r=h(t>0),s=h(go);if(!o.length)return a`<span class="json-other">${n?"[ ]":"{ }"}</span>`;let i=H(o.length,n?"item":"field"),l=u=>r.value=u.currentTarget.open;return a`<details open=${r.value} onToggle=${l}>
    <summary>${i}</summary>
    ${r.value&&a`<ul>
      ${o.slice(0,s.value).map(([u,f])=>a`<li key=${u}>
        <span class="json-key">${u}</span> <${bo} value=${f} open=${t-1} />
      </li>`)}
      ${o.length>s.value&&a`<li>
        <button type="button" class="link" onClick=${()=>s.value+=go}>
          ${o.length-s.value} more
        </button>
      </li>`}
    </ul>`}
  </details>`}function A(e,t=[]){let n=h(void 0),o=h(null),r=h(!1),s=G(0),i=async()=>{let u=++s.current;r.value=!0;try{let f=await e();if(u!==s.current)return;n.value=f,o.value=null}catch(f){u===s.current&&!(f instanceof Q)&&(o.value=f)}finally{u===s.current&&(r.value=!1)}},l=j.value==="live";return P(()=>{l&&i()},[l,...t]),{value:n.value,error:o.value,busy:r.value,reload:i}}function x(e){let t=h({busy:!1,error:null,value:void 0}),n=async(...r)=>{t.value={...t.peek(),busy:!0,error:null};try{let s=await e(...r);return t.value={busy:!1,error:null,value:s},s}catch(s){t.value={busy:!1,error:s,value:void 0};return}},o=()=>t.value={busy:!1,error:null,value:void 0};return{...t.value,run:n,clear:o}}var z=y([]),Ue=y(!1);async function en(){let e=await tn("/readyz").then(n=>JSON.parse(n)),t=Object.keys(e.services??{});t.sort((n,o)=>yo(n)-yo(o)||n.localeCompare(o)),z.value=await Promise.all(t.map(n=>ks(n,e.services[n]))),Ue.value=!0}async function ks(e,t){let n=`/mcp/${e}`,o=await m.request(n,"server/discover"),[r,s,i]=await Promise.all([m.list(n,"tools/list","tools"),m.list(n,"resources/list","resources"),m.list(n,"resources/templates/list","resourceTemplates")]),l=o._meta?.["io.modelcontextprotocol/serverInfo"]??{};return{name:e,endpoint:n,...t,about:l,tools:r,resources:s,templates:i}}async function tn(e){try{return await(await fetch(e,{cache:"no-store"})).text()}catch{let t=new Q;throw Qt(t),t}}function yo(e){let t=["house","orchestrator","theater","reasoner","avatar"].indexOf(e);return t<0?99:t}function nn(e){return z.value.find(t=>t.name===e)}function ee(e,t){return nn(e)?.tools.some(n=>n.name===t)??!1}var wo=Ce(()=>z.value.flatMap(e=>e.tools.map(t=>({service:e,tool:t}))));function xs(e,t){return t.filter(n=>!ee(e,n))}function se({title:e,name:t,tools:n,children:o}){if(!Ue.value)return a`<${D} title=${e} />`;let r=xs(t,n);if(!r.length)return o;let s=nn(t)?`The service ${t} runs, but without ${r.join(", ")}.`:`The service ${t} does not run here.`;return a`<${D} title=${e} /><${$}><${O} title="Not served by this server">${s}<//><//>`}var ln="/mcp/house",sn="ensemble://events",Ss=500,Ts=2e4,Cs=200,Se=y([]),V=y(0),ze=y(0),Oe=y(!1),an=new Set;function Me(e){return an.add(e),()=>an.delete(e)}async function Ve(e,t=Ss){return m.read(ln,`${sn}?after=${e}&limit=${t}`)}var Ae=null;async function So(){let e=500;for(;;){let t=Date.now(),n=J.peek();try{if(await en(),!z.value.some(o=>o.name==="house")){Oe.value=!0,j.value="live",await xo(3e4);continue}await Es(),j.value="lost"}catch{if(J.peek()!==n)continue;(j.value==="opening"||j.value==="live")&&(j.value="lost")}e=Date.now()-t>1e4?500:Math.min(e*1.6,5e3),await xo(j.value==="refused"?null:e)}}async function Es(){let e=new AbortController,t=()=>document.visibilityState==="visible"&&rn().catch(()=>e.abort());document.addEventListener("visibilitychange",t);let n=J.peek(),o=F(()=>{(J.value!==n||j.value==="refused")&&e.abort()});try{await m.listen(ln,{resourceSubscriptions:[sn],toolsListChanged:!0},{signal:e.signal,opened:()=>rn().then(()=>j.value="live",()=>e.abort()),news:(r,s)=>{s.uri===sn&&rn().catch(()=>e.abort()),r==="notifications/tools/list_changed"&&en().catch(()=>{})}})}finally{o(),document.removeEventListener("visibilitychange",t)}}var Je=null,on=!1;function rn(){return Je?(on=!0,Je):(Je=(async()=>{try{do on=!1,await Ns();while(on)}finally{Je=null}})(),Je)}async function Ns(){for(Ae===null&&await ko();;){let e=await Ve(Ae);if(e.head<Ae){Se.value=[],await ko();continue}if(e.events.length&&js(e.events),Ae=e.next_after,V.value=e.head,Ae>=e.head)return}}async function ko(){let{journal:e}=await m.read(ln,"ensemble://status");ze.value=e.archived_up_to,Ae=Math.max(ze.value,e.head-Cs),V.value=e.head}function js(e){Se.value=[...Se.value,...e].slice(-Ts);for(let t of an)t(e)}function xo(e){return new Promise(t=>{let n=J.value,o=e===null?null:setTimeout(s,e),r=setInterval(()=>J.value!==n&&s(),100);addEventListener("online",s,{once:!0});function s(){clearTimeout(o),clearInterval(r),removeEventListener("online",s),t()}})}var As=200;function oe(e,t=()=>!0){let n=h(0);return P(()=>{let o=null,r=Me(s=>{!s.some(l=>l.service===e&&l.kind!=="call.made"&&t(l))||o||(o=setTimeout(()=>{o=null,n.value+=1},As))});return()=>{clearTimeout(o),r()}},[e]),n.value}function To({top:e,view:t,height:n,total:o}){let r=Math.max(0,Math.floor(e/n)-8),s=Math.min(o,Math.ceil((e+t)/n)+8);return{first:Math.min(r,Math.max(0,o-1)),last:s}}function Co(e,t,{page:n,total:o}){let r={ArrowDown:1,ArrowUp:-1,PageDown:n,PageUp:-n,Home:-o,End:o};if(!(e in r)||!o)return null;let s=t<0?r[e]>0?-1:0:t;return Math.max(0,Math.min(o-1,s+r[e]))}function vt({items:e,height:t=36,keyOf:n,render:o,chosen:r,choose:s,label:i,onEnd:l,id:u}){let f=G(null),p=h(0),v=h(600);eo(()=>{let S=()=>v.value=f.current?.clientHeight??600;S();let E=new ResizeObserver(S);return E.observe(f.current),()=>E.disconnect()},[]);let{first:d,last:c}=To({top:p.value,view:v.value,height:t,total:e.length}),_=()=>{p.value=f.current.scrollTop,f.current.scrollTop+f.current.clientHeight>f.current.scrollHeight-10*t&&l?.()},b=e.findIndex(S=>n(S)===r),w=S=>{let E=Math.max(1,Math.floor(v.value/t)-1),ve=Co(S.key,b,{page:E,total:e.length});ve!==null&&(S.preventDefault(),s(n(e[ve])),Os(f.current,ve,t))},M=S=>`${u}-${n(S)}`,T=b>=d&&b<c?M(e[b]):void 0;return a`<div class="rows" ref=${f} role="listbox" tabindex="0" aria-label=${i}
      aria-activedescendant=${T} onScroll=${_} onKeyDown=${w}>
    <div class="rows-all" role="presentation" style=${{height:`${e.length*t}px`}}>
      ${e.slice(d,c).map((S,E)=>a`<div key=${n(S)} id=${M(S)}
          class="row" role="option" aria-selected=${n(S)===r} aria-setsize=${e.length}
          aria-posinset=${d+E+1} onClick=${()=>s(n(S))}
          style=${{top:`${(d+E)*t}px`,height:`${t}px`}}>
        ${o(S)}
      </div>`)}
    </div>
  </div>`}function Os(e,t,n){let o=t*n;o<e.scrollTop?e.scrollTop=o:o+n>e.scrollTop+e.clientHeight&&(e.scrollTop=o+n-e.clientHeight)}var K=y(Eo());addEventListener("hashchange",()=>K.value=Eo());function Eo(){let t=location.hash.replace(/^#\/?/,"").split("/").filter(Boolean).map(Ms);return t.length?t:["overview"]}function Ms(e){try{return decodeURIComponent(e)}catch{return e}}function C(...e){return`#/${e.map(encodeURIComponent).join("/")}`}function te(...e){location.hash=C(...e)}function No(e){return e.map((t,n)=>{let o=e[n-1],r=!o||t.previous_id===void 0||t.previous_id===o.event_id;return{...t,holds:r}}).reverse()}var Ao="/mcp/theater",cn=200;function Oo({id:e,turn:t}){let n=A(()=>m.read(Ao,`theater://events/${encodeURIComponent(e)}?limit=${cn}`),[e,t]),o=No(n.value??[]),r=o.filter(i=>!i.holds).length,s=o.length>0&&a`<${k} tone=${r?"bad":"good"}>${r?`${H(r,"link")} broken`:"linked"}<//>`;return a`<${$} title="Its life, newest first" aside=${s}>
    <${g} error=${n.error} />
    ${!o.length&&a`<p class="dim">No event yet.</p>`}
    <ol class="timeline">${o.map(i=>a`<li key=${i.event_id} id=${`event-${i.event_id}`}><${Is} event=${i} /></li>`)}</ol>
    ${o.length===cn&&a`<p class="hint">The last ${cn}; older ones are in the resource <code>theater://events/${e}</code>.</p>`}
  <//>`}function Is({event:e}){let t=h(!1);return a`<div><details open=${t.value} onToggle=${n=>t.value=n.currentTarget.open}>
    <summary><time datetime=${e.timestamp}>${X(e.timestamp)}</time> <strong>${e.type}</strong> <span class="dim">${ht(e.data,90)}</span>
      ${!e.holds&&a`<${k} tone="bad">does not name the one before<//>`}</summary>
    ${t.value&&a`<p class="hint">Hash <code>${e.event_id}</code>${e.parent_id&&a`, follows from <${jo} id=${e.parent_id} />`}
        ${e.children?.length>0&&a`, led to ${e.children.map(n=>a`<${jo} key=${n.id} id=${n.id} /> `)}`}</p>
      <${$e} value=${e.data} open=${2} />`}
  </details></div>`}function jo({id:e}){let t=h(!1),n=A(()=>t.value?m.read(Ao,`theater://event/${encodeURIComponent(e)}`):null,[t.value]);return n.value?a`<code>${ce(e)}</code> (<a href=${`#/actors/${encodeURIComponent(n.value.actor_id)}`}>${n.value.type} of ${ce(n.value.actor_id)}</a>)`:a`<button type="button" class="link" onClick=${()=>t.value=!0}><code>${ce(e)}</code></button>`}function un(e){return btoa(String.fromCharCode(...new TextEncoder().encode(e)))}function _t(e){try{let t=Uint8Array.from(atob(e),n=>n.charCodeAt(0));return new TextDecoder("utf-8",{fatal:!0}).decode(t)}catch{return e}}var Ke="/mcp/theater";function Mo({id:e}){let t=h(""),n=x(async r=>{let s=await m.call(Ke,r,{actor_id:e,data:un(t.value)});return r==="request_message"?s.text??_t(s.data??""):"Delivered."});return a`<${$} title="Talk to it"><form onSubmit=${r=>{r.preventDefault(),n.run("request_message")}}>
    <label class="hidden" for="talk">Message</label>
    <textarea id="talk" class="mono" rows="2" spellcheck="false" value=${t.value} onInput=${r=>t.value=r.currentTarget.value}></textarea>
    <div class="actions below">
      <button class="primary" disabled=${n.busy}>Request an answer</button>
      <button type="button" disabled=${n.busy} onClick=${()=>n.run("send_message")}>Send</button>
    </div>
    <${g} error=${n.error} />
    <div aria-live="polite">${n.value!==void 0&&a`<${Z} tone="good"><span class="pre">${n.value}</span><//>`}</div>
  </form><//>`}function Io({id:e}){let t=h(null),n=h([]),o=h(""),r=x(async()=>{let{channel_id:f,message:p}=await m.call(Ke,"open_channel",{actor_id:e});t.value=f,n.value=p?[{from:"actor",text:_t(p)}]:[]}),s=x(async()=>{await m.call(Ke,"send_on_channel",{channel_id:t.value,message:un(o.value)}),n.value=[...n.value,{from:"you",text:o.value}],o.value=""}),i=x(async()=>{await m.call(Ke,"close_channel",{channel_id:t.value}),t.value=null});if(Ps(t.value,n),!ee("theater","open_channel"))return null;let l=f=>{f.preventDefault(),s.run()},u=t.value&&a`<button type="button" onClick=${i.run} disabled=${i.busy}>Close</button>`;return a`<${$} title="Channel" aside=${u}>
    <${g} error=${r.error??s.error??i.error} />
    ${!t.value&&a`<button type="button" onClick=${r.run} disabled=${r.busy}>Open a channel</button>`}
    ${t.value&&a`<ol class="said" aria-live="polite">${n.value.map((f,p)=>a`<li key=${p} class=${f.from}>
        <span class="dim">${f.from}</span> <span class="pre">${f.text}</span></li>`)}</ol>
      <form class="line" onSubmit=${l}>
        <label class="hidden" for="channel-text">On the channel</label>
        <input id="channel-text" value=${o.value} onInput=${f=>o.value=f.currentTarget.value} />
        <button disabled=${s.busy}>Send</button>
      </form>`}
  <//>`}function Ps(e,t){let n=oe("theater",s=>s.kind==="channel.changed"),o=A(async()=>e?m.read(Ke,`theater://channel/${encodeURIComponent(e)}`):null,[e,n]),r=o.value?.channel_id===e?o.value?.messages??[]:[];P(()=>{let s=new Set(t.value.map(l=>l.number)),i=r.filter(l=>!s.has(l.number));i.length&&(t.value=[...t.value,...i.map(l=>({from:"actor",number:l.number,text:l.text??_t(l.data)}))])},[r.length])}var Ge="/mcp/theater",Ls=["start_actor","stop_actor","restart_actor","send_message","request_message"],Po={RUNNING:"good",FAILED:"bad",STOPPED:"plain"};function Lo(){return a`<${se} title="Actors" name="theater" tools=${Ls}><${Ds} /><//>`}function Ds(){let e=K.value[1],t=oe("theater"),n=A(()=>m.read(Ge,"theater://actors"),[t]),o=n.value?.actors??[];return a`<${D} title="Actors">WebAssembly in a sandbox; every event of an actor's life is a link in its chain.<//>
    <${g} error=${n.error} />
    <div class="split narrow-left">
      <div class="stack">
        <${$} class="list">
          ${!o.length&&a`<${O} title="No actor runs" />`}
          ${o.length>0&&a`<${vt} id="actor" label="Actors" items=${o} height=${44} chosen=${e} keyOf=${r=>r.id}
            choose=${r=>te("actors",r)} render=${r=>a`<span class="actor-line"><strong>${r.name}</strong> <${k} tone=${Po[r.status]??"warn"}>${r.status.toLowerCase()}<//></span>`} />
            <p class="list-foot">${I(n.value.total)} in all</p>`}
        <//>
      </div>
      <div class="stack">
        ${e&&a`<${Rs} key=${e} id=${e} turn=${t} />`}
        <${Hs} />
      </div>
    </div>`}function Rs({id:e,turn:t}){let n=encodeURIComponent(e),o=A(()=>m.read(Ge,`theater://actor/${n}`),[e,t]),r=A(()=>m.read(Ge,`theater://actor/${n}/state`),[e,t]),s=x(u=>m.call(Ge,u,{actor_id:e})),i=o.value,l=i&&a`<${k} tone=${Po[i.status]??"warn"}>${i.status.toLowerCase()}<//>
    <button type="button" disabled=${s.busy} onClick=${()=>s.run("restart_actor")}>Restart</button>
    <button type="button" class="danger" disabled=${s.busy} onClick=${()=>s.run("stop_actor")}>Stop</button>
    <a href=${C("actors")}>Close</a>`;return a`<${$} title=${i?.name??"Actor"} aside=${l}>
      <${g} error=${o.error??s.error} />
      ${i&&a`<${Y} rows=${[["Id",a`<code>${i.id}</code>`],["Since",a`<time datetime=${i.created_at}>${re(i.created_at)}</time>`],["Failure",i.failure&&JSON.stringify(i.failure)],...qs(i.metrics??{}),["Parent",i.parent&&a`<a href=${C("actors",i.parent)}>${i.parent}</a>`],["Children",i.children?.length>0&&i.children.map(u=>a`<a key=${u} href=${C("actors",u)}>${u}</a> `)]]} />`}
      <h3>State</h3>
      ${r.error?a`<${g} error=${r.error} />`:a`<${$e} value=${r.value??null} open=${2} />`}
    <//>
    <${Mo} id=${e} />
    <${Io} id=${e} />
    <${Oo} id=${e} turn=${t} />`}function qs(e){return[["Handled",e.operations!==void 0&&`${I(e.operations)}, ${I(e.failed_operations)} failed`],["Slowest",e.max_processing_ns>0&&me(e.max_processing_ns/1e9)],["Memory",e.memory_bytes>0&&$t(e.memory_bytes)],["Waiting",e.queued_messages>0&&I(e.queued_messages)],["Restarts",e.restarts>0&&I(e.restarts)],["Age",e.age_seconds>0&&mt(e.age_seconds)]]}function Hs(){let e=h(""),t=h(""),n=x(async()=>{let r=t.value.trim()?{initial_state:JSON.parse(t.value)}:{},s=await m.call(Ge,"start_actor",{manifest:e.value,...r});te("actors",s.actor_id??s.id)});return a`<${$} title="Start an actor"><form onSubmit=${r=>{r.preventDefault(),n.run()}}>
    <${B} label="Manifest" id="manifest" hint="Its text, or the path of its file.">
      <textarea id="manifest" class="mono" rows="6" spellcheck="false" data-search aria-describedby="manifest-hint" value=${e.value}
        onInput=${r=>e.value=r.currentTarget.value}></textarea><//>
    <${B} label="First state" id="initial" hint="A JSON object, or nothing.">
      <textarea id="initial" class="mono" rows="1" spellcheck="false" aria-describedby="initial-hint" value=${t.value}
        onInput=${r=>t.value=r.currentTarget.value}></textarea><//>
    <button class="primary" disabled=${n.busy||!e.value.trim()}>${n.busy?"Starting":"Start"}</button>
    <${g} error=${n.error} />
  </form><//>`}var Ws="/mcp/orchestrator",Qe=y([]),gt=y(null);async function bt(){if(ee("orchestrator","list_pending_approvals"))try{Qe.value=(await m.read(Ws,"approvals://pending")).pending,gt.value=null}catch(e){gt.value=e}}var Bs=/^(job|approval|session)\./;Me(e=>{e.some(n=>n.service==="orchestrator"&&Bs.test(n.kind)&&n.kind!=="job.progress")&&bt()});F(()=>{j.value==="live"&&z.value.length&&bt()});var Fs="/mcp/orchestrator",Us=["list_pending_approvals","approve_job","deny_job"],Js={deploy:"bad",push:"bad",shell:"warn",write:"accent"};function pn(){let e=Qe.value.length;return e>0&&a`<span class="tally">${e}<span class="hidden"> waiting</span></span>`}pn.count=()=>Qe.value.length;function Do(){return a`<${se} title="Approvals" name="orchestrator" tools=${Us}><${zs} /><//>`}function zs(){let e=h(""),t=Qe.value;return a`<${D} title="Approvals">An agent waits until a person answers; the answer is for this exact command.<//>
    <div aria-live="polite">${e.value&&a`<${Z} tone="good">${e.value}<//>`}</div>
    <${g} error=${gt.value} />
    ${!t.length&&a`<${$}><${O} title="Nothing waits for you" /><//>`}
    <div class="stack">${t.map(n=>a`<${Vs} key=${n.approval_id??n.job_id} asked=${n} say=${o=>e.value=o} />`)}</div>`}function Vs({asked:e,say:t}){let n=h(""),o=x(async(i,l)=>{let{message:u}=await m.call(Fs,i,{job_id:e.job_id,...l});t(u),await bt()}),r=e.approval_id?{approval_id:e.approval_id}:{},s=e.scopes??[e.approval_scope];return a`<${$} class="question" title=${e.instruction}
      aside=${s.map(i=>a`<${k} key=${i} tone=${Js[i]??"warn"}>${i}<//>`)}>
    ${e.command&&a`<${W} label="The exact command" text=${e.command} />`}
    <${Y} rows=${[["Job",a`<a href=${C("jobs",e.job_id)}>${ce(e.job_id,18)}</a>`],["Session",`${e.session_id} of ${e.project_id}`],["Tool",e.tool],["Asked",a`<time datetime=${e.created_at}>${re(e.created_at)}</time>`],["Expires",e.expires_at&&a`<time datetime=${e.expires_at}>${X(e.expires_at)}</time>`],["Digest",e.digest&&a`<code>${ce(e.digest,24)}</code>`],["Approved by",e.approvers?.length?e.approvers.join(", "):""]]} />
    <${g} error=${o.error} />
    <${B} label="Reason, if you deny it" id=${`reason-${e.job_id}`}>
      <input id=${`reason-${e.job_id}`} value=${n.value} onInput=${i=>n.value=i.currentTarget.value} />
    <//>
    <div class="actions">
      <button type="button" class="primary" disabled=${o.busy} onClick=${()=>o.run("approve_job",r)}>Approve</button>
      <button type="button" disabled=${o.busy} onClick=${()=>o.run("approve_job",{...r,scope:"job"})}>Allow for this job</button>
      <button type="button" class="danger" disabled=${o.busy}
        onClick=${()=>o.run("deny_job",n.value.trim()?{reason:n.value.trim()}:{})}>Deny</button>
    </div>
  <//>`}function Ro(e,t){let n=t.trim().split(/\s+/).filter(Boolean);if(!n.length)return[e,"",""];let o=n.map(i=>i.replace(/[.*+?^${}()|[\]\\]/g,"\\$&")).join("\\s+"),r=new RegExp(o,"u").exec(e);if(!r)return[e,"",""];let s=r.index+r[0].length;return[e.slice(0,r.index),r[0],e.slice(s)]}var fn=y("");function qo(e){fn.value=e??""}function Ho(e,t){return t?.source_number?C("avatars",e,"source",t.source_number,t.page_label??t.page_index??1):null}function Wo({id:e,number:t,label:n}){let o=`avatar://${encodeURIComponent(e)}/source/${t}/page/${encodeURIComponent(n)}`,r=A(()=>m.read("/mcp/avatar",o),[o]),s=G(null);P(()=>s.current?.scrollIntoView({block:"center"}),[r.value,fn.value]);let[i,l,u]=Ro(r.value??"",fn.value);return a`<${$} title=${`Source ${t}, page ${n}`} aside=${a`<a href=${C("avatars",e)}>Close</a>`}>
    <${g} error=${r.error} />
    <div class="page-text" tabindex="0" role="region" aria-label="Text of the page">${i}${l&&a`<mark ref=${s}>${l}</mark>`}${u}</div>
  <//>`}var Ks={high:"good",medium:"accent",low:"warn"};function Bo({id:e}){let t=h(""),n=x(r=>m.call("/mcp/avatar","generate_response",{avatar:e,question:r}));return a`<${$} title="Ask">
    <form class="line" onSubmit=${r=>{r.preventDefault(),t.value.trim()&&n.run(t.value.trim())}}>
      <label class="hidden" for="avatar-question">Question</label>
      <input id="avatar-question" data-search autocomplete="off" value=${t.value}
        onInput=${r=>t.value=r.currentTarget.value} />
      <button class="primary" disabled=${n.busy}>${n.busy?"Reading":"Ask"}</button>
    </form>
    <${g} error=${n.error} />
    <div aria-live="polite">${n.value&&a`<${Gs} id=${e} answer=${n.value} />`}</div>
  <//>`}function Gs({id:e,answer:t}){return a`<div class="answer">
    <p class="answer-text pre">${t.response}</p>
    <p><${k} tone=${Ks[t.confidence]??"plain"}>confidence ${t.confidence}<//>
      ${t.citations.length===0&&a` <span class="dim">no quotation, so no claim</span>`}</p>
    ${t.citations.length>0&&a`<h3>Quotations</h3>
      <ol class="evidence">${t.citations.map((n,o)=>a`<li key=${o}>
        <q>${n.quote}</q> <${dn} id=${e} cited=${n} quote=${n.quote} />
      </li>`)}</ol>`}
  </div>`}function dn({id:e,cited:t,quote:n}){let o=`${t.source}${t.page?`, page ${t.page}`:""}`,r=Ho(e,t._meta);return r?a`<a href=${r} onClick=${()=>qo(n)}><cite>${o}</cite></a>`:a`<cite>${o}</cite>`}function Fo({id:e}){let t=h(""),n=x(r=>m.call("/mcp/avatar","query_corpus",{avatar:e,query:r,limit:10,threshold:0}));return a`<${$} title="Search">
    <form class="line" onSubmit=${r=>{r.preventDefault(),t.value.trim()&&n.run(t.value.trim())}}>
      <label class="hidden" for="avatar-search">Words</label>
      <input id="avatar-search" type="search" value=${t.value} onInput=${r=>t.value=r.currentTarget.value} />
      <button disabled=${n.busy}>Search</button>
    </form>
    <${g} error=${n.error} />
    <div aria-live="polite">
      ${n.value?.passages.length===0&&a`<${O} title="No passage fits" />`}
      <ol class="passages">${n.value?.passages.map((r,s)=>a`<li key=${s}>
        <meter min="0" max="1" value=${r.score} aria-label=${`score ${r.score}`}></meter>
        <span class="dim">${r.score.toFixed(2)}</span>
        <${dn} id=${e} cited=${r} quote=${r.content} />
        <p class="clamp">${r.content}</p>
      </li>`)}</ol>
    </div>
  <//>`}var mn="/mcp/avatar",Qs=["query_corpus","generate_response","get_avatar_info"];function Uo(){return a`<${se} title="Avatars" name="avatar" tools=${Qs}><${Ys} /><//>`}function Ys(){let[,e,t,n,o]=K.value,r=oe("avatar"),s=A(async()=>(await m.list(mn,"resources/list","resources")).map(({uri:f})=>/^avatar:\/\/([^/]+)$/.exec(f)?.[1]).filter(Boolean).map(decodeURIComponent),[r]),i=s.value??[],l=e??i[0];return a`<${D} title="Avatars">Every claim is a quotation with its page, or the answer is that the writings do not say.<//>
    <${g} error=${s.error} />
    ${s.value&&!i.length&&a`<${$}><${O} title="No avatar yet">
      The command <code>ensemble avatar</code> makes one and adds writings to it.<//><//>`}
    ${i.length>0&&a`<div class="split narrow-left">
      <${$} title="Avatars" class="choice"><ul>${i.map(u=>a`<li key=${u}>
        <a href=${C("avatars",u)} aria-current=${u===l?"true":void 0}>${u}</a></li>`)}</ul><//>
      <div class="stack" key=${l}>
        ${t==="source"&&a`<${Wo} id=${l} number=${n} label=${o} />`}
        <${Bo} id=${l} />
        <${Fo} id=${l} />
        <${Zs} id=${l} turn=${r} />
      </div>
    </div>`}`}function Zs({id:e,turn:t}){let n=A(()=>m.call(mn,"get_avatar_info",{avatar:e}),[e,t]),o=A(()=>m.read(mn,`avatar://${encodeURIComponent(e)}/sources`),[e,t]),r=n.value;return a`<${$} title=${r?.name??e}>
    <${g} error=${n.error??o.error} />
    ${r&&a`<p>${r.description}</p>
      <${Y} rows=${[["Writings",`${H(r.document_count,"document")}, ${I(r.corpus_size)} words`],["Knows about",r.expertise?.map(s=>a`<${k} key=${s}>${s}<//> `)]]} />`}
    ${o.value?.sources?.length>0&&a`<h3>Works</h3>
      <ol class="works">${o.value.sources.map(s=>a`<li key=${s.id}>
        <a href=${C("avatars",e,"source",s.number,"1")}>${s.title}</a>
        <span class="dim">${[s.year,s.pages>0&&H(s.pages,"page"),`${I(s.words)} words`].filter(Boolean).join(", ")}</span>
        ${s.warnings?.map(i=>a`<div class="hint" key=${i}>${i}</div>`)}
      </li>`)}</ol>`}
  <//>`}var $n="/mcp/orchestrator",Jo=500,Xs={done:"good",failed:"bad",canceled:"plain",running:"accent",waiting_approval:"warn"};function zo({id:e,turn:t}){let n=oe("orchestrator",f=>f.data?.job_id===e),o=A(async()=>(await m.call($n,"get_job",{job_id:e})).job,[e,t]),r=A(()=>m.call($n,"get_job_logs",{job_id:e,tail:Jo}),[e,t,n]),s=x(()=>m.call($n,"cancel_job",{job_id:e,reason:"canceled in the console"})),i=o.value;P(()=>scrollTo(0,0),[e]);let l=i&&!i.finished_at,u=i&&a`<${k} tone=${Xs[i.status]??"plain"}>${i.status.replace("_"," ")}<//>
    ${l&&a`<button type="button" class="danger" disabled=${s.busy} onClick=${s.run}>Cancel</button>`}
    <a href=${C("jobs")}>Close</a>`;return a`<${$} title=${i?.instruction??"Job"} aside=${u} class="job">
    <${g} error=${o.error??s.error} />
    ${i&&a`<${Y} rows=${[["Session",`${i.session_id} of ${i.project_id}`],["Waits for",i.status==="waiting_approval"&&a`<a href=${C("approvals")}>your answer: ${i.approval_scope}</a>`],["Began",i.started_at&&X(i.started_at)],["Ended",i.finished_at&&X(i.finished_at)],["Cost",i.cost_usd>0&&`$${i.cost_usd.toFixed(2)}`],["Result",i.result_summary],["Error",i.error],["Files",i.files_changed?.length>0&&a`<ul>${i.files_changed.map(f=>a`<li key=${f}><code>${f}</code></li>`)}</ul>`]]} />`}
    <h3>What it printed${r.value?.truncated?`, the last ${Jo} lines`:""}</h3>
    <${ea} text=${r.value?.content??""} error=${r.error} />
  <//>`}function ea({text:e,error:t}){let n=G(null),o=G(!0),r=({currentTarget:s})=>o.current=s.scrollTop+s.clientHeight>s.scrollHeight-20;return P(()=>{o.current&&n.current&&(n.current.scrollTop=n.current.scrollHeight)},[e]),t?a`<${g} error=${t} />`:a`<pre class="log" ref=${n} onScroll=${r} tabindex="0" aria-label="Log">${e||"Nothing yet."}</pre>`}var hn="/mcp/orchestrator";function Vo({sessions:e}){let t=e[0]?.session_id??"",n=h({session_id:"",instruction:""}),o=x(async()=>{let s=n.value.session_id||t,{job:i}=await m.call(hn,"run_instruction",{session_id:s,instruction:n.value.instruction});n.value={...n.value,instruction:""},te("jobs",i.job_id)}),r=s=>i=>n.value={...n.value,[s]:i.currentTarget.value};return a`<${$} title="New job"><form onSubmit=${vn(o)}>
    <${B} label="Session" id="job-session"><select id="job-session" value=${n.value.session_id||t} onChange=${r("session_id")}>
      ${e.map(s=>a`<option key=${s.session_id} value=${s.session_id}>${s.session_id} ${s.display_name}</option>`)}
    </select><//>
    <${B} label="Instruction" id="job-instruction">
      <textarea id="job-instruction" rows="2" value=${n.value.instruction} onInput=${r("instruction")}></textarea><//>
    <button class="primary" disabled=${o.busy||!e.length||!n.value.instruction.trim()}>Queue it</button>
    <${g} error=${o.error} />
  </form><//>`}function Ko({projects:e}){let t=e[0]?.project_id??"",n=h({project_id:"",branch:"",display_name:""}),o=x(async()=>{let{project_id:s,branch:i,display_name:l}=n.value,u=l.trim()?{display_name:l.trim()}:{};await m.call(hn,"create_session",{project_id:s||t,branch:i.trim(),...u}),n.value={project_id:s,branch:"",display_name:""}}),r=s=>i=>n.value={...n.value,[s]:i.currentTarget.value};return a`<${$} title="New session"><form onSubmit=${vn(o)}>
    <${B} label="Project" id="session-project"><select id="session-project" value=${n.value.project_id||t} onChange=${r("project_id")}>
      ${e.map(s=>a`<option key=${s.project_id} value=${s.project_id}>${s.name}</option>`)}
    </select><//>
    <${B} label="Branch" id="session-branch" hint="Made if it does not exist.">
      <input id="session-branch" spellcheck="false" aria-describedby="session-branch-hint" value=${n.value.branch} onInput=${r("branch")} /><//>
    <${B} label="Name" id="session-display"><input id="session-display" value=${n.value.display_name} onInput=${r("display_name")} /><//>
    <button disabled=${o.busy||!e.length||!n.value.branch.trim()}>Make it</button>
    <${g} error=${o.error} />
  </form><//>`}function Go(){let e=h(""),t=x(async()=>{await m.call(hn,"register_project",{path:e.value.trim()}),e.value=""});return a`<${$} title="New project"><form onSubmit=${vn(t)}>
    <${B} label="Folder of a git repository" id="project-path">
      <input id="project-path" spellcheck="false" value=${e.value} onInput=${n=>e.value=n.currentTarget.value} /><//>
    <button disabled=${t.busy||!e.value.trim()}>Register it</button>
    <${g} error=${t.error} />
  </form><//>`}function vn(e){return t=>{t.preventDefault(),e.run()}}var ta={running:"accent",blocked:"warn",idle:"plain"};function Qo({projects:e,sessions:t}){let n=x(o=>m.call("/mcp/orchestrator","close_session",{session_id:o}));return a`<${$} title="Projects and sessions">
    <${g} error=${n.error} />
    ${n.value&&a`<${Z} tone="good">${n.value.message}<//>`}
    ${!e.length&&a`<${O} title="No project yet">Register a repository to begin.<//>`}
    ${e.map(o=>a`<div key=${o.project_id} class="project">
      <h3>${o.name} <code>${o.path}</code></h3>
      <ul>${t.filter(r=>r.project_id===o.project_id).map(r=>a`<li key=${r.session_id}>
        <div><strong>${r.session_id}</strong> ${r.display_name} <code>${r.branch}</code>
          <div class="hint">${r.blocked_reason??r.last_summary??""} ${re(r.last_activity_at)}</div></div>
        <div class="actions"><${k} tone=${ta[r.state]??"plain"}>${r.state}<//>
          <button type="button" class="quiet" disabled=${n.busy} aria-label=${`Close session ${r.session_id}`}
            onClick=${()=>n.run(r.session_id)}>Close</button></div>
      </li>`)}</ul>
    </div>`)}
  <//>`}var _n="/mcp/orchestrator",na=["list_projects","list_sessions","list_jobs","run_instruction"],oa=[["Queued",["queued"]],["Running",["running"]],["Waiting for you",["waiting_approval"]],["Done",["done"]],["Not done",["failed","canceled"]]];function Yo(){return a`<${se} title="Jobs" name="orchestrator" tools=${na}><${ra} /><//>`}function ra(){let e=oe("orchestrator",i=>i.kind!=="job.progress"),t=A(async()=>{let[{projects:i},{sessions:l},{jobs:u}]=await Promise.all([m.read(_n,"projects://list"),m.read(_n,"sessions://active"),m.call(_n,"list_jobs",{limit:100})]);return{projects:i,sessions:l,jobs:u}},[e]),n=K.value[1],{projects:o=[],sessions:r=[],jobs:s=[]}=t.value??{};return a`<${D} title="Jobs">Coding agents on real repositories, each session in a worktree of its own.<//>
    <${g} error=${t.error} />
    ${n&&a`<${zo} key=${n} id=${n} turn=${e} />`}
    <${sa} jobs=${s} current=${n} />
    <div class="grid top">
      <${Qo} projects=${o} sessions=${r} />
      <div class="stack">
        <${Vo} sessions=${r} />
        <${Ko} projects=${o} />
        <${Go} />
      </div>
    </div>`}function sa({jobs:e,current:t}){return e.length?a`<div class="board">${oa.map(([n,o])=>{let r=e.filter(s=>o.includes(s.status));return a`<section key=${n} class="lane" aria-label=${n}>
      <h2>${n} <span class="dim">${r.length}</span></h2>
      <ul>${r.slice(0,30).map(s=>a`<li key=${s.job_id}>
        <a href=${C("jobs",s.job_id)} aria-current=${s.job_id===t?"true":void 0}>
          <span class="clamp">${s.instruction}</span>
          <span class="hint">${s.session_id} · ${re(s.finished_at??s.started_at??s.created_at)}</span>
          ${s.status==="failed"&&a`<${k} tone="bad">failed<//>`}
        </a>
      </li>`)}</ul>
    </section>`})}</div>`:a`<${$}><${O} title="No job yet">Give a session an instruction below.<//><//>`}function yt({event:e}){return a`<span class="event-line">
    <span class="seq">#${e.seq}</span>${" "}
    <time datetime=${e.at}>${X(e.at)}</time>${" "}
    <span class=${`service ${e.service}`}>${e.service}</span>${" "}
    <span class="kind">${e.kind}</span>${" "}
    <span class="gist">${ht(e.data)}</span>
  </span>`}var he=y({busy:!1});async function Zo(){if(!he.value.busy){he.value={busy:!0};try{let e=({progress:o,total:r})=>he.value={busy:!0,done:o,total:r},t={name:"verify_audit",arguments:{},_meta:{progressToken:"verify"}},n=await m.request("/mcp/house","tools/call",t,{progress:e});if(n.isError)throw new Error(n.content?.[0]?.text??"the check failed");he.value={busy:!1,result:n.structuredContent,at:new Date().toISOString()}}catch(e){he.value={busy:!1,error:e}}}}function wt(){let{busy:e,done:t,total:n}=he.value,o=n?` ${Math.round(100*t/n)} %`:"";return a`<button type="button" onClick=${Zo} disabled=${e}>${e?`Checking${o}`:"Verify now"}</button>`}function kt(){let{result:e,error:t,at:n}=he.value;return a`<div class="verdict" aria-live="polite">
    ${t&&a`<${g} error=${t} />`}
    ${e?.ok&&a`<${k} tone="good">Verified<//>
      <span>${H(e.events,"event")} up to #${I(e.head)}, every link, at ${X(n)}</span>`}
    ${e&&!e.ok&&a`<${Z} tone="bad" title="The journal is not as it was written">
      <ul>${e.faults.map(o=>a`<li key=${o}>${o}</li>`)}</ul>
    <//>`}
    ${!e&&!t&&a`<span class="dim">Not checked in this tab yet</span>`}
  </div>`}function gn(e,t){return["service","kind","stream","principal"].every(n=>!e[n]||e[n]===t[n])}function Xo(e,t,{limit:n=1e3,floor:o=0}={}){let r=t,s=500;async function i(l,u){let f=[],p=l;for(;p<u-1;){let v=await e(p,n),d=v.filter(c=>c.seq<u);if(f.push(...d),v.length<n||d.length<v.length)break;p=v.at(-1).seq}return f}return{get done(){return r<=o+1},get low(){return r},async older(){for(;r>o+1;){let l=Math.max(o,r-1-s),u=await i(l,r);if(r=l+1,s=u.length<n/2?Math.min(s*4,1048576):500,u.length)return u.reverse()}return[]}}}var bn=1e3;function er(e){let t=y([]),n=y(0),o=y(!1),r=y(!1),s=y(null),i=null,l=0;async function u(){if(!(r.value||o.value||!i)){r.value=!0;try{let d=await i.older();t.value=[...t.value,...d],n.value=i.low,o.value=i.done,s.value=null}catch(d){d instanceof Q||(s.value=d)}finally{r.value=!1}}}function f(){let d=Se.peek();t.value=d.filter(b=>gn(e,b)).reverse();let c=d.length?d[0].seq:V.peek()+1;l=d.length?d.at(-1).seq:V.peek(),i=Xo((b,w)=>tr(e,b,w),c,{limit:bn,floor:ze.peek()}),n.value=c,o.value=i.done,t.peek().length<100&&u()}function p(){let d=Me(_=>{let b=_.filter(w=>w.seq>l&&gn(e,w)).reverse();l=Math.max(l,_.at(-1).seq),b.length&&(t.value=[...b,...t.peek()])}),c=F(()=>{V.value>0&&!i&&queueMicrotask(()=>i??f())});return()=>{d(),c()}}return{rows:t,low:n,done:o,busy:r,error:s,more:u,start:p,find:d=>t.value.find(c=>c.seq===d)}}async function tr(e,t,n){let o=Object.fromEntries(Object.entries(e).filter(([,s])=>s));return Object.keys(o).length?(await m.call("/mcp/house","list_events",{...o,after:t,limit:n})).events:(await Ve(t,n)).events}async function nr(e){let t=[],n=ze.peek();for(;;){let s=await tr(e,n,bn);if(t.push(...s.map(i=>`${JSON.stringify(i)}
`)),s.length<bn)break;n=s.at(-1).seq}let o=URL.createObjectURL(new Blob(t,{type:"application/x-ndjson"})),r=document.createElement("a");return r.href=o,r.download="ensemble-journal.jsonl",r.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4),t.length}function or(){let e=h({service:"",kind:"",stream:"",principal:""}),t=aa(e.value),n=Number(K.value[1])||null,o=i=>te("journal",i),r=x(()=>nr(e.value));if(Oe.value)return a`<${D} title="Journal" /><${O} title="Not served by this server">It runs without the house's own service.<//>`;let s=a`<${wt} />
    <button type="button" onClick=${r.run} disabled=${r.busy}>${r.busy?"Exporting":"Export"}</button>`;return a`<${D} title="Journal" actions=${s}>
      Everything that happened, hash-chained. <span class="nowrap">${H(V.value,"event")}.</span>
    <//>
    <${kt} />
    <${g} error=${r.error??t.error.value} />
    <${ia} filter=${e} />
    <div class="split">
      <${la} reel=${t} chosen=${n} choose=${o} />
      <${ca} reel=${t} seq=${n} />
    </div>`}function aa(e){let t=JSON.stringify(e),n=de(()=>er(e),[t]);return P(()=>n.start(),[n]),n}function ia({filter:e}){let t=r=>s=>{let i=s.currentTarget.value.trim();i!==e.value[r]&&(e.value={...e.value,[r]:i})},n=z.value.map(r=>r.name),o=(r,s)=>a`<label>${s}
    <input type="search" value=${e.value[r]} onChange=${t(r)} data-search=${r==="kind"} spellcheck="false" /></label>`;return a`<form class="filters" role="search" aria-label="Filter events" onSubmit=${r=>r.preventDefault()}>
    <label>Service
      <select value=${e.value.service} onChange=${t("service")}>
        <option value="">all</option>
        ${n.map(r=>a`<option key=${r} value=${r}>${r}</option>`)}
      </select>
    </label>
    ${o("kind","Kind")}${o("stream","Stream")}${o("principal","Person")}
  </form>`}function la({reel:e,chosen:t,choose:n}){let o=e.rows.value;if(!o.length&&e.done.value)return a`<${$} class="list"><${O} title="No event matches">Take a filter away to see more.<//><//>`;let r=e.done.value?`${H(o.length,"event")}, all there are`:`${H(o.length,"event")}, back to #${I(e.low.value)}`;return a`<${$} class="list">
    <${vt} id="event" label="Events, newest first" items=${o} keyOf=${s=>s.seq}
      chosen=${t} choose=${n} onEnd=${e.more} render=${s=>a`<${yt} event=${s} />`} />
    <p class="list-foot"><span>${r}</span>
      ${!e.done.value&&a`<button type="button" class="link" onClick=${e.more} disabled=${e.busy.value}>Look further back</button>`}
    </p>
  <//>`}function ca({reel:e,seq:t}){let n=t&&e.find(t),o=A(()=>t&&!n?Ve(t-1,1):null,[t]),r=n||o.value?.events.find(s=>s.seq===t);return r?a`<${$} class="detail" title=${`#${I(r.seq)} ${r.kind}`} aside=${a`<${xe} label="Copy JSON" text=${()=>JSON.stringify(r,null,2)} />`}>
    <${Y} rows=${[["When",a`<time datetime=${r.at}>${r.at}</time>`],["Service",r.service],["Stream",a`<code>${r.stream}</code>`],["Person",r.principal],["Hash",a`<code class="wrap">${r.hash}</code>`],["Touches",r.touches?.length?r.touches.map(s=>a`<${k} key=${s}>${s}<//>`):""]]} />
    <h3>What happened</h3>
    <${$e} value=${r.data} open=${3} />
  <//>`:a`<${$} class="detail"><${O} title="Choose an event">It shows what exactly was recorded, and its link in the chain.<//><//>`}var ua=/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/,pa=/(\w+)="((?:[^"\\]|\\.)*)"/g;function sr(e){let t=[];for(let n of e.split(`
`)){if(!n||n.startsWith("#"))continue;let o=ua.exec(n);if(!o)continue;let r=Object.fromEntries([...(o[2]??"").matchAll(pa)].map(([,s,i])=>[s,i]));t.push({name:o[1],labels:r,value:Number(o[3])})}return t}var rr="mcp_server_operation_duration_seconds";function yn(e){let t=e.filter(s=>s.labels.mcp_method_name==="tools/call"),n=t.filter(s=>s.name===`${rr}_count`),o=new Map;for(let s of t.filter(i=>i.name===`${rr}_bucket`)){let i=s.labels.le==="+Inf"?1/0:Number(s.labels.le);o.set(i,(o.get(i)??0)+s.value)}let r=s=>s.reduce((i,l)=>i+l.value,0);return{total:r(n),failed:r(n.filter(s=>s.labels.error_type)),buckets:[...o].sort(([s],[i])=>s-i)}}function wn(e,t){let n=e.at(-1)?.[1]??0;if(!n)return NaN;let o=e.find(([,r])=>r>=t*n);return o[0]!==1/0?o[0]:e.at(-2)?.[0]??NaN}function ar(e){return{connections:e.filter(n=>n.name==="ensemble_connections").map(n=>[n.labels.network_protocol_name,n.value]),subscriptions:e.find(n=>n.name==="ensemble_subscriptions")?.value??0,refused:e.filter(n=>n.name==="ensemble_refused_total").map(n=>[n.labels.reason,n.value])}}function da(e,t,n,o=Math.max(...e,0)){if(e.length<2)return"";let r=t/(e.length-1),s=i=>o>0?n-i/o*(n-2)-1:n-1;return e.map((i,l)=>`${l?"L":"M"}${(l*r).toFixed(1)} ${s(i).toFixed(1)}`).join("")}function ir({values:e,label:t,width:n=320,height:o=56}){let r=da(e,n,o);return a`<svg class="chart" viewBox=${`0 0 ${n} ${o}`} preserveAspectRatio="none" role="img" aria-label=${t}>
    ${r&&a`<path class="chart-area" d=${`${r}L${n} ${o}L0 ${o}Z`} />`}
    ${r&&a`<path class="chart-line" d=${r} />`}
  </svg>`}var lr=5e3,ma=60;function cr(){let t=A(()=>m.read("/mcp/house","ensemble://status"),[V.value]).value,n=t&&a`Version ${t.version}, up for ${mt(t.uptime_seconds)}, process ${t.pid}.`;return a`<${D} title="Overview">${n||"What runs here, and what it did last."}<//>
    <div class="grid">
      <${$a} />
      <${ha} />
      <${ga} listeners=${t?.listeners} />
      <${ba} journal=${t?.journal} />
      <${ya} />
    </div>`}function $a(){return a`<${$} title="Services" class="wide">
    <ul class="services">
      ${z.value.map(e=>a`<li key=${e.name}>
        <div><span class=${`service ${e.name}`}>${e.name}</span> <span class="dim">${e.about.description}</span></div>
        <div class="services-state">
          ${e.tools.length?a`<a href=${C("playground",e.name)}>${H(e.tools.length,"tool")}</a>`:a`<span class="dim">no tools</span>`}
          <${k} tone=${e.ready?"good":"bad"}>${e.ready?"ready":"not ready"}<//>
        </div>
        ${e.reason&&a`<div class="hint">${e.reason}</div>`}
      </li>`)}
    </ul>
  <//>`}function ha(){let{now:e,rates:t}=_a(),n=e&&yn(e),o=e&&ar(e),r=t.at(-1)??0,s=`Tool calls a minute over the last ${Math.round(t.length*lr/6e4)} minutes, now ${r.toFixed(0)}`;return a`<${$} title="Calls">
    <p class="figure"><strong>${r.toFixed(0)}</strong> <span class="dim">tool calls a minute</span></p>
    ${t.length>1&&a`<${ir} values=${t} label=${s} />`}
    ${n&&a`<${Y} rows=${[["Since the start",`${I(n.total)}, ${I(n.failed)} failed`],["Half within",me(wn(n.buckets,.5))],["95 % within",me(wn(n.buckets,.95))],["Connections",va(o.connections)],["Subscriptions",I(o.subscriptions)],["Turned away",o.refused.map(([i,l])=>`${I(l)} for ${i}`).join(", ")]]} />`}
  <//>`}function va(e){let t=e.filter(([,n])=>n>0);return t.length?t.map(([n,o])=>`${I(o)} ${n}`).join(", "):"none held open"}function _a(){let e=h({now:null,rates:[],last:null});return P(()=>{let t=async()=>{if(document.visibilityState!=="visible"||j.peek()!=="live")return;let o=sr(await tn("/metrics").catch(()=>""));if(!o.length)return;let{rates:r,last:s}=e.peek(),i={at:performance.now(),total:yn(o).total},l=s&&(i.total-s.total)*6e4/(i.at-s.at),u=l===null?r:[...r,Math.max(0,l)].slice(-ma);e.value={now:o,rates:u,last:i}};t();let n=setInterval(t,lr);return()=>clearInterval(n)},[j.value==="live"]),e.value}function ga({listeners:e}){return a`<${$} title="Listens on">
    <${Y} rows=${[["HTTP",e?.http&&a`<code>${e.http}</code>`],["WebSocket",e?.http&&a`<code>${`ws://${e.http}/mcp`}</code>`],["TCP",e?.tcp&&a`<code>${e.tcp}</code>`],["Unix socket",e?.unix&&a`<code>${e.unix}</code>`],["Standard input",e?.stdio&&"yes"]]} />
    <p><a href=${C("setup")}>Connect a client</a></p>
  <//>`}function ba({journal:e}){return a`<${$} title="Journal" aside=${a`<${wt} />`}>
    <p class="figure"><strong>${I(V.value)}</strong> <span class="dim">${V.value===1?"event":"events"}</span></p>
    <${kt} />
    ${e&&a`<${Y} rows=${[["Head",a`<span class="hash"><code title=${e.hash}>${ce(e.hash,16)}…</code><${xe} text=${e.hash} /></span>`],["On disk",$t(e.file_bytes)],["Archived up to",e.archived_up_to?`#${I(e.archived_up_to)}`:""],["Failed commits",e.failed_commits||""]]} />`}
  <//>`}function ya(){let e=Se.value.slice(-12).reverse();return a`<${$} title="Just now" class="wide" aside=${a`<a href=${C("journal")}>The whole journal</a>`}>
    ${Oe.value&&a`<${O} title="This server keeps no journal for us">It runs without the house's own service.<//>`}
    ${!Oe.value&&!e.length&&a`<${O} title="Nothing has happened yet" />`}
    <ol class="recent">
      ${e.map(t=>a`<li key=${t.seq}>
        <a href=${C("journal",t.seq)}><${yt} event=${t} /></a>
      </li>`)}
    </ol>
  <//>`}function pr(e){let t=new Set(e?.required??[]);return Object.entries(e?.properties??{}).map(([o,r])=>{let s=xt(r,e);return{name:o,required:t.has(o),hint:s.description??r.description??"",fallback:s.default??r.default,...wa(s,e)}}).sort((o,r)=>Number(r.required)-Number(o.required))}function xt(e,t,n=0){if(e===!0||e===void 0||n>8)return{};if(e.$ref?.startsWith("#/")){let r=e.$ref.slice(2).split("/").reduce((s,i)=>s?.[i],t);return{...xt(r,t,n+1),...kn(e,"$ref")}}let o=(e.anyOf??e.oneOf??[]).filter(r=>r.type!=="null");return o.length===1?{...xt(o[0],t,n+1),...kn(e,"anyOf","oneOf")}:o.length&&o.every(r=>"const"in r)?{...kn(e,"anyOf","oneOf"),enum:o.map(r=>r.const)}:e}function kn(e,...t){return Object.fromEntries(Object.entries(e).filter(([n])=>!t.includes(n)))}function wa(e,t){let n=[e.type].flat().filter(i=>i&&i!=="null"),[o]=n.length===1?n:[],r=e.enum?.filter(i=>i!==null);if(r)return{control:"choice",choices:r};if(o==="boolean")return{control:"choice",choices:[!0,!1]};if(o==="integer"||o==="number")return{control:"number",whole:o==="integer",minimum:e.minimum,maximum:e.maximum};if(o==="string")return{control:"text"};let s=o==="array"&&xt(e.items,t);return s&&s.type==="string"&&!s.enum?{control:"lines"}:{control:"json"}}var ur="";function fr(e,t){let n={};for(let o of e){let r=t[o.name]??ur;if(r===ur){o.required&&o.control==="text"&&(n[o.name]="");continue}n[o.name]=ka(o,r)}return n}function ka(e,t){switch(e.control){case"choice":return e.choices.find(n=>String(n)===t);case"number":{let n=Number(t);if(!Number.isFinite(n))throw new Error(`\`${e.name}\` is not a number`);return n}case"lines":return t.split(`
`).filter(n=>n.trim()!=="");case"json":try{return JSON.parse(t)}catch(n){throw new Error(`\`${e.name}\` is not JSON: ${n.message}`)}default:return t}}function dr({fields:e,typed:t,change:n,id:o}){return e.length?e.map(r=>a`<${B} key=${r.name} id=${`${o}-${r.name}`} required=${r.required}
      label=${a`<code>${r.name}</code>`} hint=${xa(r)}>
    <${Sa} field=${r} id=${`${o}-${r.name}`} text=${t[r.name]??""}
      change=${s=>n(r.name,s.currentTarget.value)} />
  <//>`):a`<p class="dim">This tool takes no arguments.</p>`}function xa(e){let t=[];e.control==="lines"&&t.push("one a line"),e.control==="json"&&t.push("as JSON"),e.fallback!==void 0&&e.fallback!==null&&t.push(`${JSON.stringify(e.fallback)} if left empty`);let n=t.length?`(${t.join(", ")})`:"";return`${e.hint} ${n}`.trim()}function Sa({field:e,id:t,text:n,change:o}){let r={id:t,"aria-describedby":`${t}-hint`,value:n,onInput:o};if(e.control==="choice")return a`<select ...${r}>
      <option value="">${e.required?"choose":"left empty"}</option>
      ${e.choices.map(l=>a`<option key=${l} value=${String(l)}>${String(l)}</option>`)}
    </select>`;if(e.control==="number"){let l=e.whole?1:"any";return a`<input type="number" step=${l} min=${e.minimum} max=${e.maximum} ...${r} />`}let s=e.control==="text"?1:3,i=e.control==="json";return a`<textarea rows=${s} spellcheck=${!i} class=${i?"mono":""} ...${r}></textarea>`}var mr=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "type": "http",
      "url": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var $r=`{
  "mcpServers": {
    "ensemble": {
      "args": ["-y", "mcp-remote", "http://127.0.0.1:7420/mcp", "--allow-http", "--header", "Authorization:\${ENSEMBLE_BEARER}"],
      "command": "npx",
      "env": {
        "ENSEMBLE_BEARER": "Bearer ens_secret"
      }
    }
  }
}
`;var hr=`[mcp_servers.ensemble]
http_headers = { Authorization = "Bearer ens_secret" }
url = "http://127.0.0.1:7420/mcp"
`;var vr=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "url": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var _r=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "httpUrl": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var gr=`extensions:
  ensemble:
    description: "Actors, coding jobs, cited answers and proofs"
    enabled: true
    headers:
      Authorization: "Bearer ens_secret"
    name: "ensemble"
    timeout: 300
    type: "streamable_http"
    uri: "http://127.0.0.1:7420/mcp"
`;var br=`{
  "servers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "type": "http",
      "url": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var yr=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "serverUrl": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var wr=`{
  "context_servers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "url": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var Pa="http://127.0.0.1:7420/mcp",La="ens_secret",St="YOUR-TOKEN",Tt=[{name:"claude-code",title:"Claude Code",file:"~/.claude.json",sample:mr},{name:"claude-desktop",title:"Claude Desktop",file:"claude_desktop_config.json",sample:$r},{name:"cursor",title:"Cursor",file:"~/.cursor/mcp.json",sample:vr},{name:"vscode",title:"VS Code",file:"mcp.json of the user",sample:br},{name:"codex",title:"Codex",file:"~/.codex/config.toml",sample:hr},{name:"gemini",title:"Gemini CLI",file:"~/.gemini/settings.json",sample:_r},{name:"zed",title:"Zed",file:"settings.json",sample:wr},{name:"goose",title:"Goose",file:"config.yaml",sample:gr},{name:"windsurf",title:"Windsurf",file:"~/.codeium/windsurf/mcp_config.json",sample:yr}];function kr(e,t,n=St){return e.replaceAll(Pa,t).replaceAll(La,n).trimEnd()}function xr(e,t){let n={Authorization:`Bearer ${St}`};return JSON.stringify({mcpServers:{[e]:{type:"http",url:t,headers:n}}},null,2)}function Sr(e,t,n){let s=JSON.stringify({jsonrpc:"2.0",id:1,method:"tools/call",params:{name:t,arguments:n,_meta:{"io.modelcontextprotocol/protocolVersion":Be,"io.modelcontextprotocol/clientCapabilities":{}}}});return[`curl ${e}`,'-H "Authorization: Bearer $ENSEMBLE_TOKEN"',"-H 'Content-Type: application/json'","-H 'Accept: application/json, text/event-stream'",`-H 'MCP-Protocol-Version: ${Be}'`,"-H 'Mcp-Method: tools/call'",`-H 'Mcp-Name: ${t}'`,`-d '${s.replaceAll("'","'\\''")}'`].join(` \\
  `)}function Tr(){let[,e,t]=K.value,n=wo.value.find(o=>o.service.name===e&&o.tool.name===t);return a`<${D} title="Playground">Any tool of any service, with the request it makes and the answer it gives.<//>
    <div class="split narrow-left">
      <${Da} serviceName=${e} toolName=${t} />
      ${n?a`<${Ra} key=${`${e}/${t}`} service=${n.service} tool=${n.tool} />`:a`<${$}><${O} title=${t&&Ue.value?`There is no tool ${t} here`:"Choose a tool"} /><//>`}
    </div>`}function Da({serviceName:e,toolName:t}){let n=h(""),o=n.value.trim().toLowerCase(),r=i=>!o||`${i.name} ${i.description}`.toLowerCase().includes(o),s=z.value.map(i=>({service:i,list:i.tools.filter(r)})).filter(({list:i})=>i.length);return a`<${$} class="choice">
    <label class="search"><span class="hidden">Find a tool</span>
      <input type="search" placeholder="Find a tool" data-search value=${n.value}
        onInput=${i=>n.value=i.currentTarget.value} />
    </label>
    ${!s.length&&a`<p class="dim">No tool matches.</p>`}
    ${s.map(({service:i,list:l})=>a`<details key=${i.name} open=${!!o||!e||i.name===e}>
      <summary><span class=${`service ${i.name}`}>${i.name}</span> <span class="dim">${l.length}</span></summary>
      <ul>${l.map(u=>a`<li key=${u.name}>
        <a href=${C("playground",i.name,u.name)} aria-current=${i.name===e&&u.name===t?"true":void 0}>${u.name}</a>
      </li>`)}</ul>
    </details>`)}
  <//>`}function Ra({service:e,tool:t}){let n=de(()=>pr(t.inputSchema),[t]),o=h({}),r=h(null),{args:s,wrong:i}=qa(n,o.value,r.value),l=x(async()=>{let p=performance.now(),v={name:t.name,arguments:s};return{result:await m.request(e.endpoint,"tools/call",v),seconds:(performance.now()-p)/1e3}});P(()=>l.clear(),[t.name]);let u=p=>{p.preventDefault(),i||l.run()},f=p=>(p.ctrlKey||p.metaKey)&&p.key==="Enter"&&u(p);return a`<div class="stack">
    <${$} title=${t.name} aside=${a`<${Ha} tool=${t} />`}>
      <p>${t.description}</p>
      <form onSubmit=${u} onKeyDown=${f}>
        ${r.value===null?a`<${dr} id="arg" fields=${n} typed=${o.value} change=${(p,v)=>o.value={...o.value,[p]:v}} />`:a`<label class="field">Arguments as JSON
              <textarea class="mono" rows="8" spellcheck="false" value=${r.value} onInput=${p=>r.value=p.currentTarget.value}></textarea>
            </label>`}
        ${i&&a`<${Z} tone="warn">${i.message}<//>`}
        <div class="actions">
          <button class="primary" disabled=${l.busy||!!i}>${l.busy?"Running":"Run"}</button>
          <button type="button" class="quiet" onClick=${()=>r.value=r.value===null?JSON.stringify(s??{},null,2):null}>
            ${r.value===null?"Type JSON instead":"Use the form"}
          </button>
        </div>
      </form>
    <//>
    <${Wa} call=${l} />
    <${Ba} service=${e} tool=${t} args=${s??{}} />
  </div>`}function qa(e,t,n){try{return{args:n===null?fr(e,t):JSON.parse(n)}}catch(o){return{wrong:o}}}function Ha({tool:e}){let t=e.annotations??{};return t.readOnlyHint?a`<${k} tone="good">reads<//>`:t.destructiveHint?a`<${k} tone="bad">destroys<//>`:a`<${k} tone="warn">changes<//>`}function Wa({call:e}){if(e.error)return a`<${g} error=${e.error} />`;if(!e.value)return null;let{result:t,seconds:n}=e.value,o=t.structuredContent??t.content,r=t.isError?"bad":"good";return a`<${$} title="Answer" aside=${a`<${k} tone=${r}>${t.isError?"error":"ok"}<//> <span class="dim">${me(n)}</span> <${xe} text=${()=>JSON.stringify(o,null,2)} />`}>
    <div aria-live="polite">
      ${t.isError?a`<${g} error=${t._meta?.["ensemble/error"]??{message:t.content?.[0]?.text}} />`:a`<${$e} value=${o} open=${3} />`}
    </div>
  <//>`}function Ba({service:e,tool:t,args:n}){let o=`${location.origin}${e.endpoint}`;return a`<${$} title="The same from elsewhere">
    <h3>On the command line</h3>
    <${W} label="ensemble call" text=${`ensemble call ${t.name} '${JSON.stringify(n).replaceAll("'","'\\''")}'`} />
    <h3>As curl</h3>
    <${W} label="curl" text=${Sr(o,t.name,n)} />
    <h3>As a client's configuration</h3>
    <${W} label="client configuration" text=${xr(e.name,o)} />
  <//>`}function xn(e,t=1/0){let n=0,o=[...e];for(;o.length&&n<t;)n+=1,o.push(...o.pop().children??[]);return n}var Cr=40,Er=50;function Nr({nodes:e}){let t=xn(e,Cr+1)<=Cr;return a`<div class="proof">
    <p class="hint">${H(xn(e),"step")}</p>
    <${jr} nodes=${e} open=${t?1/0:1} />
  </div>`}function jr({nodes:e,open:t}){let n=h(Er);return a`<ul>
    ${e.slice(0,n.value).map((o,r)=>a`<li key=${r}><${Fa} node=${o} open=${t} /></li>`)}
    ${e.length>n.value&&a`<li><button type="button" class="link" onClick=${()=>n.value+=Er}>
      ${e.length-n.value} more
    </button></li>`}
  </ul>`}function Fa({node:e,open:t}){let n=h(t>0),o=a`<code>${e.goal}</code> ${e.origin&&a`<span class="because">because <q>${e.origin.statement}</q></span>`}`;return e.children?.length?a`<details open=${n.value} onToggle=${r=>n.value=r.currentTarget.open}>
    <summary>${o}</summary>
    ${n.value&&a`<${jr} nodes=${e.children} open=${t-1} />`}
  </details>`:a`<div class="leaf">${o}</div>`}var Ua={yes:"good",no:"bad",unknown:"warn",answers:"accent"};function Ar({id:e}){let t=h(""),n=x(async r=>{let i={sessionId:e,naturalLanguageQuestion:r,queryOptions:{trace:!0}};return{question:r,...await m.call("/mcp/reasoner","session_query",i)}});return a`<${$} title="Ask">
    <form class="line" onSubmit=${r=>{r.preventDefault(),t.value.trim()&&n.run(t.value.trim())}}>
      <label class="hidden" for="question">Question</label>
      <input id="question" autocomplete="off" placeholder="Is Socrates mortal?" value=${t.value}
        onInput=${r=>t.value=r.currentTarget.value} />
      <button class="primary" disabled=${n.busy}>${n.busy?"Thinking":"Ask"}</button>
    </form>
    <${g} error=${n.error} />
    <div aria-live="polite">${n.value&&a`<${Ja} reply=${n.value} />`}</div>
  <//>`}function Ja({reply:e}){let t=e.debugInfo?.proof??[];return a`<div class="answer">
    <p class="answer-text"><${k} tone=${Ua[e.verdict]??"plain"}>${e.verdict}<//> ${e.answer}</p>
    ${e.evidence?.length>0&&a`<h3>It rests on</h3>
      <ol class="evidence">${e.evidence.map((n,o)=>a`<li key=${o}><${za} source=${n} /></li>`)}</ol>`}
    ${e.missing?.length>0&&a`<h3>It would be so if any of these were known</h3>
      <ul class="evidence">${e.missing.map((n,o)=>a`<li key=${o}>${n.join(" and ")}</li>`)}</ul>`}
    ${e.conflict?.length>0&&a`<h3>These cannot hold together</h3>
      <ul class="evidence">${e.conflict.map(n=>a`<li key=${n}>${n}</li>`)}</ul>`}
    ${t.length>0&&a`<h3>The proof</h3><${Nr} nodes=${t} />`}
    ${e.explanation&&!t.length&&a`<h3>Step by step</h3><p class="pre">${e.explanation}</p>`}
    ${e.debugInfo?.prologQuery&&a`<p class="hint">Asked as <code>${e.debugInfo.prologQuery}</code>${e.decidedBy&&`, decided by ${e.decidedBy}`}</p>`}
  </div>`}function za({source:e}){let t=e.label!==void 0&&e.label!==null?`statement ${e.label}${e.author?` of ${e.author}`:""}`:e.ontology&&`ontology ${e.ontology}`;return a`<q>${e.statement}</q> ${t&&a`<span class="dim">${t}</span>`}`}var Or="/mcp/reasoner",Mr=200;function Ir({session:e}){let t=ee("reasoner","session_history"),n=A(()=>t?m.call(Or,"session_history",{sessionId:e.id,from:Math.max(0,(e.version??0)-Mr),limit:Mr}):null,[e.id,e.version]),o=x(async s=>{let i=await m.call(Or,"session_fork",{sessionId:e.id,asOf:s});te("reasoning",i.data.id)});if(!t)return null;let r=[...n.value?.changes??[]].reverse();return a`<${$} title="How it came to this">
    <${g} error=${n.error??o.error} />
    ${!r.length&&a`<p class="dim">No change yet.</p>`}
    <ol class="changes">${r.map(s=>a`<li key=${s.version}>
      <div><${k}>${s.version}<//> <strong>${s.action}</strong> <span class="dim">${s.author}, ${X(s.at)}</span></div>
      <ul>
        ${s.added.map(i=>a`<li key=${`a${i.label}`} class="added"><span class="hidden">added</span>${i.text}</li>`)}
        ${s.removed.map(i=>a`<li key=${`r${i.label}`} class="removed"><span class="hidden">taken back</span>${i.text}</li>`)}
      </ul>
      ${ee("reasoner","session_fork")&&a`<button type="button" class="quiet" disabled=${o.busy}
        aria-label=${`Fork here, at version ${s.version}`} onClick=${()=>o.run(s.version)}>Fork here</button>`}
    </li>`)}</ol>
  <//>`}var Pr="/mcp/reasoner";function Lr({session:e}){return a`<${$} title="What it knows" aside=${a`<span class="dim">version ${e.version??0}</span>`}>
    <${Va} id=${e.id} />
    <div class="split even">
      <div><h3>As it was told</h3><${Ga} session=${e} /></div>
      <div><h3>As clauses</h3>
        ${e.facts?a`<${W} label="Clauses" text=${e.facts} />`:a`<p class="dim">Nothing yet.</p>`}</div>
    </div>
  <//>`}function Va({id:e}){let t=h(""),n=x(async s=>{let i=await m.call(Pr,"session_assert",{sessionId:e,naturalLanguageText:s});return t.value="",i}),o=s=>{s.preventDefault(),t.value.trim()&&n.run(t.value)};return a`<form class="line" onSubmit=${o} onKeyDown=${s=>(s.ctrlKey||s.metaKey)&&s.key==="Enter"&&o(s)}>
      <label class="hidden" for="tell">Tell it</label>
      <textarea id="tell" rows="1" placeholder="Every man is mortal. Socrates is a man." value=${t.value}
        onInput=${s=>t.value=s.currentTarget.value}></textarea>
      <button disabled=${n.busy}>${n.busy?"Reading":"Tell it"}</button>
    </form>
    <${g} error=${n.error} />
    <div aria-live="polite">${n.value&&a`<${Ka} told=${n.value} />`}</div>`}function Ka({told:e}){let t=e.addedFacts??[];return a`<${Z} tone=${e.success?"good":"warn"} title=${e.message}>
    ${t.length>0&&a`<ul>${t.map(n=>a`<li key=${n}><code>${n}</code></li>`)}</ul>`}
    ${e.contradictions?.length>0&&a`<p>${H(e.contradictions.length,"contradiction")} with what was known.</p>`}
  <//>`}function Ga({session:e}){let t=x(o=>m.call(Pr,"session_retract",{sessionId:e.id,labels:[o]})),n=e.statements??[];return n.length?a`<${g} error=${t.error} />
    <ol class="statements">${n.map(o=>a`<li key=${o.label}>
      <${k}>${o.label}<//>
      <div><div>${o.text}</div><div class="hint">${o.author}, ${re(o.at)}</div></div>
      ${ee("reasoner","session_retract")&&a`<button type="button" class="quiet" disabled=${t.busy}
        aria-label=${`Take back statement ${o.label}`} onClick=${()=>t.run(o.label)}>Take back</button>`}
    </li>`)}</ol>`:a`<${O} title="Nothing yet">Tell it something above.<//>`}var Sn="/mcp/reasoner",Qa=["session_create","session_get","session_assert","session_query"];function Dr(){return a`<${se} title="Reasoning" name="reasoner" tools=${Qa}><${Ya} /><//>`}function Ya(){let e=K.value[1],t=oe("reasoner"),n=A(()=>m.read(Sn,"reasoner://sessions"),[t]),o=A(async()=>e?(await m.call(Sn,"session_get",{sessionId:e})).data:null,[e,t]),r=o.value?.id===e?o.value:null;return a`<${D} title="Reasoning">Facts and rules in English or Prolog; answers with the statements they rest on.<//>
    <div class="split narrow-left">
      <${Za} list=${n.value??[]} error=${n.error} current=${e} />
      <div class="stack">
        ${!e&&a`<${$}><${O} title="Choose a session, or make one">A session holds what it was told, and every change of it.<//><//>`}
        ${e&&a`<${g} error=${o.error} />`}
        ${r&&a`<${Ar} key=${`ask-${e}`} id=${e} />
          <${Lr} key=${`kb-${e}`} session=${r} />
          <${Ir} key=${`past-${e}`} session=${r} />`}
      </div>
    </div>`}function Za({list:e,error:t,current:n}){let o=h(""),r=x(async()=>{let i=o.value.trim(),l=await m.call(Sn,"session_create",i?{sessionId:i}:{});o.value="",te("reasoning",l.data.id)}),s=i=>{i.preventDefault(),r.run()};return a`<${$} title="Sessions" class="choice">
    <${g} error=${t} />
    <ul>${e.map(i=>a`<li key=${i.id}>
      <a href=${C("reasoning",i.id)} aria-current=${i.id===n?"true":void 0}>${i.id}</a>
    </li>`)}</ul>
    ${!e.length&&a`<p class="dim">None yet.</p>`}
    <form onSubmit=${s}>
      <${B} label="New session" id="session-name" hint="A name, or nothing for one that is made up.">
        <input id="session-name" data-search autocomplete="off" spellcheck="false" aria-describedby="session-name-hint"
          value=${o.value} onInput=${i=>o.value=i.currentTarget.value} />
      <//>
      <button disabled=${r.busy}>Make it</button>
    </form>
    <${g} error=${r.error} />
  <//>`}function Rr(){let e=h(Tt[0].name),t=Tt.find(n=>n.name===e.value);return a`<${D} title="Setup">Connect a client in one command, or copy what belongs into its file.<//>
    <div class="grid">
      <${$} title="Connect a client" class="wide">
        <div class="chips" role="group" aria-label="Client">
          ${Tt.map(n=>a`<button type="button" key=${n.name} aria-pressed=${n.name===e.value}
            onClick=${()=>e.value=n.name}>${n.title}</button>`)}
        </div>
        <${Xa} client=${t} />
      <//>
      <${ei} />
      <${ti} />
      <${ni} />
    </div>`}function Xa({client:e}){let t=h(!1),n=`${location.origin}/mcp`,o=t.value&&J.value||St;return a`<h3>One command</h3>
    <${W} label="install command" text=${`ensemble install ${e.name} --url=${n}`} />
    <h3>Or by hand, into <code>${e.file}</code></h3>
    <${W} label=${`entry for ${e.title}`} text=${kr(e.sample,n,o)} />
    ${J.value&&a`<label class="check"><input type="checkbox" checked=${t.value}
      onChange=${r=>t.value=r.currentTarget.checked} /> Put the token of this tab in</label>`}`}function ei(){return a`<${$} title="Tokens">
    <p>Each client can have a token of its own that may do less, and can be taken back.</p>
    <${W} label="make a token" text="ensemble token new phone --scope read --scope jobs:approve" />
    <${W} label="list tokens" text="ensemble token list" />
    <${W} label="revoke a token" text="ensemble token revoke phone" />
    ${J.value&&a`<div class="actions"><button type="button" onClick=${$o}>Sign out of this tab</button></div>`}
  <//>`}function ti(){return a`<${$} title="Endpoints">
    <p>All services together, or one under its own name:</p>
    <ul class="endpoints">
      <li><code>${location.origin}/mcp</code></li>
      ${z.value.map(e=>a`<li key=${e.name}><code>${location.origin}${e.endpoint}</code></li>`)}
    </ul>
    <p>Over WebSocket the same paths answer at <code>${location.origin.replace(/^http/,"ws")}</code> with subprotocol <code>mcp</code>.</p>
  <//>`}function ni(){return a`<${$} title="When something does not work">
    <p>The doctor looks at the files, the store, the tokens, the clients and the running server, and says how to fix what it finds.</p>
    <${W} label="doctor" text="ensemble doctor" />
    <${W} label="settings" text="ensemble config show --origin" />
  <//>`}var Ct=[{name:"overview",title:"Overview",key:"o",page:cr},{name:"jobs",title:"Jobs",key:"b",page:Yo,needs:["orchestrator","run_instruction"]},{name:"approvals",title:"Approvals",key:"a",page:Do,badge:pn,needs:["orchestrator","approve_job"]},{name:"actors",title:"Actors",key:"t",page:Lo,needs:["theater","start_actor"]},{name:"reasoning",title:"Reasoning",key:"r",page:Dr,needs:["reasoner","session_query"]},{name:"avatars",title:"Avatars",key:"v",page:Uo,needs:["avatar","generate_response"]},{name:"journal",title:"Journal",key:"j",page:or},{name:"playground",title:"Playground",key:"p",page:Tr},{name:"setup",title:"Setup",key:"s",page:Rr}];function Ye(){return Ct.filter(e=>!e.needs||ee(...e.needs))}var Et=y(!1),oi=1500;function qr(){P(()=>{let e=0,t=n=>{if(n.ctrlKey||n.metaKey||n.altKey||ri(n.target))return;let o=Date.now()-e<oi&&Ye().find(r=>r.key===n.key);e=0,o?te(o.name):n.key==="g"?e=Date.now():n.key==="?"?Et.value=!0:n.key==="/"&&si(n)};return addEventListener("keydown",t),()=>removeEventListener("keydown",t)},[])}function ri(e){return e.closest?.("input, textarea, select, [contenteditable]")!=null}function si(e){let t=document.querySelector("main [data-search]");t&&(e.preventDefault(),t.focus())}function Hr(){let e=G(null);return P(()=>{Et.value&&!e.current.open&&e.current.showModal()},[Et.value]),a`<dialog ref=${e} class="shortcuts" aria-labelledby="keys" onClose=${()=>Et.value=!1}>
    <h2 id="keys">Keys</h2>
    <dl>
      ${Ye().map(t=>a`<div key=${t.name}><dt><kbd>g</kbd> <kbd>${t.key}</kbd></dt><dd>${t.title}</dd></div>`)}
      <div><dt><kbd>/</kbd></dt><dd>Search or filter on this page</dd></div>
      <div><dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>Move in a list</dd></div>
      <div><dt><kbd>Ctrl</kbd> <kbd>Enter</kbd></dt><dd>Send the form you are in</dd></div>
      <div><dt><kbd>?</kbd></dt><dd>This list</dd></div>
    </dl>
    <form method="dialog"><button>Close</button></form>
  </dialog>`}function Wr(){let e=h(""),t=n=>{n.preventDefault(),e.value.trim()&&mo(e.value)};return a`<div class="sign-in card">
    <h1 tabindex="-1">Sign in</h1>
    <p role="status">The server says: ${Fe.value||"a token is needed"}.</p>
    <p>This command prints a link that brings the token along:</p>
    <${W} text="ensemble console" label="Command that prints the link" />
    <form onSubmit=${t}>
      <${B} label="Or paste a token" id="token" hint="It stays in this tab and is forgotten when the tab closes.">
        <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint"
          value=${e.value} onInput=${n=>e.value=n.currentTarget.value} />
      <//>
      <button class="primary">Sign in</button>
    </form>
  </div>`}var Tn="ensemble.theme",ai=["system","light","dark"],Nt=y(ai.includes(localStorage.getItem(Tn))?localStorage.getItem(Tn):"system");F(()=>{document.documentElement.dataset.theme=Nt.value,localStorage.setItem(Tn,Nt.value)});function Br(){return a`<label class="theme">
    <span class="hidden">Colours</span>
    <select value=${Nt.value} onChange=${e=>Nt.value=e.currentTarget.value}>
      <option value="system">As the system</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  </label>`}var Ze=y(!1);function Fr(){qr();let[e]=K.value,t=Ct.find(o=>o.name===e),n=t?.title??"Not found";return pi(n),a`<div class="shell">
    <a class="skip" href="#main" onClick=${fi}>Skip to the page</a>
    <${li} current=${e} title=${n} />
    <div class="middle">
      <${vo} />
      <main id="main" tabindex="-1">
        ${j.value==="refused"?a`<${Wr} />`:a`<${ii} page=${t} />`}
      </main>
    </div>
    <${Hr} />
  </div>`}function ii({page:e}){return e?a`<${e.page} key=${e.name} />`:a`<h1 tabindex="-1">There is no such page</h1>
    <p><a href=${C("overview")}>The overview</a> leads to all there are.</p>`}function li({current:e,title:t}){let n=()=>Ze.value=!Ze.value;return a`<div class=${`side ${Ze.value?"open":""}`}>
    <div class="brand">
      <a href=${C("overview")} aria-label="Ensemble, overview"><${_o} /><span>Ensemble</span></a>
      <span class="here">${t}</span>
      <button type="button" class="menu quiet" aria-expanded=${Ze.value} aria-controls="pages" onClick=${n}>
        <${Zt} name="menu" /><span>Menu</span>
      </button>
    </div>
    <nav id="pages" aria-label="Pages" onClick=${()=>Ze.value=!1}>
      ${Ye().map(o=>a`<a key=${o.name} href=${C(o.name)}
          aria-current=${o.name===e?"page":void 0}>
        <${Zt} name=${o.name} /><span>${o.title}</span>${o.badge&&a`<${o.badge} />`}
      </a>`)}
    </nav>
    <footer>
      <${ui} />
      <${Br} />
    </footer>
  </div>`}var ci={opening:"Connecting",live:"Live",lost:"Not connected",refused:"Signed out"};function ui(){let e=j.value;return a`<div class=${`link-state ${e}`}>
    <span class="dot" aria-hidden="true"></span>
    <span>${ci[e]}</span>
    ${e==="live"&&V.value>0&&a`<span class="seq">#${I(V.value)}</span>`}
  </div>`}function pi(e){let t=G(!0),n=Ct.reduce((o,r)=>o+(r.badge?.count()??0),0);P(()=>{document.title=`${n?`(${n}) `:""}${e} · Ensemble`},[e,n]),P(()=>{t.current||document.querySelector("main h1")?.focus({preventScroll:!0}),t.current=!1,scrollTo(0,0)},[e])}function fi(e){e.preventDefault(),document.getElementById("main").focus()}Hn(a`<${Fr} />`,document.getElementById("console"));So();
