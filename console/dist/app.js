var w,en,mt,Z,pt,Be,tn,He,nn,_t,dt,Ho,ke=Symbol.for("pv"),Fe={},Ue=[],qo=/^m(i|n|o|s|text|space)$/,ht=Array.isArray,vt=Ue.slice,ie=Object.assign;function re(e){e&&e.parentNode&&e.remove()}function We(e,t,n){var o,r,i,s={},c=arguments.length;for(i in t)i=="key"?o=t[i]:i=="ref"&&typeof e!="function"?r=t[i]:s[i]=t[i];return c>2&&(s.children=c>3?vt.call(arguments,2):n),we(e,s,o,r,null)}function we(e,t,n,o,r){var i={type:e,props:t,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,constructor:ke,__v:r||++en,__i:-1,__u:0};return!r&&w.vnode&&w.vnode(i),i}function se(e){return e.children}function pe(e,t){this.props=e,this.context=t,this.__g=0}function X(e,t){if(t==null)return e.__&&X(e.__,e.__i+1);for(var n;t<e.__k.length;t++)if((n=e.__k[t])&&n.__e)return n.__e;return typeof e.type!="function"||e.props.__P?null:X(e)}function Bo(e){var t,n=e.__v,o=n.__e,r=[],i=[],s=e.__P;s&&((t=ie({constructor:ke},n)).__v=n.__v+1,w.vnode&&w.vnode(t),$t(s,t,n,e.__n,s.namespaceURI,32&n.__u?[o]:null,r,o||X(n),32&n.__u,i),t.__v=n.__v,t.__.__k[t.__i]=t,ln(r,t,i),n.__=n.__e=null,t.__e!=o&&on(t))}function on(e){if((e=e.__)&&e.__c&&!e.props.__P)return e.__e=null,e.__k.some(function(t){return t&&(e.__e=t.__e)}),on(e)}function Xt(e){(8&e.__g||(e.__g|=8,Z.push(e),Be++))&&pt==w.debounceRendering||((pt=w.debounceRendering)||queueMicrotask)(rn)}function rn(){try{for(var e,t=1;Z.length;)Z.length>t&&Z.sort(tn),e=Z.shift(),t=Z.length,8&e.__g&&Bo(e)}finally{(Be=Z.length)&&(pt||queueMicrotask)(rn)}}function sn(e,t,n,o,r,i,s,c,f,d,u){var m,p,l,_,h,v,S=o.__k||Ue,g=t.length;for(f=Fo(n,t,S,f,g),m=0;m<g;m++)(l=n.__k[m])!=null&&(p=~l.__i&&S[l.__i]||Fe,l.__i=m,v=$t(e,l,p,r,i,s,c,f,d,u),_=l.__e,(p.ref!=l.ref||8&p.__u)&&(p.ref&&yt(p.ref,null,l,p),l.ref&&u.push(l.ref,l.__c||_,l)),h=h||_,4&l.__u?(f=an(l,f,e,!p.__v),p.__e&&(p.__e=null)):typeof l.type=="function"&&v!==void 0?f=v:_&&(f=_.nextSibling),l.__u&=-21);return n.__e=h,f}function Fo(e,t,n,o,r){var i,s,c,f,d,u,m,p,l,_=n.length,h=_,v=0,S=0,g=e.__k=Array(r);for(i=0;i<r;i++)(s=t[i])!=null&&typeof s!="boolean"&&typeof s!="function"?(typeof s!="object"||s.constructor===String?s=g[i]=we(null,s):ht(s)?s=g[i]=we(se,{children:s}):s.constructor===ke&&s.__b?s=g[i]=we(s.type,s.props,s.key,s.ref,s.__v):g[i]=s,f=i+v,s.__=e,s.__b=e.__b+1,c=null,~(d=s.__i=Uo(s,n,f,h))&&(h--,(c=n[d])&&(c.__u|=2)),c&&c.__v?(s.__u|=16,d==f-1?v--:d==f+1?v++:d!=f&&(d>f?v--:v++,S=1)):(~d||(r>_?v--:r<_&&v++),typeof s.type!="function"&&(s.__u|=4))):g[i]=null;if(S){for(u=[],m=[],i=0;i<r;i++)if((s=g[i])&&16&s.__u){for(v=0,p=u.length;v<p;)u[l=v+p>>1]<s.__i?v=l+1:p=l;u[v]=s.__i,m[i]=v+1}for(v=u.length;i--;)m[i]&&(m[i]==v?v--:g[i].__u|=4)}if(h)for(i=0;i<_;i++)!(c=n[i])||2&c.__u||(c.__e==o&&(o=X(c)),gt(c,c));return o}function an(e,t,n,o){var r,i,s,c;if(typeof e.type=="function"){if(e.props.__P)return t;if(r=e.__k)for(i=0;i<r.length;i++)r[i]&&(r[i].__=e,t=an(r[i],t,n,!1));return t}for(t&&!t.parentNode&&(t=X(e))&&!t.parentNode&&(t=null),s=e.__e,c=t;c&&c.nodeType==8;)c=c.nextSibling;for(s!=c&&(!o&&n.moveBefore&&s.parentNode?n.moveBefore(s,t):n.insertBefore(s,t||null)),t=s;(t=t&&t.nextSibling)&&t.nodeType==8&&!t.data.startsWith("$s"););return t}function Uo(e,t,n,o){var r,i=e.key,s=e.type,c=t[n],f=c&&!(2&c.__u);if(c===null&&i==null||f&&i==c.key&&s==c.type)return n;if(o>(f?1:0)){for(r=n-1;r>=0;r--)if((c=t[r])&&!(2&c.__u)&&i==c.key&&s==c.type)return r;for(r=n+1;r<t.length;r++)if((c=t[r])&&!(2&c.__u)&&i==c.key&&s==c.type)return r}return-1}function Qt(e,t,n){n==null&&(n=""),t[0]=="-"?e.setProperty(t,n):e[t]=n}function Re(e,t,n,o,r){var i,s;if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof o=="string"&&(e.style.cssText=o=""),o)for(t in o)n&&t in n||Qt(e.style,t);if(n)for(t in n)o&&n[t]==o[t]||Qt(e.style,t,n[t])}else if(t[0]=="o"&&t[1]=="n")typeof n!="function"&&(n=null),typeof o!="function"&&(o=null),(e.__e||(e.__e={}))[t]=n,n&&o||(s=dt[t]||(dt[t]=Wo(t)),(e.__a||(e.__a={}))[t]=_t,i=t!=(t=t.replace(nn,"$1")),(t=t.slice(2))[0]<"a"&&(t=t.toLowerCase()),n?e.addEventListener(t,s,i):e.removeEventListener(t,s,i));else{if(r=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{return void(e[t]=n??"")}catch{}if(typeof n=="function")return;n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&n==1?"":n)}}function Wo(e){return function(t){var n=this.__e;if(n){if(n=n[e],t[He]==null)t[He]=_t++;else if(t[He]<this.__a[e])return;return n(w.event?w.event(t):t)}}}function $t(e,t,n,o,r,i,s,c,f,d){var u,m,p,l,_,h,v,S,g,$,b,te,Yt,De,ne,Zt,Y,oe,W=t.type;if(t.constructor!==ke)return null;128&n.__u&&(f=32&n.__u,u=n.__c.__z)&&(t.__u|=f,m=i=[],u.nodeType==8?c=qe(u,i):i.push(u),c=i[0]||c),(u=w.__b)&&u(t);e:if(typeof W=="function"){p=s.length;try{if(S=t.props,g=(u=W.prototype)&&u.render,$=(u=W.contextType)&&o[u.__c],b=u?$?$.props.value:u.__:o,(l=n.__c)?(t.__c=l,2&l.__g&&(l.__g|=1)):(g?t.__c=l=new W(S,b):(t.__c=l=new pe(S,b),l.constructor=W,l.render=zo),$&&$.sub(l),l.state||(l.state={}),l.__n=o,l.__g|=8,l.__h=[],l.__k=[]),g&&(l.__s||(l.__s=l.state),W.getDerivedStateFromProps&&(l.__s==l.state&&(l.__s=ie({},l.__s)),ie(l.__s,W.getDerivedStateFromProps(S,l.__s)))),_=l.props,h=l.state,l.__v=t,n.__c){if(S!==_&&g&&!W.getDerivedStateFromProps&&l.componentWillReceiveProps&&l.componentWillReceiveProps(S,b),t.__v==n.__v&&!(8&l.__g)||!(4&l.__g)&&l.shouldComponentUpdate&&l.shouldComponentUpdate(S,l.__s,b)===!1){t.__v!=n.__v&&(l.props=S,l.state=l.__s,l.__g&=-9),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(H){H&&(H.__=t)}),Ue.push.apply(l.__h,l.__k),l.__k=[],l.__h.length&&s.push(l),c=X(n);break e}l.componentWillUpdate&&l.componentWillUpdate(S,l.__s,b),g&&l.componentDidUpdate&&l.__h.push(function(){l.componentDidUpdate(_,h,v)})}else g&&!W.getDerivedStateFromProps&&l.componentWillMount&&l.componentWillMount(),g&&l.componentDidMount&&l.__h.push(l.componentDidMount);l.context=b,l.props=S,l.__P=e,l.__g&=-5,te=w.__r,Yt=g?25:0;do l.__g&=-9,te&&te(t),u=l.render(l.props,l.state=l.__s,l.context);while(8&l.__g&&++Yt<25);g&&(Ue.push.apply(l.__h,l.__k),l.__k=[]),l.state=l.__s,l.getChildContext&&(o=ie({},o,l.getChildContext())),g&&n.__c&&l.getSnapshotBeforeUpdate&&(v=l.getSnapshotBeforeUpdate(_,h)),De=u&&u.type===se&&u.key==null?u.props.children:u,S.__P&&(u=c,r=(e=S.__P).namespaceURI,f=i=null,n.props&&n.props.__P!=e&&(n.__k.some(function(H){H&&gt(H,H)}),n.__k=null),c=n.__k?X(n,0):null),c=sn(e,ht(De)?De:[De],t,n,o,r,i,s,c,f,d),S.__P&&(t.__e=null,c=u),t.__u&=-161,m&&m.some(re),l.__h.length&&s.push(l),1&l.__g&&(l.__g&=-4)}catch(H){if(s.length=p,t.__v=null,f||i)if(H&&H.then){if(t.__u|=128|f,i){for(~(Y=i.indexOf(c||void 0))||(Y=i.length);(oe=i[Y-1])&&oe.nodeType==8;)Y--;for(;Y<i.length;Y++)if(oe=i[Y])if(i[Y]=null,ne){if(oe==Zt)break}else{if(oe.nodeType!=8)break;oe.data.startsWith("$s")&&(Zt=qe(ne=oe))}}if(!ne){for(;c&&c.nodeType==8&&c.nextSibling;)c=c.nextSibling;ne=c}(u=qe(ne=t.__c.__z||(t.__c.__z=ne)))?(t.__e=ne,c=u):t.__e=c,c=c&&c.nextSibling}else i&&i.some(re);else t.__e=n.__e;t.__k||(t.__k=n.__k||[]),H&&H.then||cn(t),w.__e(H,t,n)}}else c=t.__e=Jo(n.__e,t,n,o,r,i,s,f,d,e);return(u=w.diffed)&&u(t),c}function qe(e,t){if(e&&e.nodeType==8&&e.data.startsWith("$s"))for(var n=1;e=e.nextSibling;){if(e.nodeType==8){if(e.data.startsWith("$s"))n++;else if(e.data.startsWith("/$s")&&!--n)return e}t&&t.push(e)}}function cn(e){e&&(e.__c&&(e.__c.__g|=4),e.__k&&e.__k.some(cn))}function ln(e,t,n){for(var o=0;o<n.length;)yt(n[o++],n[o++],n[o++]);w.__c&&w.__c(t,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(i){i.call(r)})}catch(i){w.__e(i,r.__v)}})}function Jo(e,t,n,o,r,i,s,c,f,d){var u,m,p,l,_,h,v,S,g=n.props||Fe,$=t.props,b=t.type;if(b=="svg"?r="http://www.w3.org/2000/svg":b=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),i){for(u=0;u<i.length;u++)if((_=i[u])&&(b?_.localName==b:_.nodeType==3)){e=_,i[u]=null;break}}if(!e){if(S=d.ownerDocument||document,!b)return S.createTextNode($);e=S.createElementNS(r,b,$.is?$:d),c&&(w.__m&&w.__m(t,i),c=!1),i=null}if(b){if(d=b=="template"&&e.content||e,i=b=="textarea"&&$.defaultValue!=null?null:i&&vt.call(d.childNodes),!c&&i)for(g={},u=0;u<e.attributes.length;u++)g[(_=e.attributes[u]).name]=_.value;for(u in g)_=g[u],u=="dangerouslySetInnerHTML"?p=_:u=="children"||u in $||u=="value"&&"defaultValue"in $||u=="checked"&&"defaultChecked"in $||Re(e,u,null,_,r);for(u in $)_=$[u],u=="children"?l=_:u=="dangerouslySetInnerHTML"?m=_:u=="value"?h=_:u=="checked"?v=_:c&&typeof _!="function"||g[u]===_||Re(e,u,_,g[u],r);m?(c||p&&(m.__html==p.__html||m.__html==e.innerHTML)||(e.innerHTML=m.__html),t.__k=[]):(p&&(e.textContent=""),(b=="foreignObject"||r=="http://www.w3.org/1998/Math/MathML"&&qo.test(b))&&(r="http://www.w3.org/1999/xhtml"),sn(d,ht(l)?l:[l],t,n,o,r,i,s,i?i[0]:n.__k&&X(n,0),c,f),i&&i.some(re)),c&&b!="textarea"||(u="value",b=="progress"&&h==null?e.removeAttribute(u):h==null||h===e[u]&&(b!="progress"||h)||Re(e,u,h,g[u],r),u="checked",v!=null&&v!=e[u]&&Re(e,u,v,g[u],r))}else g===$||c&&e.data==$||(e.data=$);return e}function yt(e,t,n,o){try{typeof e=="function"?t?t.__x=e(t)||1:o&&(o=o.__c||o.__e)&&(t=o.__x)&&(o.__x=null,typeof t=="function"?t():e(null)):e.current=t}catch(r){w.__e(r,n)}}function gt(e,t,n){var o,r,i,s;if(w.unmount&&w.unmount(e),!(o=e.ref)||o.current&&o.current!=e.__e||yt(o,null,t,e),o=e.__c){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(c){w.__e(c,t)}o.__P=o.__n=null}if(o=e.__k)for(s=0;s<o.length;s++)o[s]&&gt(o[s],t,typeof e.type!="function"||n&&!e.props.__P);!n&&(o=e.__c)&&(o=o.__z)&&(r=qe(o,i=[]))&&(o==e.__e&&i.some(re),re(r),re(o)),n||re(e.__e),e.__e=e.__c=e.__=null}function zo(e,t,n){return this.constructor(e,n)}function un(e,t){var n,o,r,i;w.__&&w.__(e,t),t.nodeType==9&&(t=t.documentElement),o=(n=e&&32&e.__u)?null:t.__k,t.__k=we(se,{children:[e]}),r=[],i=[],$t(t,t.__k,o||Fe,Fe,t.namespaceURI,o?null:t.firstChild?vt.call(t.childNodes):null,r,o?o.__e:t.firstChild,n,i),ln(r,t.__k,i),t.__k.props.children=null}w={__e:function(e,t,n,o){for(var r,i,s;t=t.__;)if((r=t.__c)&&!(1&r.__g)){r.__g|=4;try{if((s=(i=r.constructor)&&i.getDerivedStateFromError)&&r.setState(i.getDerivedStateFromError(e)),r.componentDidCatch&&(r.componentDidCatch(e,o||{}),s=1),s&&8&r.__g)return void(r.__g|=2)}catch(c){e=c}}throw Be=0,e}},en=0,mt=function(e){return e!=null&&e.constructor===ke},pe.prototype.setState=function(e,t){var n=this.__s;n&&n!=this.state||(n=this.__s=ie({},this.state)),typeof e=="function"&&(e=e(ie({},n),this.props)),e&&(ie(n,e),this.__v&&(t&&this.__k.push(t),Xt(this)))},pe.prototype.forceUpdate=function(e){this.__v&&(this.__g|=4,e&&this.__h.push(e),Xt(this))},pe.prototype.render=se,Z=[],Be=0,tn=function(e,t){return e.__v.__b-t.__v.__b},He=Symbol(),nn=/(PointerCapture)$|Capture$/i,_t=0,dt={},Ho=0;var pn=function(e,t,n,o){var r;t[0]=0;for(var i=1;i<t.length;i++){var s=t[i++],c=t[i]?(t[0]|=s?1:2,n[t[i++]]):t[++i];s===3?o[0]=c:s===4?o[1]=Object.assign(o[1]||{},c):s===5?(o[1]=o[1]||{})[t[++i]]=c:s===6?o[1][t[++i]]+=c+"":s?(r=e.apply(c,pn(e,c,n,["",null])),o.push(r),c[0]?t[0]|=2:(t[i-2]=0,t[i]=r)):o.push(c)}return o},fn=new Map;function dn(e){var t=fn.get(this);return t||(t=new Map,fn.set(this,t)),(t=pn(this,t.get(e)||(t.set(e,t=(function(n){for(var o,r,i=1,s="",c="",f=[0],d=function(p){i===1&&(p||(s=s.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?f.push(0,p,s):i===3&&(p||s)?(f.push(3,p,s),i=2):i===2&&s==="..."&&p?f.push(4,p,0):i===2&&s&&!p?f.push(5,0,!0,s):i>=5&&((s||!p&&i===5)&&(f.push(i,0,s,r),i=6),p&&(f.push(i,p,0,r),i=6)),s=""},u=0;u<n.length;u++){u&&(i===1&&d(),d(u));for(var m=0;m<n[u].length;m++)o=n[u][m],i===1?o==="<"?(d(),f=[f],i=3):s+=o:i===4?s==="--"&&o===">"?(i=1,s=""):s=o+s[0]:c?o===c?c="":s+=o:o==='"'||o==="'"?c=o:o===">"?(d(),i=1):i&&(o==="="?(i=5,r=s,s=""):o==="/"&&(i<5||n[u][m+1]===">")?(d(),i===3&&(f=f[0]),i=f,(f=f[0]).push(2,0,i),i=0):o===" "||o==="	"||o===`
`||o==="\r"?(d(),i=2):s+=o),i===3&&s==="!--"&&(i=4,f=f[0])}return d(),f})(e)),t),arguments,[])).length>1?t:t[0]}var a=dn.bind(We);var Se,A,bt,mn,Vo=Object.is,wt=0,kn=[],kt=[],T=w,_n=T.__b,hn=T.__r,vn=T.diffed,$n=T.__c,yn=T.unmount,gn=T.__;function St(e,t){T.__h&&T.__h(A,e,wt||t),wt=0;var n=A.__H||(A.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function j(e,t){var n=St(Se++,3);!T.__s&&Et(n.__H,t)&&(n.__P=!0,n.__=e,n.u=t,A.__H.__h.push(n))}function xn(e,t){var n=St(Se++,4);!T.__s&&Et(n.__H,t)&&(n.__P=!1,n.__=e,n.u=t,A.__h.push(n))}function J(e){return wt=5,Q(function(){return{current:e}},[])}function Q(e,t){var n=St(Se++,7);return Et(n.__H,t)&&(n.__=e(),n.__H=t),n.__}function Go(){var e;do{for(;e=kt.shift();)try{xe(e)}catch(n){T.__e(n,{__:(e=e.__P)&&e.__v})}for(;e=kn.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(xe),t.__h.some(xt),t.__h=[]}catch(n){t.__h=[],T.__e(n,e.__v)}}}while(kt.length)}T.__b=function(e){A=null,_n&&_n(e)},T.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),gn&&gn(e,t)},T.__r=function(e){hn&&hn(e),Se=0;var t=(A=e.__c).__H;t&&(bt==A?A.__h=[]:(t.__h.some(xe),t.__h.some(xt),Se=0),t.__h=[],t.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})),bt=A},T.diffed=function(e){vn&&vn(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&wn(kn.push(t)),t.__H.__.some(function(n){n.u&&(n.__H=n.u)})),bt=A=null},T.__c=function(e,t){t.some(function(n){try{n.__h.some(xe),n.__h=n.__h.filter(function(o){return!o.__||xt(o)})}catch(o){n.__h=[function(){throw o}]}}),$n&&$n(e,t)},T.unmount=function(e){yn&&yn(e);var t,n,o=e.__c;o&&o.__H&&(o.__H.__.some(function(r){try{if(r.__P&&r.__c){if(n===void 0){for(n=e.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n=n&&n.__c}r.__P=n,wn(kt.push(r))}else xe(r)}catch(i){t=i}}),o.__H=void 0,t&&T.__e(t,o.__v))};var bn=typeof requestAnimationFrame=="function";function Ko(e){var t,n=function(){clearTimeout(o),bn&&cancelAnimationFrame(t),setTimeout(e)},o=setTimeout(n,35);bn&&(t=requestAnimationFrame(n))}function wn(e){e!=1&&mn==T.requestAnimationFrame||((mn=T.requestAnimationFrame)||Ko)(Go)}function xe(e){var t=A,n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),A=t}function xt(e){var t=A;e.__c=e.__(),A=t}function Et(e,t){return!e||e.length!=t.length||t.some(function(n,o){return!Vo(n,e[o])})}var Yo=Symbol.for("preact-signals");function Ge(){if(z>1)z--;else{var e,t=!1;for((function(){var r=ze;for(ze=void 0;r!==void 0;){var i=r.S;if(i.v===r.v)for(var s=i.t;s!==void 0;s=s.x)s.i===r.i&&(s.i=i.i);r=r.o}})();Ce!==void 0;){var n=Ce;for(Ce=void 0,Je++;n!==void 0;){var o=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&En(n))try{n.c()}catch(r){t||(e=r,t=!0)}n=o}}if(Je=0,z--,t)throw e}}function Tt(e){if(z>0)return e();Ct=++Zo,z++;try{return e()}finally{Ge()}}var Ee,E=void 0;function Te(e){var t=E,n=Ee;E=void 0,Ee=void 0;try{return e()}finally{E=t,Ee=n}}var Ce=void 0,z=0,Je=0,Zo=0,Ct=0,ze=void 0,Ve=0;function Sn(e){if(E!==void 0){var t=e.n;if(t===void 0||t.t!==E)return t={i:0,S:e,p:E.s,n:void 0,t:E,e:void 0,x:void 0,r:t},E.s!==void 0&&(E.s.n=t),E.s=t,e.n=t,32&E.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=E.s,t.n=void 0,E.s.n=t,E.s=t),t}}function M(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}M.prototype.brand=Yo;M.prototype.h=function(){return!0};M.prototype.S=function(e){var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n!==void 0?n.e=e:Te(function(){var o;(o=t.W)==null||o.call(t)}))};M.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,o=e.x;n!==void 0&&(n.x=o,e.e=void 0),o!==void 0&&(o.e=n,e.x=void 0),e===this.t&&(this.t=o,o===void 0&&Te(function(){var r;(r=t.Z)==null||r.call(t)}))}};M.prototype.subscribe=function(e){var t=this;return P(function(){var n=t.value;Te(function(){return e(n)})},{name:"sub"})};M.prototype.valueOf=function(){return this.value};M.prototype.toString=function(){return this.value+""};M.prototype.toJSON=function(){return this.value};M.prototype.peek=function(){var e=this;return Te(function(){return e.value})};Object.defineProperty(M.prototype,"value",{get:function(){var e=Sn(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(Je>100)throw new Error("Cycle detected");(function(n){z!==0&&Je===0&&n.l!==Ct&&(n.l=Ct,ze={S:n,v:n.v,i:n.i,o:ze})})(this),this.v=e,this.i++,Ve++,z++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{Ge()}}}});function y(e,t){return new M(e,t)}function En(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Cn(e){for(var t=e.s;t!==void 0;t=t.n){var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Tn(e){for(var t=e.s,n=void 0;t!==void 0;){var o=t.p;t.i===-1?(t.S.U(t),o!==void 0&&(o.n=t.n),t.n!==void 0&&(t.n.p=o)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=o}e.s=n}function ae(e,t){M.call(this,void 0,t),this.x=e,this.s=void 0,this.g=Ve-1,this.f=4}ae.prototype=new M;ae.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===Ve))return!0;if(this.g=Ve,this.f|=1,this.i>0&&!En(this))return this.f&=-2,!0;var e=E;try{Cn(this),E=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(n){this.v=n,this.f|=16,this.i++}return E=e,Tn(this),this.f&=-2,!0};ae.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}M.prototype.S.call(this,e)};ae.prototype.U=function(e){if(this.t!==void 0&&(M.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};ae.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(ae.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Sn(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function de(e,t){return new ae(e,t)}function Mn(e){var t=e.j;if(e.j=void 0,typeof t=="function"){z++;var n=E;E=void 0;try{t()}catch(o){throw e.f&=-2,e.f|=8,Mt(e),o}finally{E=n,Ge()}}}function Mt(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,Mn(e)}function Xo(e){if(E!==this)throw new Error("Out-of-order effect");Tn(this),E=e,this.f&=-2;try{8&this.f&&Mt(this)}finally{Ge()}}function me(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Ee&&Ee.push(this)}me.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};me.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,Mn(this),Cn(this),z++;var e=E;return E=this,Xo.bind(this,e)};me.prototype.N=function(){2&this.f||(this.f|=2,this.u=Ce,Ce=this)};me.prototype.d=function(){this.f|=8,1&this.f||Mt(this)};me.prototype.dispose=function(){this.d()};function P(e,t){var n=new me(e,t);try{n.c()}catch(r){throw n.d(),r}var o=n.d.bind(n);return o[Symbol.dispose]=o,o}var On,Ye,Ke,Qo=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__;var Nn=[];P(function(){On=this.N})();function _e(e,t){w[e]=t.bind(null,w[e]||function(){})}function Me(e){if(Ke){var t=Ke;Ke=void 0,t()}Ke=e&&e.S()}function An(e){var t=this,n=e.data,o=k(n);o.name="ReactiveDom",o.value=n;var r=Q(function(){for(var c=t,f=t.__v;f=f.__;)if(f.__c){f.__c.__$f|=4;break}var d=de(function(){var l=o.value.value;return l===0?0:l===!0?"":l||""}),u=de(function(){return!Array.isArray(d.value)&&!mt(d.value)}),m=P(function(){if(this.N=jn,u.value){var l=d.value;c.__v&&c.__v.__e&&c.__v.__e.nodeType===3&&(c.__v.__e.data=l)}}),p=t.__$u.d;return t.__$u.d=function(){m(),p.call(this)},[u,d]},[]),i=r[0],s=r[1];return i.value?s.peek():s.value}An.displayName="ReactiveTextNode";Object.defineProperties(M.prototype,{constructor:{configurable:!0,value:We(se,null).constructor},type:{configurable:!0,value:An},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});_e("__b",function(e,t){if(Me(),Ye=void 0,typeof t.type=="string"){var n,o=t.props;for(var r in o)if(r!=="children"){var i=o[r];i instanceof M&&(n||(t.__np=n={}),n[r]=i,o[r]=i.peek())}}e(t)});_e("__r",function(e,t){if(e(t),t.type!==se){Me();var n,o=t.__c;o&&(o.__$f&=-2,(n=o.__$u)===void 0&&(o.__$u=n=(function(r,i){var s;return P(function(){s=this},{name:i}),s.c=r,s})((function(r){return function(){var i;Qo&&((i=this.y)==null||i.call(this)),r.__$f|=1,r.setState({})}})(o),typeof t.type=="function"?t.type.displayName||t.type.name:""))),Ye=o,Me(n)}});_e("__e",function(e,t,n,o){Me(),Ye=void 0,e(t,n,o)});_e("diffed",function(e,t){Me(),Ye=void 0;var n;if(typeof t.type=="string"&&(n=t.__e)){var o=t.__np,r=t.props,i=n.U;if(i)for(var s in i){var c=i[s];c===void 0||o&&s in o||(c.d(),i[s]=void 0)}if(o){i||(i={},n.U=i);for(var f in o){var d=i[f],u=o[f];d===void 0?(d=er(n,f,u,r),i[f]=d):d.o(u,r)}}}e(t)});function er(e,t,n,o){var r=t in e&&e.ownerSVGElement===void 0,i=y(n);return{o:function(s,c){i.value=s,o=c},d:P(function(){this.N=jn;var s=i.value.value;o[t]!==s&&(o[t]=s,r?e[t]=s:s!=null&&(s!==!1||t[4]==="-")?e.setAttribute(t,s):e.removeAttribute(t))})}}_e("unmount",function(e,t){if(typeof t.type=="string"){var n=t.__e;if(n){var o=n.U;if(o){n.U=void 0;for(var r in o){var i=o[r];i&&i.d()}}}var s=t.__np;if(s){var c=t.props;for(var f in s)c[f]=s[f]}t.__np=void 0}else{var d=t.__c;if(d){d.__$f|=8;var u=d.__$u;u&&(d.__$u=void 0,u.d())}}e(t)});_e("__h",function(e,t,n,o){o<3&&(t.__$f|=2),e(t,n,o)});pe.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var n=this.__$u,o=n&&n.s!==void 0;for(var r in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var i=2&this.__$f;if(!(o||i||4&this.__$f)||1&this.__$f)return!0}else if(!(o||4&this.__$f)||3&this.__$f)return!0;for(var s in e)if(s!=="__source"&&e[s]!==this.props[s])return!0;for(var c in this.props)if(!(c in e))return!0;return!1};function k(e,t){return Q(function(){return y(e,t)},[])}var tr=function(e){queueMicrotask(function(){queueMicrotask(e)})};function nr(){Tt(function(){for(var e;e=Nn.shift();)On.call(e)})}function jn(){Nn.push(this)===1&&(w.requestAnimationFrame||tr)(nr)}var D=class extends Error{constructor(){super("the server does not answer")}},he=class extends Error{constructor(t,n){super(n),this.status=t}},V=class extends Error{constructor(t,{code:n="",hint:o=""}={}){super(t),this.code=n,this.hint=o}};function Pn(e){let t=e._meta?.["ensemble/error"];if(t)return new V(t.message,t);let n=(e.content??[]).find(o=>o.type==="text")?.text;return new V(n??"the tool failed and gave no reason")}function or(e){let t=e.replaceAll(`\r
`,`
`).split(`

`),n=t.pop();return{data:t.map(rr).filter(r=>r!==""),rest:n}}function rr(e){return e.split(`
`).filter(n=>n.startsWith("data:")).map(n=>n.slice(5).replace(/^ /,"")).join(`
`)}async function*Ot(e){let t=e.pipeThrough(new TextDecoderStream).getReader(),n="";try{for(;;){let{done:o,value:r}=await t.read();if(o)return;let{data:i,rest:s}=or(n+r);n=s;for(let c of i)yield JSON.parse(c)}}finally{t.cancel().catch(()=>{})}}var Oe="2026-07-28",Nt="io.modelcontextprotocol/",ir=0;function In({base:e="",token:t=()=>null}={}){async function n(f,d,u,m){let p={jsonrpc:"2.0",id:++ir,method:d,params:{...u,_meta:sr(u)}},l=ar(d,u,t()),_=JSON.stringify(p),h;try{h=await fetch(e+f,{method:"POST",headers:l,body:_,signal:m,cache:"no-store"})}catch(v){throw v.name==="AbortError"?v:new D}if(h.status===401||h.status===403)throw new he(h.status,await ur(h));return{response:h,id:p.id}}async function o(f,d,u={},{signal:m,progress:p}={}){let{response:l,id:_}=await n(f,d,u,m),h=Ln(l)?await fr(l,_,p):await lr(l);if(h.error?.message&&h.jsonrpc)throw new V(h.error.message,h.error.data??{});if(!h.result)throw new V(h.error?.message??`the server answered ${l.status}`);return h.result}async function r(f,d,u={},m={}){let p=await o(f,"tools/call",{name:d,arguments:u},m);if(p.isError)throw Pn(p);return p.structuredContent??p}async function i(f,d,u={}){let m=await o(f,"resources/read",{uri:d},u),[p]=m.contents;return p.mimeType==="application/json"?JSON.parse(p.text):p.text??p.blob}async function s(f,d,u){let m=[],p;do{let l=await o(f,d,p?{cursor:p}:{});m.push(...l[u]),p=l.nextCursor}while(p);return m}async function c(f,d,{signal:u,opened:m,news:p}){let{response:l}=await n(f,"subscriptions/listen",{notifications:d},u);if(!Ln(l))throw new V(`the server answered ${l.status}`);try{for await(let _ of Ot(l.body))_.method==="notifications/subscriptions/acknowledged"?m?.():_.method&&p(_.method,_.params??{})}catch(_){throw _.name==="AbortError"?_:new D}}return{request:o,call:r,read:i,list:s,listen:c}}function sr(e){return{...e?._meta,[`${Nt}protocolVersion`]:Oe,[`${Nt}clientCapabilities`]:{},[`${Nt}clientInfo`]:{name:"ensemble-console",version:"0.1.0"}}}function ar(e,t,n){let o={"content-type":"application/json",accept:"application/json, text/event-stream","mcp-protocol-version":Oe,"mcp-method":e},r=t?.name??t?.uri;return r&&(o["mcp-name"]=cr(r)),n&&(o.authorization=`Bearer ${n}`),o}function cr(e){if(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(e))return e;let t=new TextEncoder().encode(e);return`=?base64?${btoa(String.fromCharCode(...t))}?=`}function Ln(e){return(e.headers.get("content-type")??"").startsWith("text/event-stream")}async function lr(e){try{return await e.json()}catch{throw new V(`the server answered ${e.status}`)}}async function ur(e){return(await e.json().catch(()=>({}))).error?.message??`the server answered ${e.status}`}async function fr(e,t,n){try{for await(let o of Ot(e.body)){if(o.id===t)return o;o.method==="notifications/progress"&&n?.(o.params)}}catch(o){if(o.name==="AbortError")throw o}throw new D}var Ze="ensemble.token",x=y("opening"),Ne=y(""),L=y(mr()),pr=In({token:()=>L.value}),O=Object.fromEntries(Object.entries(pr).map(([e,t])=>[e,(...n)=>dr(t(...n))]));async function dr(e){try{return await e}catch(t){throw At(t),t}}function At(e){e instanceof he&&e.status===401?(Ne.value=e.message,x.value="refused"):e instanceof D&&x.value!=="refused"&&(x.value="lost")}function Dn(e){L.value=e.trim(),sessionStorage.setItem(Ze,L.value),Ne.value="",x.value="opening"}function Rn(){sessionStorage.removeItem(Ze),L.value=null,Ne.value="you signed out of this tab",x.value="refused"}function mr(){let e=/^#token=([^&]+)(?:&(.*))?$/.exec(location.hash);return e&&(sessionStorage.setItem(Ze,decodeURIComponent(e[1])),history.replaceState(null,"",`${location.pathname}#${e[2]??"/"}`)),sessionStorage.getItem(Ze)}var jt=y(!1),Hn=x.peek();P(()=>{let e=x.value;Hn==="lost"&&e==="live"&&(jt.value=!0,setTimeout(()=>jt.value=!1,4e3)),Hn=e});function qn(){return a`<div class="banner" role="status">
    ${x.value==="lost"&&a`<p class="bad"><strong>The server does not answer.</strong> What you see is what it said last; the console comes back by itself.</p>`}
    ${x.value==="live"&&jt.value&&a`<p class="good"><strong>The server is back.</strong> Nothing was missed.</p>`}
  </div>`}var _r={overview:"M3 10.5 10 4l7 6.5M5 9v7h10V9",jobs:"M4 4h4v12H4zM12 4h4v7h-4z",approvals:"M10 2.5l6 2.5v4.5c0 4-2.6 6.7-6 8-3.4-1.3-6-4-6-8V5zM7.2 10l2 2 3.6-3.8",actors:"M6.5 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM14 16.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.3 7.8l4 4.4",reasoning:"M10 3v4M10 7 5 12v4M10 7l5 5v4M3.5 17h3M13.5 17h3M8.5 3h3",avatars:"M4 3.5h8.5L16 7v9.5H4zM7 9h6M7 12h6M7 6h3",journal:"M5 3v14M5 5h11M5 10h11M5 15h11",playground:"M4 5l4.5 5L4 15M10 15h6",setup:"M10 12.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM10 2.5v2.2M10 15.3v2.2M2.5 10h2.2M15.3 10h2.2M4.7 4.7l1.5 1.5M13.8 13.8l1.5 1.5M15.3 4.7l-1.5 1.5M6.2 13.8l-1.5 1.5",menu:"M3 5.5h14M3 10h14M3 14.5h14",check:"M4 10.5l4 4 8-9"};function Pt({name:e}){return a`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${_r[e]} /></svg>`}function Bn(){return a`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="16" cy="16" r="5" class="mark-core" />
    <circle cx="16" cy="4.5" r="3" /><circle cx="27.5" cy="16" r="3" />
    <circle cx="16" cy="27.5" r="3" /><circle cx="4.5" cy="16" r="3" />
    <path d="M16 7.5V11M21 16h3.5M16 21v3.5M7.5 16H11" />
  </svg>`}function G({title:e,children:t,actions:n}){return a`<header class="head">
    <div>
      <h1 tabindex="-1">${e}</h1>
      ${t&&a`<p class="lead">${t}</p>`}
    </div>
    ${n&&a`<div class="actions">${n}</div>`}
  </header>`}function C({title:e,aside:t,children:n,...o}){let{class:r="",...i}=o;return a`<section class=${`card ${r}`} ...${i}>
    ${e&&a`<div class="card-head"><h2>${e}</h2>${t&&a`<div class="aside">${t}</div>`}</div>`}
    ${n}
  </section>`}function F({tone:e="plain",children:t}){return a`<span class=${`badge ${e}`}>${t}</span>`}function ve({rows:e}){let t=e.filter(([,n])=>n!=null&&n!==""&&n!==!1);return a`<dl class="facts">
    ${t.map(([n,o])=>a`<div key=${n}><dt>${n}</dt><dd>${o}</dd></div>`)}
  </dl>`}function Ae({tone:e="plain",title:t,children:n}){let o=e==="bad"?"alert":"status";return a`<div class=${`notice ${e}`} role=${o}>
    ${t&&a`<strong>${t}</strong>`}
    <div>${n}</div>
  </div>`}function ce({error:e}){if(!e)return null;let t=e.code&&a`<code>${e.code}</code>`;return a`<${Ae} tone="bad" title="That did not work">
    ${e.message} ${t} ${e.hint&&a`<div class="hint">${e.hint}</div>`}
  <//>`}function K({title:e,children:t}){return a`<div class="empty"><strong>${e}</strong>${t&&a`<p>${t}</p>`}</div>`}function le({text:e,label:t="Copy"}){let n=k("");return a`<button type="button" class="quiet" onClick=${async()=>{try{await navigator.clipboard.writeText(typeof e=="function"?e():e),n.value="Copied"}catch{n.value="The browser did not let us"}setTimeout(()=>n.value="",1600)}}>
    <span aria-live="polite">${n.value||t}</span>
  </button>`}function R({text:e,label:t,copy:n}){return a`<div class="code">
    <pre tabindex="0" aria-label=${t}>${e}</pre>
    <${le} text=${n??e} />
  </div>`}function Xe({label:e,hint:t,required:n,id:o,children:r}){return a`<div class="field">
    <label for=${o}>${e}${n&&a`<span class="required"> required</span>`}</label>
    ${r}
    ${t&&a`<div class="hint" id=${`${o}-hint`}>${t}</div>`}
  </div>`}function Qe(e,t=new Date){let n=new Date(e);if(Number.isNaN(n.getTime()))return String(e??"");let o=n.toLocaleTimeString("en-GB",{hour12:!1});return n.toDateString()===t.toDateString()?o:`${n.toLocaleDateString("en-CA")} ${o}`}function Fn(e){let t=[["d",86400],["h",3600],["min",60],["s",1]],n=t.findIndex(([,i])=>e>=i);if(n<0)return"0 s";let o=[],r=Math.floor(e);for(let[i,s]of t.slice(n,n+2)){let c=Math.floor(r/s);r-=c*s,c&&o.push(`${c} ${i}`)}return o.join(" ")}function N(e){return Number(e??0).toLocaleString("en-GB")}function U(e,t){return`${N(e)} ${t}${Number(e)===1?"":"s"}`}function Un(e){return e<1e3?`${e} B`:e<1e6?`${Math.round(e/1e3)} kB`:e<1e9?`${(e/1e6).toFixed(1)} MB`:`${(e/1e9).toFixed(1)} GB`}function $e(e){return Number.isFinite(e)?e<.01?`${(e*1e3).toFixed(1)} ms`:e<1?`${Math.round(e*1e3)} ms`:`${e.toFixed(1)} s`:"–"}function Wn(e,t=12){return String(e??"").slice(0,t)}function Jn(e,t=160){if(e==null)return"";if(typeof e!="object")return String(e).slice(0,t);if(e.tool&&"micros"in e){let o=e.arguments?JSON.stringify(e.arguments):"",r=e.error?`failed with ${e.error}`:`in ${$e(e.micros/1e6)}`;return`${e.tool} ${o} ${r}`.slice(0,t)}return Object.entries(e).filter(([,o])=>o!==null&&o!=="").map(([o,r])=>`${o} ${typeof r=="object"?JSON.stringify(r):r}`).join(" · ").slice(0,t)}function et({event:e}){return a`<span class="event-line">
    <span class="seq">#${e.seq}</span>${" "}
    <time datetime=${e.at}>${Qe(e.at)}</time>${" "}
    <span class=${`service ${e.service}`}>${e.service}</span>${" "}
    <span class="kind">${e.kind}</span>${" "}
    <span class="gist">${Jn(e.data)}</span>
  </span>`}var zn=100,Lt=2e3;function tt({value:e,open:t=2}){return a`<div class="json"><${Vn} value=${e} open=${t} /></div>`}function Vn({value:e,open:t}){return e!==null&&typeof e=="object"?a`<${vr} value=${e} open=${t} />`:typeof e=="string"?a`<${hr} text=${e} />`:a`<span class="json-other">${String(e)}</span>`}function hr({text:e}){let t=k(!1);return e.length<=Lt||t.value?a`<span class="json-text">${e}</span>`:a`<span class="json-text">${e.slice(0,Lt)}…</span>
    <button type="button" class="link" onClick=${()=>t.value=!0}>
      ${e.length-Lt} more characters
    </button>`}function vr({value:e,open:t}){let n=Array.isArray(e),o=n?e.map((f,d)=>[d,f]):Object.entries(e),r=k(t>0),i=k(zn);if(!o.length)return a`<span class="json-other">${n?"[ ]":"{ }"}</span>`;let s=U(o.length,n?"item":"field"),c=f=>r.value=f.currentTarget.open;return a`<details open=${r.value} onToggle=${c}>
    <summary>${s}</summary>
    ${r.value&&a`<ul>
      ${o.slice(0,i.value).map(([f,d])=>a`<li key=${f}>
        <span class="json-key">${f}</span> <${Vn} value=${d} open=${t-1} />
      </li>`)}
      ${o.length>i.value&&a`<li>
        <button type="button" class="link" onClick=${()=>i.value+=zn}>
          ${o.length-i.value} more
        </button>
      </li>`}
    </ul>`}
  </details>`}function nt(e,t=[]){let n=k(void 0),o=k(null),r=k(!1),i=J(0),s=async()=>{let f=++i.current;r.value=!0;try{let d=await e();if(f!==i.current)return;n.value=d,o.value=null}catch(d){f===i.current&&!(d instanceof D)&&(o.value=d)}finally{f===i.current&&(r.value=!1)}},c=x.value==="live";return j(()=>{c&&s()},[c,...t]),{value:n.value,error:o.value,busy:r.value,reload:s}}function ot(e){let t=k({busy:!1,error:null,value:void 0}),n=async(...r)=>{t.value={...t.peek(),busy:!0,error:null};try{let i=await e(...r);return t.value={busy:!1,error:null,value:i},i}catch(i){t.value={busy:!1,error:i,value:void 0};return}},o=()=>t.value={busy:!1,error:null,value:void 0};return{...t.value,run:n,clear:o}}var ee=y({busy:!1});async function Gn(){if(!ee.value.busy){ee.value={busy:!0};try{let e=({progress:o,total:r})=>ee.value={busy:!0,done:o,total:r},t={name:"verify_audit",arguments:{},_meta:{progressToken:"verify"}},n=await O.request("/mcp/house","tools/call",t,{progress:e});if(n.isError)throw new Error(n.content?.[0]?.text??"the check failed");ee.value={busy:!1,result:n.structuredContent,at:new Date().toISOString()}}catch(e){ee.value={busy:!1,error:e}}}}function rt(){let{busy:e,done:t,total:n}=ee.value,o=n?` ${Math.round(100*t/n)} %`:"";return a`<button type="button" onClick=${Gn} disabled=${e}>${e?`Checking${o}`:"Verify now"}</button>`}function it(){let{result:e,error:t,at:n}=ee.value;return a`<div class="verdict" aria-live="polite">
    ${t&&a`<${ce} error=${t} />`}
    ${e?.ok&&a`<${F} tone="good">Verified<//>
      <span>${U(e.events,"event")} up to #${N(e.head)}, every link, at ${Qe(n)}</span>`}
    ${e&&!e.ok&&a`<${Ae} tone="bad" title="The journal is not as it was written">
      <ul>${e.faults.map(o=>a`<li key=${o}>${o}</li>`)}</ul>
    <//>`}
    ${!e&&!t&&a`<span class="dim">Not checked in this tab yet</span>`}
  </div>`}var Kn=8;function $r({top:e,view:t,height:n,total:o}){let r=Math.max(0,Math.floor(e/n)-Kn),i=Math.min(o,Math.ceil((e+t)/n)+Kn);return{first:Math.min(r,Math.max(0,o-1)),last:i}}function yr(e,t,{page:n,total:o}){let r={ArrowDown:1,ArrowUp:-1,PageDown:n,PageUp:-n,Home:-o,End:o};if(!(e in r)||!o)return null;let i=t<0?r[e]>0?-1:0:t;return Math.max(0,Math.min(o-1,i+r[e]))}function Yn({items:e,height:t=36,keyOf:n,render:o,chosen:r,choose:i,label:s,onEnd:c,id:f}){let d=J(null),u=k(0),m=k(600);xn(()=>{let $=()=>m.value=d.current?.clientHeight??600;$();let b=new ResizeObserver($);return b.observe(d.current),()=>b.disconnect()},[]);let{first:p,last:l}=$r({top:u.value,view:m.value,height:t,total:e.length}),_=()=>{u.value=d.current.scrollTop,d.current.scrollTop+d.current.clientHeight>d.current.scrollHeight-10*t&&c?.()},h=e.findIndex($=>n($)===r),v=$=>{let b=Math.max(1,Math.floor(m.value/t)-1),te=yr($.key,h,{page:b,total:e.length});te!==null&&($.preventDefault(),i(n(e[te])),gr(d.current,te,t))},S=$=>`${f}-${n($)}`,g=h>=p&&h<l?S(e[h]):void 0;return a`<div class="rows" ref=${d} role="listbox" tabindex="0" aria-label=${s}
      aria-activedescendant=${g} onScroll=${_} onKeyDown=${v}>
    <div class="rows-all" role="presentation" style=${{height:`${e.length*t}px`}}>
      ${e.slice(p,l).map(($,b)=>a`<div key=${n($)} id=${S($)}
          class="row" role="option" aria-selected=${n($)===r} aria-setsize=${e.length}
          aria-posinset=${p+b+1} onClick=${()=>i(n($))}
          style=${{top:`${(p+b)*t}px`,height:`${t}px`}}>
        ${o($)}
      </div>`)}
    </div>
  </div>`}function gr(e,t,n){let o=t*n;o<e.scrollTop?e.scrollTop=o:o+n>e.scrollTop+e.clientHeight&&(e.scrollTop=o+n-e.clientHeight)}var q=y([]),It=y(!1);async function Dt(){let e=await Rt("/readyz").then(n=>JSON.parse(n)),t=Object.keys(e.services??{});t.sort((n,o)=>Zn(n)-Zn(o)||n.localeCompare(o)),q.value=await Promise.all(t.map(n=>br(n,e.services[n]))),It.value=!0}async function br(e,t){let n=`/mcp/${e}`,o=await O.request(n,"server/discover"),[r,i,s]=await Promise.all([O.list(n,"tools/list","tools"),O.list(n,"resources/list","resources"),O.list(n,"resources/templates/list","resourceTemplates")]),c=o._meta?.["io.modelcontextprotocol/serverInfo"]??{};return{name:e,endpoint:n,...t,about:c,tools:r,resources:i,templates:s}}async function Rt(e){try{return await(await fetch(e,{cache:"no-store"})).text()}catch{let t=new D;throw At(t),t}}function Zn(e){let t=["house","orchestrator","theater","reasoner","avatar"].indexOf(e);return t<0?99:t}var Xn=de(()=>q.value.flatMap(e=>e.tools.map(t=>({service:e,tool:t}))));var Ut="/mcp/house",Bt="ensemble://events",wr=500,kr=2e4,xr=200,ue=y([]),I=y(0),Pe=y(0),ge=y(!1),Ft=new Set;function to(e){return Ft.add(e),()=>Ft.delete(e)}async function Le(e,t=wr){return O.read(Ut,`${Bt}?after=${e}&limit=${t}`)}var ye=null;async function no(){let e=500;for(;;){let t=Date.now(),n=L.peek();try{if(await Dt(),!q.value.some(o=>o.name==="house")){ge.value=!0,x.value="live",await eo(3e4);continue}await Sr(),x.value="lost"}catch{if(L.peek()!==n)continue;(x.value==="opening"||x.value==="live")&&(x.value="lost")}e=Date.now()-t>1e4?500:Math.min(e*1.6,5e3),await eo(x.value==="refused"?null:e)}}async function Sr(){let e=new AbortController,t=()=>document.visibilityState==="visible"&&qt().catch(()=>e.abort());document.addEventListener("visibilitychange",t);let n=L.peek(),o=P(()=>{(L.value!==n||x.value==="refused")&&e.abort()});try{await O.listen(Ut,{resourceSubscriptions:[Bt],toolsListChanged:!0},{signal:e.signal,opened:()=>qt().then(()=>x.value="live",()=>e.abort()),news:(r,i)=>{i.uri===Bt&&qt().catch(()=>e.abort()),r==="notifications/tools/list_changed"&&Dt().catch(()=>{})}})}finally{o(),document.removeEventListener("visibilitychange",t)}}var je=null,Ht=!1;function qt(){return je?(Ht=!0,je):(je=(async()=>{try{do Ht=!1,await Er();while(Ht)}finally{je=null}})(),je)}async function Er(){for(ye===null&&await Qn();;){let e=await Le(ye);if(e.head<ye){ue.value=[],await Qn();continue}if(e.events.length&&Cr(e.events),ye=e.next_after,I.value=e.head,ye>=e.head)return}}async function Qn(){let{journal:e}=await O.read(Ut,"ensemble://status");Pe.value=e.archived_up_to,ye=Math.max(Pe.value,e.head-xr),I.value=e.head}function Cr(e){ue.value=[...ue.value,...e].slice(-kr);for(let t of Ft)t(e)}function eo(e){return new Promise(t=>{let n=L.value,o=e===null?null:setTimeout(i,e),r=setInterval(()=>L.value!==n&&i(),100);addEventListener("online",i,{once:!0});function i(){clearTimeout(o),clearInterval(r),removeEventListener("online",i),t()}})}function Wt(e,t){return["service","kind","stream","principal"].every(n=>!e[n]||e[n]===t[n])}function oo(e,t,{limit:n=1e3,floor:o=0}={}){let r=t,i=500;async function s(c,f){let d=[],u=c;for(;u<f-1;){let m=await e(u,n),p=m.filter(l=>l.seq<f);if(d.push(...p),m.length<n||p.length<m.length)break;u=m.at(-1).seq}return d}return{get done(){return r<=o+1},get low(){return r},async older(){for(;r>o+1;){let c=Math.max(o,r-1-i),f=await s(c,r);if(r=c+1,i=f.length<n/2?Math.min(i*4,1048576):500,f.length)return f.reverse()}return[]}}}var Jt=1e3;function ro(e){let t=y([]),n=y(0),o=y(!1),r=y(!1),i=y(null),s=null,c=0;async function f(){if(!(r.value||o.value||!s)){r.value=!0;try{let p=await s.older();t.value=[...t.value,...p],n.value=s.low,o.value=s.done,i.value=null}catch(p){p instanceof D||(i.value=p)}finally{r.value=!1}}}function d(){let p=ue.peek();t.value=p.filter(h=>Wt(e,h)).reverse();let l=p.length?p[0].seq:I.peek()+1;c=p.length?p.at(-1).seq:I.peek(),s=oo((h,v)=>io(e,h,v),l,{limit:Jt,floor:Pe.peek()}),n.value=l,o.value=s.done,t.peek().length<100&&f()}function u(){let p=to(_=>{let h=_.filter(v=>v.seq>c&&Wt(e,v)).reverse();c=Math.max(c,_.at(-1).seq),h.length&&(t.value=[...h,...t.peek()])}),l=P(()=>{I.value>0&&!s&&queueMicrotask(()=>s??d())});return()=>{p(),l()}}return{rows:t,low:n,done:o,busy:r,error:i,more:f,start:u,find:p=>t.value.find(l=>l.seq===p)}}async function io(e,t,n){let o=Object.fromEntries(Object.entries(e).filter(([,i])=>i));return Object.keys(o).length?(await O.call("/mcp/house","list_events",{...o,after:t,limit:n})).events:(await Le(t,n)).events}async function so(e){let t=[],n=Pe.peek();for(;;){let i=await io(e,n,Jt);if(t.push(...i.map(s=>`${JSON.stringify(s)}
`)),i.length<Jt)break;n=i.at(-1).seq}let o=URL.createObjectURL(new Blob(t,{type:"application/x-ndjson"})),r=document.createElement("a");return r.href=o,r.download="ensemble-journal.jsonl",r.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4),t.length}var fe=y(ao());addEventListener("hashchange",()=>fe.value=ao());function ao(){let t=location.hash.replace(/^#\/?/,"").split("/").filter(Boolean).map(Tr);return t.length?t:["overview"]}function Tr(e){try{return decodeURIComponent(e)}catch{return e}}function B(...e){return`#/${e.map(encodeURIComponent).join("/")}`}function st(...e){location.hash=B(...e)}function co(){let e=k({service:"",kind:"",stream:"",principal:""}),t=Mr(e.value),n=Number(fe.value[1])||null,o=s=>st("journal",s),r=ot(()=>so(e.value));if(ge.value)return a`<${G} title="Journal" /><${K} title="Not served by this server">It runs without the house's own service.<//>`;let i=a`<${rt} />
    <button type="button" onClick=${r.run} disabled=${r.busy}>${r.busy?"Exporting":"Export"}</button>`;return a`<${G} title="Journal" actions=${i}>
      Everything that happened, hash-chained. <span class="nowrap">${U(I.value,"event")}.</span>
    <//>
    <${it} />
    <${ce} error=${r.error??t.error.value} />
    <${Or} filter=${e} />
    <div class="split">
      <${Nr} reel=${t} chosen=${n} choose=${o} />
      <${Ar} reel=${t} seq=${n} />
    </div>`}function Mr(e){let t=JSON.stringify(e),n=Q(()=>ro(e),[t]);return j(()=>n.start(),[n]),n}function Or({filter:e}){let t=r=>i=>{let s=i.currentTarget.value.trim();s!==e.value[r]&&(e.value={...e.value,[r]:s})},n=q.value.map(r=>r.name),o=(r,i)=>a`<label>${i}
    <input type="search" value=${e.value[r]} onChange=${t(r)} data-search=${r==="kind"} spellcheck="false" /></label>`;return a`<form class="filters" role="search" aria-label="Filter events" onSubmit=${r=>r.preventDefault()}>
    <label>Service
      <select value=${e.value.service} onChange=${t("service")}>
        <option value="">all</option>
        ${n.map(r=>a`<option key=${r} value=${r}>${r}</option>`)}
      </select>
    </label>
    ${o("kind","Kind")}${o("stream","Stream")}${o("principal","Person")}
  </form>`}function Nr({reel:e,chosen:t,choose:n}){let o=e.rows.value;if(!o.length&&e.done.value)return a`<${C} class="list"><${K} title="No event matches">Take a filter away to see more.<//><//>`;let r=e.done.value?`${U(o.length,"event")}, all there are`:`${U(o.length,"event")}, back to #${N(e.low.value)}`;return a`<${C} class="list">
    <${Yn} id="event" label="Events, newest first" items=${o} keyOf=${i=>i.seq}
      chosen=${t} choose=${n} onEnd=${e.more} render=${i=>a`<${et} event=${i} />`} />
    <p class="list-foot"><span>${r}</span>
      ${!e.done.value&&a`<button type="button" class="link" onClick=${e.more} disabled=${e.busy.value}>Look further back</button>`}
    </p>
  <//>`}function Ar({reel:e,seq:t}){let n=t&&e.find(t),o=nt(()=>t&&!n?Le(t-1,1):null,[t]),r=n||o.value?.events.find(i=>i.seq===t);return r?a`<${C} class="detail" title=${`#${N(r.seq)} ${r.kind}`} aside=${a`<${le} label="Copy JSON" text=${()=>JSON.stringify(r,null,2)} />`}>
    <${ve} rows=${[["When",a`<time datetime=${r.at}>${r.at}</time>`],["Service",r.service],["Stream",a`<code>${r.stream}</code>`],["Person",r.principal],["Hash",a`<code class="wrap">${r.hash}</code>`],["Touches",r.touches?.length?r.touches.map(i=>a`<${F} key=${i}>${i}<//>`):""]]} />
    <h3>What happened</h3>
    <${tt} value=${r.data} open=${3} />
  <//>`:a`<${C} class="detail"><${K} title="Choose an event">It shows what exactly was recorded, and its link in the chain.<//><//>`}var jr=/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/,Pr=/(\w+)="((?:[^"\\]|\\.)*)"/g;function uo(e){let t=[];for(let n of e.split(`
`)){if(!n||n.startsWith("#"))continue;let o=jr.exec(n);if(!o)continue;let r=Object.fromEntries([...(o[2]??"").matchAll(Pr)].map(([,i,s])=>[i,s]));t.push({name:o[1],labels:r,value:Number(o[3])})}return t}var lo="mcp_server_operation_duration_seconds";function zt(e){let t=e.filter(i=>i.labels.mcp_method_name==="tools/call"),n=t.filter(i=>i.name===`${lo}_count`),o=new Map;for(let i of t.filter(s=>s.name===`${lo}_bucket`)){let s=i.labels.le==="+Inf"?1/0:Number(i.labels.le);o.set(s,(o.get(s)??0)+i.value)}let r=i=>i.reduce((s,c)=>s+c.value,0);return{total:r(n),failed:r(n.filter(i=>i.labels.error_type)),buckets:[...o].sort(([i],[s])=>i-s)}}function Vt(e,t){let n=e.at(-1)?.[1]??0;if(!n)return NaN;let o=e.find(([,r])=>r>=t*n);return o[0]!==1/0?o[0]:e.at(-2)?.[0]??NaN}function fo(e){return{connections:e.filter(n=>n.name==="ensemble_connections").map(n=>[n.labels.network_protocol_name,n.value]),subscriptions:e.find(n=>n.name==="ensemble_subscriptions")?.value??0,refused:e.filter(n=>n.name==="ensemble_refused_total").map(n=>[n.labels.reason,n.value])}}function Ir(e,t,n,o=Math.max(...e,0)){if(e.length<2)return"";let r=t/(e.length-1),i=s=>o>0?n-s/o*(n-2)-1:n-1;return e.map((s,c)=>`${c?"L":"M"}${(c*r).toFixed(1)} ${i(s).toFixed(1)}`).join("")}function po({values:e,label:t,width:n=320,height:o=56}){let r=Ir(e,n,o);return a`<svg class="chart" viewBox=${`0 0 ${n} ${o}`} preserveAspectRatio="none" role="img" aria-label=${t}>
    ${r&&a`<path class="chart-area" d=${`${r}L${n} ${o}L0 ${o}Z`} />`}
    ${r&&a`<path class="chart-line" d=${r} />`}
  </svg>`}var mo=5e3,Dr=60;function _o(){let t=nt(()=>O.read("/mcp/house","ensemble://status"),[I.value]).value,n=t&&a`Version ${t.version}, up for ${Fn(t.uptime_seconds)}, process ${t.pid}.`;return a`<${G} title="Overview">${n||"What runs here, and what it did last."}<//>
    <div class="grid">
      <${Rr} />
      <${Hr} />
      <${Fr} listeners=${t?.listeners} />
      <${Ur} journal=${t?.journal} />
      <${Wr} />
    </div>`}function Rr(){return a`<${C} title="Services" class="wide">
    <ul class="services">
      ${q.value.map(e=>a`<li key=${e.name}>
        <div><span class=${`service ${e.name}`}>${e.name}</span> <span class="dim">${e.about.description}</span></div>
        <div class="services-state">
          ${e.tools.length?a`<a href=${B("playground",e.name)}>${U(e.tools.length,"tool")}</a>`:a`<span class="dim">no tools</span>`}
          <${F} tone=${e.ready?"good":"bad"}>${e.ready?"ready":"not ready"}<//>
        </div>
        ${e.reason&&a`<div class="hint">${e.reason}</div>`}
      </li>`)}
    </ul>
  <//>`}function Hr(){let{now:e,rates:t}=Br(),n=e&&zt(e),o=e&&fo(e),r=t.at(-1)??0,i=`Tool calls a minute over the last ${Math.round(t.length*mo/6e4)} minutes, now ${r.toFixed(0)}`;return a`<${C} title="Calls">
    <p class="figure"><strong>${r.toFixed(0)}</strong> <span class="dim">tool calls a minute</span></p>
    ${t.length>1&&a`<${po} values=${t} label=${i} />`}
    ${n&&a`<${ve} rows=${[["Since the start",`${N(n.total)}, ${N(n.failed)} failed`],["Half within",$e(Vt(n.buckets,.5))],["95 % within",$e(Vt(n.buckets,.95))],["Connections",qr(o.connections)],["Subscriptions",N(o.subscriptions)],["Turned away",o.refused.map(([s,c])=>`${N(c)} for ${s}`).join(", ")]]} />`}
  <//>`}function qr(e){let t=e.filter(([,n])=>n>0);return t.length?t.map(([n,o])=>`${N(o)} ${n}`).join(", "):"none held open"}function Br(){let e=k({now:null,rates:[],last:null});return j(()=>{let t=async()=>{if(document.visibilityState!=="visible"||x.peek()!=="live")return;let o=uo(await Rt("/metrics").catch(()=>""));if(!o.length)return;let{rates:r,last:i}=e.peek(),s={at:performance.now(),total:zt(o).total},c=i&&(s.total-i.total)*6e4/(s.at-i.at),f=c===null?r:[...r,Math.max(0,c)].slice(-Dr);e.value={now:o,rates:f,last:s}};t();let n=setInterval(t,mo);return()=>clearInterval(n)},[x.value==="live"]),e.value}function Fr({listeners:e}){return a`<${C} title="Listens on">
    <${ve} rows=${[["HTTP",e?.http&&a`<code>${e.http}</code>`],["WebSocket",e?.http&&a`<code>${`ws://${e.http}/mcp`}</code>`],["TCP",e?.tcp&&a`<code>${e.tcp}</code>`],["Unix socket",e?.unix&&a`<code>${e.unix}</code>`],["Standard input",e?.stdio&&"yes"]]} />
    <p><a href=${B("setup")}>Connect a client</a></p>
  <//>`}function Ur({journal:e}){return a`<${C} title="Journal" aside=${a`<${rt} />`}>
    <p class="figure"><strong>${N(I.value)}</strong> <span class="dim">${I.value===1?"event":"events"}</span></p>
    <${it} />
    ${e&&a`<${ve} rows=${[["Head",a`<span class="hash"><code title=${e.hash}>${Wn(e.hash,16)}…</code><${le} text=${e.hash} /></span>`],["On disk",Un(e.file_bytes)],["Archived up to",e.archived_up_to?`#${N(e.archived_up_to)}`:""],["Failed commits",e.failed_commits||""]]} />`}
  <//>`}function Wr(){let e=ue.value.slice(-12).reverse();return a`<${C} title="Just now" class="wide" aside=${a`<a href=${B("journal")}>The whole journal</a>`}>
    ${ge.value&&a`<${K} title="This server keeps no journal for us">It runs without the house's own service.<//>`}
    ${!ge.value&&!e.length&&a`<${K} title="Nothing has happened yet" />`}
    <ol class="recent">
      ${e.map(t=>a`<li key=${t.seq}>
        <a href=${B("journal",t.seq)}><${et} event=${t} /></a>
      </li>`)}
    </ol>
  <//>`}function vo(e){let t=new Set(e?.required??[]);return Object.entries(e?.properties??{}).map(([o,r])=>{let i=at(r,e);return{name:o,required:t.has(o),hint:i.description??r.description??"",fallback:i.default??r.default,...Jr(i,e)}}).sort((o,r)=>Number(r.required)-Number(o.required))}function at(e,t,n=0){if(e===!0||e===void 0||n>8)return{};if(e.$ref?.startsWith("#/")){let r=e.$ref.slice(2).split("/").reduce((i,s)=>i?.[s],t);return{...at(r,t,n+1),...Gt(e,"$ref")}}let o=(e.anyOf??e.oneOf??[]).filter(r=>r.type!=="null");return o.length===1?{...at(o[0],t,n+1),...Gt(e,"anyOf","oneOf")}:o.length&&o.every(r=>"const"in r)?{...Gt(e,"anyOf","oneOf"),enum:o.map(r=>r.const)}:e}function Gt(e,...t){return Object.fromEntries(Object.entries(e).filter(([n])=>!t.includes(n)))}function Jr(e,t){let n=[e.type].flat().filter(s=>s&&s!=="null"),[o]=n.length===1?n:[],r=e.enum?.filter(s=>s!==null);if(r)return{control:"choice",choices:r};if(o==="boolean")return{control:"choice",choices:[!0,!1]};if(o==="integer"||o==="number")return{control:"number",whole:o==="integer",minimum:e.minimum,maximum:e.maximum};if(o==="string")return{control:"text"};let i=o==="array"&&at(e.items,t);return i&&i.type==="string"&&!i.enum?{control:"lines"}:{control:"json"}}var ho="";function $o(e,t){let n={};for(let o of e){let r=t[o.name]??ho;if(r===ho){o.required&&o.control==="text"&&(n[o.name]="");continue}n[o.name]=zr(o,r)}return n}function zr(e,t){switch(e.control){case"choice":return e.choices.find(n=>String(n)===t);case"number":{let n=Number(t);if(!Number.isFinite(n))throw new Error(`\`${e.name}\` is not a number`);return n}case"lines":return t.split(`
`).filter(n=>n.trim()!=="");case"json":try{return JSON.parse(t)}catch(n){throw new Error(`\`${e.name}\` is not JSON: ${n.message}`)}default:return t}}function yo({fields:e,typed:t,change:n,id:o}){return e.length?e.map(r=>a`<${Xe} key=${r.name} id=${`${o}-${r.name}`} required=${r.required}
      label=${a`<code>${r.name}</code>`} hint=${Vr(r)}>
    <${Gr} field=${r} id=${`${o}-${r.name}`} text=${t[r.name]??""}
      change=${i=>n(r.name,i.currentTarget.value)} />
  <//>`):a`<p class="dim">This tool takes no arguments.</p>`}function Vr(e){let t=[];e.control==="lines"&&t.push("one a line"),e.control==="json"&&t.push("as JSON"),e.fallback!==void 0&&e.fallback!==null&&t.push(`${JSON.stringify(e.fallback)} if left empty`);let n=t.length?`(${t.join(", ")})`:"";return`${e.hint} ${n}`.trim()}function Gr({field:e,id:t,text:n,change:o}){let r={id:t,"aria-describedby":`${t}-hint`,value:n,onInput:o};if(e.control==="choice")return a`<select ...${r}>
      <option value="">${e.required?"choose":"left empty"}</option>
      ${e.choices.map(c=>a`<option key=${c} value=${String(c)}>${String(c)}</option>`)}
    </select>`;if(e.control==="number"){let c=e.whole?1:"any";return a`<input type="number" step=${c} min=${e.minimum} max=${e.maximum} ...${r} />`}let i=e.control==="text"?1:3,s=e.control==="json";return a`<textarea rows=${i} spellcheck=${!s} class=${s?"mono":""} ...${r}></textarea>`}var go=`{
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
`;var bo=`{
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
`;var wo=`[mcp_servers.ensemble]
http_headers = { Authorization = "Bearer ens_secret" }
url = "http://127.0.0.1:7420/mcp"
`;var ko=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "url": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var xo=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "httpUrl": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var So=`extensions:
  ensemble:
    description: "Actors, coding jobs, cited answers and proofs"
    enabled: true
    headers:
      Authorization: "Bearer ens_secret"
    name: "ensemble"
    timeout: 300
    type: "streamable_http"
    uri: "http://127.0.0.1:7420/mcp"
`;var Eo=`{
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
`;var Co=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "serverUrl": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var To=`{
  "context_servers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "url": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var ri="http://127.0.0.1:7420/mcp",ii="ens_secret",ct="YOUR-TOKEN",lt=[{name:"claude-code",title:"Claude Code",file:"~/.claude.json",sample:go},{name:"claude-desktop",title:"Claude Desktop",file:"claude_desktop_config.json",sample:bo},{name:"cursor",title:"Cursor",file:"~/.cursor/mcp.json",sample:ko},{name:"vscode",title:"VS Code",file:"mcp.json of the user",sample:Eo},{name:"codex",title:"Codex",file:"~/.codex/config.toml",sample:wo},{name:"gemini",title:"Gemini CLI",file:"~/.gemini/settings.json",sample:xo},{name:"zed",title:"Zed",file:"settings.json",sample:To},{name:"goose",title:"Goose",file:"config.yaml",sample:So},{name:"windsurf",title:"Windsurf",file:"~/.codeium/windsurf/mcp_config.json",sample:Co}];function Mo(e,t,n=ct){return e.replaceAll(ri,t).replaceAll(ii,n).trimEnd()}function Oo(e,t){let n={Authorization:`Bearer ${ct}`};return JSON.stringify({mcpServers:{[e]:{type:"http",url:t,headers:n}}},null,2)}function No(e,t,n){let i=JSON.stringify({jsonrpc:"2.0",id:1,method:"tools/call",params:{name:t,arguments:n,_meta:{"io.modelcontextprotocol/protocolVersion":Oe,"io.modelcontextprotocol/clientCapabilities":{}}}});return[`curl ${e}`,'-H "Authorization: Bearer $ENSEMBLE_TOKEN"',"-H 'Content-Type: application/json'","-H 'Accept: application/json, text/event-stream'",`-H 'MCP-Protocol-Version: ${Oe}'`,"-H 'Mcp-Method: tools/call'",`-H 'Mcp-Name: ${t}'`,`-d '${i.replaceAll("'","'\\''")}'`].join(` \\
  `)}function Ao(){let[,e,t]=fe.value,n=Xn.value.find(o=>o.service.name===e&&o.tool.name===t);return a`<${G} title="Playground">Any tool of any service, with the request it makes and the answer it gives.<//>
    <div class="split narrow-left">
      <${si} serviceName=${e} toolName=${t} />
      ${n?a`<${ai} key=${`${e}/${t}`} service=${n.service} tool=${n.tool} />`:a`<${C}><${K} title=${t&&It.value?`There is no tool ${t} here`:"Choose a tool"} /><//>`}
    </div>`}function si({serviceName:e,toolName:t}){let n=k(""),o=n.value.trim().toLowerCase(),r=s=>!o||`${s.name} ${s.description}`.toLowerCase().includes(o),i=q.value.map(s=>({service:s,list:s.tools.filter(r)})).filter(({list:s})=>s.length);return a`<${C} class="choice">
    <label class="search"><span class="hidden">Find a tool</span>
      <input type="search" placeholder="Find a tool" data-search value=${n.value}
        onInput=${s=>n.value=s.currentTarget.value} />
    </label>
    ${!i.length&&a`<p class="dim">No tool matches.</p>`}
    ${i.map(({service:s,list:c})=>a`<details key=${s.name} open=${!!o||!e||s.name===e}>
      <summary><span class=${`service ${s.name}`}>${s.name}</span> <span class="dim">${c.length}</span></summary>
      <ul>${c.map(f=>a`<li key=${f.name}>
        <a href=${B("playground",s.name,f.name)} aria-current=${s.name===e&&f.name===t?"true":void 0}>${f.name}</a>
      </li>`)}</ul>
    </details>`)}
  <//>`}function ai({service:e,tool:t}){let n=Q(()=>vo(t.inputSchema),[t]),o=k({}),r=k(null),{args:i,wrong:s}=ci(n,o.value,r.value),c=ot(async()=>{let u=performance.now(),m={name:t.name,arguments:i};return{result:await O.request(e.endpoint,"tools/call",m),seconds:(performance.now()-u)/1e3}});j(()=>c.clear(),[t.name]);let f=u=>{u.preventDefault(),s||c.run()},d=u=>(u.ctrlKey||u.metaKey)&&u.key==="Enter"&&f(u);return a`<div class="stack">
    <${C} title=${t.name} aside=${a`<${li} tool=${t} />`}>
      <p>${t.description}</p>
      <form onSubmit=${f} onKeyDown=${d}>
        ${r.value===null?a`<${yo} id="arg" fields=${n} typed=${o.value} change=${(u,m)=>o.value={...o.value,[u]:m}} />`:a`<label class="field">Arguments as JSON
              <textarea class="mono" rows="8" spellcheck="false" value=${r.value} onInput=${u=>r.value=u.currentTarget.value}></textarea>
            </label>`}
        ${s&&a`<${Ae} tone="warn">${s.message}<//>`}
        <div class="actions">
          <button class="primary" disabled=${c.busy||!!s}>${c.busy?"Running":"Run"}</button>
          <button type="button" class="quiet" onClick=${()=>r.value=r.value===null?JSON.stringify(i??{},null,2):null}>
            ${r.value===null?"Type JSON instead":"Use the form"}
          </button>
        </div>
      </form>
    <//>
    <${ui} call=${c} />
    <${fi} service=${e} tool=${t} args=${i??{}} />
  </div>`}function ci(e,t,n){try{return{args:n===null?$o(e,t):JSON.parse(n)}}catch(o){return{wrong:o}}}function li({tool:e}){let t=e.annotations??{};return t.readOnlyHint?a`<${F} tone="good">reads<//>`:t.destructiveHint?a`<${F} tone="bad">destroys<//>`:a`<${F} tone="warn">changes<//>`}function ui({call:e}){if(e.error)return a`<${ce} error=${e.error} />`;if(!e.value)return null;let{result:t,seconds:n}=e.value,o=t.structuredContent??t.content,r=t.isError?"bad":"good";return a`<${C} title="Answer" aside=${a`<${F} tone=${r}>${t.isError?"error":"ok"}<//> <span class="dim">${$e(n)}</span> <${le} text=${()=>JSON.stringify(o,null,2)} />`}>
    <div aria-live="polite">
      ${t.isError?a`<${ce} error=${t._meta?.["ensemble/error"]??{message:t.content?.[0]?.text}} />`:a`<${tt} value=${o} open=${3} />`}
    </div>
  <//>`}function fi({service:e,tool:t,args:n}){let o=`${location.origin}${e.endpoint}`;return a`<${C} title="The same from elsewhere">
    <h3>On the command line</h3>
    <${R} label="ensemble call" text=${`ensemble call ${t.name} '${JSON.stringify(n).replaceAll("'","'\\''")}'`} />
    <h3>As curl</h3>
    <${R} label="curl" text=${No(o,t.name,n)} />
    <h3>As a client's configuration</h3>
    <${R} label="client configuration" text=${Oo(e.name,o)} />
  <//>`}function jo(){let e=k(lt[0].name),t=lt.find(n=>n.name===e.value);return a`<${G} title="Setup">Connect a client in one command, or copy what belongs into its file.<//>
    <div class="grid">
      <${C} title="Connect a client" class="wide">
        <div class="chips" role="group" aria-label="Client">
          ${lt.map(n=>a`<button type="button" key=${n.name} aria-pressed=${n.name===e.value}
            onClick=${()=>e.value=n.name}>${n.title}</button>`)}
        </div>
        <${pi} client=${t} />
      <//>
      <${di} />
      <${mi} />
      <${_i} />
    </div>`}function pi({client:e}){let t=k(!1),n=`${location.origin}/mcp`,o=t.value&&L.value||ct;return a`<h3>One command</h3>
    <${R} label="install command" text=${`ensemble install ${e.name} --url=${n}`} />
    <h3>Or by hand, into <code>${e.file}</code></h3>
    <${R} label=${`entry for ${e.title}`} text=${Mo(e.sample,n,o)} />
    ${L.value&&a`<label class="check"><input type="checkbox" checked=${t.value}
      onChange=${r=>t.value=r.currentTarget.checked} /> Put the token of this tab in</label>`}`}function di(){return a`<${C} title="Tokens">
    <p>Each client can have a token of its own that may do less, and can be taken back.</p>
    <${R} label="make a token" text="ensemble token new phone --scope read --scope jobs:approve" />
    <${R} label="list tokens" text="ensemble token list" />
    <${R} label="revoke a token" text="ensemble token revoke phone" />
    ${L.value&&a`<div class="actions"><button type="button" onClick=${Rn}>Sign out of this tab</button></div>`}
  <//>`}function mi(){return a`<${C} title="Endpoints">
    <p>All services together, or one under its own name:</p>
    <ul class="endpoints">
      <li><code>${location.origin}/mcp</code></li>
      ${q.value.map(e=>a`<li key=${e.name}><code>${location.origin}${e.endpoint}</code></li>`)}
    </ul>
    <p>Over WebSocket the same paths answer at <code>${location.origin.replace(/^http/,"ws")}</code> with subprotocol <code>mcp</code>.</p>
  <//>`}function _i(){return a`<${C} title="When something does not work">
    <p>The doctor looks at the files, the store, the tokens, the clients and the running server, and says how to fix what it finds.</p>
    <${R} label="doctor" text="ensemble doctor" />
    <${R} label="settings" text="ensemble config show --origin" />
  <//>`}var be=[{name:"overview",title:"Overview",key:"o",page:_o},{name:"journal",title:"Journal",key:"j",page:co},{name:"playground",title:"Playground",key:"p",page:Ao},{name:"setup",title:"Setup",key:"s",page:jo}];var ut=y(!1),hi=1500;function Po(){j(()=>{let e=0,t=n=>{if(n.ctrlKey||n.metaKey||n.altKey||vi(n.target))return;let o=Date.now()-e<hi&&be.find(r=>r.key===n.key);e=0,o?st(o.name):n.key==="g"?e=Date.now():n.key==="?"?ut.value=!0:n.key==="/"&&$i(n)};return addEventListener("keydown",t),()=>removeEventListener("keydown",t)},[])}function vi(e){return e.closest?.("input, textarea, select, [contenteditable]")!=null}function $i(e){let t=document.querySelector("main [data-search]");t&&(e.preventDefault(),t.focus())}function Lo(){let e=J(null);return j(()=>{ut.value&&!e.current.open&&e.current.showModal()},[ut.value]),a`<dialog ref=${e} class="shortcuts" aria-labelledby="keys" onClose=${()=>ut.value=!1}>
    <h2 id="keys">Keys</h2>
    <dl>
      ${be.map(t=>a`<div key=${t.name}><dt><kbd>g</kbd> <kbd>${t.key}</kbd></dt><dd>${t.title}</dd></div>`)}
      <div><dt><kbd>/</kbd></dt><dd>Search or filter on this page</dd></div>
      <div><dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>Move in a list</dd></div>
      <div><dt><kbd>Ctrl</kbd> <kbd>Enter</kbd></dt><dd>Send the form you are in</dd></div>
      <div><dt><kbd>?</kbd></dt><dd>This list</dd></div>
    </dl>
    <form method="dialog"><button>Close</button></form>
  </dialog>`}function Io(){let e=k(""),t=n=>{n.preventDefault(),e.value.trim()&&Dn(e.value)};return a`<div class="sign-in card">
    <h1 tabindex="-1">Sign in</h1>
    <p role="status">The server says: ${Ne.value||"a token is needed"}.</p>
    <p>This command prints a link that brings the token along:</p>
    <${R} text="ensemble console" label="Command that prints the link" />
    <form onSubmit=${t}>
      <${Xe} label="Or paste a token" id="token" hint="It stays in this tab and is forgotten when the tab closes.">
        <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint"
          value=${e.value} onInput=${n=>e.value=n.currentTarget.value} />
      <//>
      <button class="primary">Sign in</button>
    </form>
  </div>`}var Kt="ensemble.theme",yi=["system","light","dark"],ft=y(yi.includes(localStorage.getItem(Kt))?localStorage.getItem(Kt):"system");P(()=>{document.documentElement.dataset.theme=ft.value,localStorage.setItem(Kt,ft.value)});function Do(){return a`<label class="theme">
    <span class="hidden">Colours</span>
    <select value=${ft.value} onChange=${e=>ft.value=e.currentTarget.value}>
      <option value="system">As the system</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  </label>`}var Ie=y(!1);function Ro(){Po();let[e]=fe.value,t=be.find(o=>o.name===e),n=t?.title??"Not found";return xi(n,t),a`<div class="shell">
    <a class="skip" href="#main" onClick=${Si}>Skip to the page</a>
    <${bi} current=${e} title=${n} />
    <div class="middle">
      <${qn} />
      <main id="main" tabindex="-1">
        ${x.value==="refused"?a`<${Io} />`:a`<${gi} page=${t} />`}
      </main>
    </div>
    <${Lo} />
  </div>`}function gi({page:e}){return e?a`<${e.page} key=${e.name} />`:a`<h1 tabindex="-1">There is no such page</h1>
    <p><a href=${B("overview")}>The overview</a> leads to all there are.</p>`}function bi({current:e,title:t}){let n=()=>Ie.value=!Ie.value;return a`<div class=${`side ${Ie.value?"open":""}`}>
    <div class="brand">
      <a href=${B("overview")} aria-label="Ensemble, overview"><${Bn} /><span>Ensemble</span></a>
      <span class="here">${t}</span>
      <button type="button" class="menu quiet" aria-expanded=${Ie.value} aria-controls="pages" onClick=${n}>
        <${Pt} name="menu" /><span>Menu</span>
      </button>
    </div>
    <nav id="pages" aria-label="Pages" onClick=${()=>Ie.value=!1}>
      ${be.map(o=>a`<a key=${o.name} href=${B(o.name)}
          aria-current=${o.name===e?"page":void 0}>
        <${Pt} name=${o.name} /><span>${o.title}</span>${o.badge&&a`<${o.badge} />`}
      </a>`)}
    </nav>
    <footer>
      <${ki} />
      <${Do} />
    </footer>
  </div>`}var wi={opening:"Connecting",live:"Live",lost:"Not connected",refused:"Signed out"};function ki(){let e=x.value;return a`<div class=${`link-state ${e}`}>
    <span class="dot" aria-hidden="true"></span>
    <span>${wi[e]}</span>
    ${e==="live"&&I.value>0&&a`<span class="seq">#${N(I.value)}</span>`}
  </div>`}function xi(e,t){let n=J(!0),o=t?.badge?.count?.()??0;j(()=>{document.title=`${o?`(${o}) `:""}${e} · Ensemble`},[e,o]),j(()=>{n.current||document.querySelector("main h1")?.focus({preventScroll:!0}),n.current=!1,scrollTo(0,0)},[e])}function Si(e){e.preventDefault(),document.getElementById("main").focus()}un(a`<${Ro} />`,document.getElementById("console"));no();
