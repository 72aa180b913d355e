var A,Xn,Ft,he,qt,it,eo,st,to,Ht,Bt,Is,qe=Symbol.for("pv"),lt={},ct=[],Ms=/^m(i|n|o|s|text|space)$/,Ut=Array.isArray,Jt=ct.slice,xe=Object.assign;function ke(e){e&&e.parentNode&&e.remove()}function ut(e,t,n){var o,r,s,i={},l=arguments.length;for(s in t)s=="key"?o=t[s]:s=="ref"&&typeof e!="function"?r=t[s]:i[s]=t[s];return l>2&&(i.children=l>3?Jt.call(arguments,2):n),We(e,i,o,r,null)}function We(e,t,n,o,r){var s={type:e,props:t,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,constructor:qe,__v:r||++Xn,__i:-1,__u:0};return!r&&A.vnode&&A.vnode(s),s}function Se(e){return e.children}function je(e,t){this.props=e,this.context=t,this.__g=0}function ve(e,t){if(t==null)return e.__&&ve(e.__,e.__i+1);for(var n;t<e.__k.length;t++)if((n=e.__k[t])&&n.__e)return n.__e;return typeof e.type!="function"||e.props.__P?null:ve(e)}function Ps(e){var t,n=e.__v,o=n.__e,r=[],s=[],i=e.__P;i&&((t=xe({constructor:qe},n)).__v=n.__v+1,A.vnode&&A.vnode(t),zt(i,t,n,e.__n,i.namespaceURI,32&n.__u?[o]:null,r,o||ve(n),32&n.__u,s),t.__v=n.__v,t.__.__k[t.__i]=t,io(r,t,s),n.__=n.__e=null,t.__e!=o&&no(t))}function no(e){if((e=e.__)&&e.__c&&!e.props.__P)return e.__e=null,e.__k.some(function(t){return t&&(e.__e=t.__e)}),no(e)}function Yn(e){(8&e.__g||(e.__g|=8,he.push(e),it++))&&qt==A.debounceRendering||((qt=A.debounceRendering)||queueMicrotask)(oo)}function oo(){try{for(var e,t=1;he.length;)he.length>t&&he.sort(eo),e=he.shift(),t=he.length,8&e.__g&&Ps(e)}finally{(it=he.length)&&(qt||queueMicrotask)(oo)}}function ro(e,t,n,o,r,s,i,l,c,f,u){var d,$,p,g,y,x,P=o.__k||ct,O=t.length;for(c=Ls(n,t,P,c,O),d=0;d<O;d++)(p=n.__k[d])!=null&&($=~p.__i&&P[p.__i]||lt,p.__i=d,x=zt(e,p,$,r,s,i,l,c,f,u),g=p.__e,($.ref!=p.ref||8&$.__u)&&($.ref&&Vt($.ref,null,p,$),p.ref&&u.push(p.ref,p.__c||g,p)),y=y||g,4&p.__u?(c=so(p,c,e,!$.__v),$.__e&&($.__e=null)):typeof p.type=="function"&&x!==void 0?c=x:g&&(c=g.nextSibling),p.__u&=-21);return n.__e=y,c}function Ls(e,t,n,o,r){var s,i,l,c,f,u,d,$,p,g=n.length,y=g,x=0,P=0,O=e.__k=Array(r);for(s=0;s<r;s++)(i=t[s])!=null&&typeof i!="boolean"&&typeof i!="function"?(typeof i!="object"||i.constructor===String?i=O[s]=We(null,i):Ut(i)?i=O[s]=We(Se,{children:i}):i.constructor===qe&&i.__b?i=O[s]=We(i.type,i.props,i.key,i.ref,i.__v):O[s]=i,c=s+x,i.__=e,i.__b=e.__b+1,l=null,~(f=i.__i=Rs(i,n,c,y))&&(y--,(l=n[f])&&(l.__u|=2)),l&&l.__v?(i.__u|=16,f==c-1?x--:f==c+1?x++:f!=c&&(f>c?x--:x++,P=1)):(~f||(r>g?x--:r<g&&x++),typeof i.type!="function"&&(i.__u|=4))):O[s]=null;if(P){for(u=[],d=[],s=0;s<r;s++)if((i=O[s])&&16&i.__u){for(x=0,$=u.length;x<$;)u[p=x+$>>1]<i.__i?x=p+1:$=p;u[x]=i.__i,d[s]=x+1}for(x=u.length;s--;)d[s]&&(d[s]==x?x--:O[s].__u|=4)}if(y)for(s=0;s<g;s++)!(l=n[s])||2&l.__u||(l.__e==o&&(o=ve(l)),Gt(l,l));return o}function so(e,t,n,o){var r,s,i,l;if(typeof e.type=="function"){if(e.props.__P)return t;if(r=e.__k)for(s=0;s<r.length;s++)r[s]&&(r[s].__=e,t=so(r[s],t,n,!1));return t}for(t&&!t.parentNode&&(t=ve(e))&&!t.parentNode&&(t=null),i=e.__e,l=t;l&&l.nodeType==8;)l=l.nextSibling;for(i!=l&&(!o&&n.moveBefore&&i.parentNode?n.moveBefore(i,t):n.insertBefore(i,t||null)),t=i;(t=t&&t.nextSibling)&&t.nodeType==8&&!t.data.startsWith("$s"););return t}function Rs(e,t,n,o){var r,s=e.key,i=e.type,l=t[n],c=l&&!(2&l.__u);if(l===null&&s==null||c&&s==l.key&&i==l.type)return n;if(o>(c?1:0)){for(r=n-1;r>=0;r--)if((l=t[r])&&!(2&l.__u)&&s==l.key&&i==l.type)return r;for(r=n+1;r<t.length;r++)if((l=t[r])&&!(2&l.__u)&&s==l.key&&i==l.type)return r}return-1}function Zn(e,t,n){n==null&&(n=""),t[0]=="-"?e.setProperty(t,n):e[t]=n}function rt(e,t,n,o,r){var s,i;if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof o=="string"&&(e.style.cssText=o=""),o)for(t in o)n&&t in n||Zn(e.style,t);if(n)for(t in n)o&&n[t]==o[t]||Zn(e.style,t,n[t])}else if(t[0]=="o"&&t[1]=="n")typeof n!="function"&&(n=null),typeof o!="function"&&(o=null),(e.__e||(e.__e={}))[t]=n,n&&o||(i=Bt[t]||(Bt[t]=Ds(t)),(e.__a||(e.__a={}))[t]=Ht,s=t!=(t=t.replace(to,"$1")),(t=t.slice(2))[0]<"a"&&(t=t.toLowerCase()),n?e.addEventListener(t,i,s):e.removeEventListener(t,i,s));else{if(r=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{return void(e[t]=n??"")}catch{}if(typeof n=="function")return;n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&n==1?"":n)}}function Ds(e){return function(t){var n=this.__e;if(n){if(n=n[e],t[st]==null)t[st]=Ht++;else if(t[st]<this.__a[e])return;return n(A.event?A.event(t):t)}}}function zt(e,t,n,o,r,s,i,l,c,f){var u,d,$,p,g,y,x,P,O,B,N,K,ie,be,ye,Qn,$e,we,pe=t.type;if(t.constructor!==qe)return null;128&n.__u&&(c=32&n.__u,u=n.__c.__z)&&(t.__u|=c,d=s=[],u.nodeType==8?l=at(u,s):s.push(u),l=s[0]||l),(u=A.__b)&&u(t);e:if(typeof pe=="function"){$=i.length;try{if(P=t.props,O=(u=pe.prototype)&&u.render,B=(u=pe.contextType)&&o[u.__c],N=u?B?B.props.value:u.__:o,(p=n.__c)?(t.__c=p,2&p.__g&&(p.__g|=1)):(O?t.__c=p=new pe(P,N):(t.__c=p=new je(P,N),p.constructor=pe,p.render=qs),B&&B.sub(p),p.state||(p.state={}),p.__n=o,p.__g|=8,p.__h=[],p.__k=[]),O&&(p.__s||(p.__s=p.state),pe.getDerivedStateFromProps&&(p.__s==p.state&&(p.__s=xe({},p.__s)),xe(p.__s,pe.getDerivedStateFromProps(P,p.__s)))),g=p.props,y=p.state,p.__v=t,n.__c){if(P!==g&&O&&!pe.getDerivedStateFromProps&&p.componentWillReceiveProps&&p.componentWillReceiveProps(P,N),t.__v==n.__v&&!(8&p.__g)||!(4&p.__g)&&p.shouldComponentUpdate&&p.shouldComponentUpdate(P,p.__s,N)===!1){t.__v!=n.__v&&(p.props=P,p.state=p.__s,p.__g&=-9),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(ae){ae&&(ae.__=t)}),ct.push.apply(p.__h,p.__k),p.__k=[],p.__h.length&&i.push(p),l=ve(n);break e}p.componentWillUpdate&&p.componentWillUpdate(P,p.__s,N),O&&p.componentDidUpdate&&p.__h.push(function(){p.componentDidUpdate(g,y,x)})}else O&&!pe.getDerivedStateFromProps&&p.componentWillMount&&p.componentWillMount(),O&&p.componentDidMount&&p.__h.push(p.componentDidMount);p.context=N,p.props=P,p.__P=e,p.__g&=-5,K=A.__r,ie=O?25:0;do p.__g&=-9,K&&K(t),u=p.render(p.props,p.state=p.__s,p.context);while(8&p.__g&&++ie<25);O&&(ct.push.apply(p.__h,p.__k),p.__k=[]),p.state=p.__s,p.getChildContext&&(o=xe({},o,p.getChildContext())),O&&n.__c&&p.getSnapshotBeforeUpdate&&(x=p.getSnapshotBeforeUpdate(g,y)),be=u&&u.type===Se&&u.key==null?u.props.children:u,P.__P&&(u=l,r=(e=P.__P).namespaceURI,c=s=null,n.props&&n.props.__P!=e&&(n.__k.some(function(ae){ae&&Gt(ae,ae)}),n.__k=null),l=n.__k?ve(n,0):null),l=ro(e,Ut(be)?be:[be],t,n,o,r,s,i,l,c,f),P.__P&&(t.__e=null,l=u),t.__u&=-161,d&&d.some(ke),p.__h.length&&i.push(p),1&p.__g&&(p.__g&=-4)}catch(ae){if(i.length=$,t.__v=null,c||s)if(ae&&ae.then){if(t.__u|=128|c,s){for(~($e=s.indexOf(l||void 0))||($e=s.length);(we=s[$e-1])&&we.nodeType==8;)$e--;for(;$e<s.length;$e++)if(we=s[$e])if(s[$e]=null,ye){if(we==Qn)break}else{if(we.nodeType!=8)break;we.data.startsWith("$s")&&(Qn=at(ye=we))}}if(!ye){for(;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;ye=l}(u=at(ye=t.__c.__z||(t.__c.__z=ye)))?(t.__e=ye,l=u):t.__e=l,l=l&&l.nextSibling}else s&&s.some(ke);else t.__e=n.__e;t.__k||(t.__k=n.__k||[]),ae&&ae.then||ao(t),A.__e(ae,t,n)}}else l=t.__e=Ws(n.__e,t,n,o,r,s,i,c,f,e);return(u=A.diffed)&&u(t),l}function at(e,t){if(e&&e.nodeType==8&&e.data.startsWith("$s"))for(var n=1;e=e.nextSibling;){if(e.nodeType==8){if(e.data.startsWith("$s"))n++;else if(e.data.startsWith("/$s")&&!--n)return e}t&&t.push(e)}}function ao(e){e&&(e.__c&&(e.__c.__g|=4),e.__k&&e.__k.some(ao))}function io(e,t,n){for(var o=0;o<n.length;)Vt(n[o++],n[o++],n[o++]);A.__c&&A.__c(t,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(s){s.call(r)})}catch(s){A.__e(s,r.__v)}})}function Ws(e,t,n,o,r,s,i,l,c,f){var u,d,$,p,g,y,x,P,O=n.props||lt,B=t.props,N=t.type;if(N=="svg"?r="http://www.w3.org/2000/svg":N=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),s){for(u=0;u<s.length;u++)if((g=s[u])&&(N?g.localName==N:g.nodeType==3)){e=g,s[u]=null;break}}if(!e){if(P=f.ownerDocument||document,!N)return P.createTextNode(B);e=P.createElementNS(r,N,B.is?B:f),l&&(A.__m&&A.__m(t,s),l=!1),s=null}if(N){if(f=N=="template"&&e.content||e,s=N=="textarea"&&B.defaultValue!=null?null:s&&Jt.call(f.childNodes),!l&&s)for(O={},u=0;u<e.attributes.length;u++)O[(g=e.attributes[u]).name]=g.value;for(u in O)g=O[u],u=="dangerouslySetInnerHTML"?$=g:u=="children"||u in B||u=="value"&&"defaultValue"in B||u=="checked"&&"defaultChecked"in B||rt(e,u,null,g,r);for(u in B)g=B[u],u=="children"?p=g:u=="dangerouslySetInnerHTML"?d=g:u=="value"?y=g:u=="checked"?x=g:l&&typeof g!="function"||O[u]===g||rt(e,u,g,O[u],r);d?(l||$&&(d.__html==$.__html||d.__html==e.innerHTML)||(e.innerHTML=d.__html),t.__k=[]):($&&(e.textContent=""),(N=="foreignObject"||r=="http://www.w3.org/1998/Math/MathML"&&Ms.test(N))&&(r="http://www.w3.org/1999/xhtml"),ro(f,Ut(p)?p:[p],t,n,o,r,s,i,s?s[0]:n.__k&&ve(n,0),l,c),s&&s.some(ke)),l&&N!="textarea"||(u="value",N=="progress"&&y==null?e.removeAttribute(u):y==null||y===e[u]&&(N!="progress"||y)||rt(e,u,y,O[u],r),u="checked",x!=null&&x!=e[u]&&rt(e,u,x,O[u],r))}else O===B||l&&e.data==B||(e.data=B);return e}function Vt(e,t,n,o){try{typeof e=="function"?t?t.__x=e(t)||1:o&&(o=o.__c||o.__e)&&(t=o.__x)&&(o.__x=null,typeof t=="function"?t():e(null)):e.current=t}catch(r){A.__e(r,n)}}function Gt(e,t,n){var o,r,s,i;if(A.unmount&&A.unmount(e),!(o=e.ref)||o.current&&o.current!=e.__e||Vt(o,null,t,e),o=e.__c){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(l){A.__e(l,t)}o.__P=o.__n=null}if(o=e.__k)for(i=0;i<o.length;i++)o[i]&&Gt(o[i],t,typeof e.type!="function"||n&&!e.props.__P);!n&&(o=e.__c)&&(o=o.__z)&&(r=at(o,s=[]))&&(o==e.__e&&s.some(ke),ke(r),ke(o)),n||ke(e.__e),e.__e=e.__c=e.__=null}function qs(e,t,n){return this.constructor(e,n)}function lo(e,t){var n,o,r,s;A.__&&A.__(e,t),t.nodeType==9&&(t=t.documentElement),o=(n=e&&32&e.__u)?null:t.__k,t.__k=We(Se,{children:[e]}),r=[],s=[],zt(t,t.__k,o||lt,lt,t.namespaceURI,o?null:t.firstChild?Jt.call(t.childNodes):null,r,o?o.__e:t.firstChild,n,s),io(r,t.__k,s),t.__k.props.children=null}A={__e:function(e,t,n,o){for(var r,s,i;t=t.__;)if((r=t.__c)&&!(1&r.__g)){r.__g|=4;try{if((i=(s=r.constructor)&&s.getDerivedStateFromError)&&r.setState(s.getDerivedStateFromError(e)),r.componentDidCatch&&(r.componentDidCatch(e,o||{}),i=1),i&&8&r.__g)return void(r.__g|=2)}catch(l){e=l}}throw it=0,e}},Xn=0,Ft=function(e){return e!=null&&e.constructor===qe},je.prototype.setState=function(e,t){var n=this.__s;n&&n!=this.state||(n=this.__s=xe({},this.state)),typeof e=="function"&&(e=e(xe({},n),this.props)),e&&(xe(n,e),this.__v&&(t&&this.__k.push(t),Yn(this)))},je.prototype.forceUpdate=function(e){this.__v&&(this.__g|=4,e&&this.__h.push(e),Yn(this))},je.prototype.render=Se,he=[],it=0,eo=function(e,t){return e.__v.__b-t.__v.__b},st=Symbol(),to=/(PointerCapture)$|Capture$/i,Ht=0,Bt={},Is=0;var uo=function(e,t,n,o){var r;t[0]=0;for(var s=1;s<t.length;s++){var i=t[s++],l=t[s]?(t[0]|=i?1:2,n[t[s++]]):t[++s];i===3?o[0]=l:i===4?o[1]=Object.assign(o[1]||{},l):i===5?(o[1]=o[1]||{})[t[++s]]=l:i===6?o[1][t[++s]]+=l+"":i?(r=e.apply(l,uo(e,l,n,["",null])),o.push(r),l[0]?t[0]|=2:(t[s-2]=0,t[s]=r)):o.push(l)}return o},co=new Map;function fo(e){var t=co.get(this);return t||(t=new Map,co.set(this,t)),(t=uo(this,t.get(e)||(t.set(e,t=(function(n){for(var o,r,s=1,i="",l="",c=[0],f=function($){s===1&&($||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?c.push(0,$,i):s===3&&($||i)?(c.push(3,$,i),s=2):s===2&&i==="..."&&$?c.push(4,$,0):s===2&&i&&!$?c.push(5,0,!0,i):s>=5&&((i||!$&&s===5)&&(c.push(s,0,i,r),s=6),$&&(c.push(s,$,0,r),s=6)),i=""},u=0;u<n.length;u++){u&&(s===1&&f(),f(u));for(var d=0;d<n[u].length;d++)o=n[u][d],s===1?o==="<"?(f(),c=[c],s=3):i+=o:s===4?i==="--"&&o===">"?(s=1,i=""):i=o+i[0]:l?o===l?l="":i+=o:o==='"'||o==="'"?l=o:o===">"?(f(),s=1):s&&(o==="="?(s=5,r=i,i=""):o==="/"&&(s<5||n[u][d+1]===">")?(f(),s===3&&(c=c[0]),s=c,(c=c[0]).push(2,0,s),s=0):o===" "||o==="	"||o===`
`||o==="\r"?(f(),s=2):i+=o),s===3&&i==="!--"&&(s=4,c=c[0])}return f(),c})(e)),t),arguments,[])).length>1?t:t[0]}var a=fo.bind(ut);var Fe,X,Kt,po,Bs=Object.is,Qt=0,wo=[],Yt=[],q=A,mo=q.__b,$o=q.__r,ho=q.diffed,vo=q.__c,_o=q.unmount,go=q.__;function Xt(e,t){q.__h&&q.__h(X,e,Qt||t),Qt=0;var n=X.__H||(X.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function I(e,t){var n=Xt(Fe++,3);!q.__s&&tn(n.__H,t)&&(n.__P=!0,n.__=e,n.u=t,X.__H.__h.push(n))}function en(e,t){var n=Xt(Fe++,4);!q.__s&&tn(n.__H,t)&&(n.__P=!1,n.__=e,n.u=t,X.__h.push(n))}function Q(e){return Qt=5,ee(function(){return{current:e}},[])}function ee(e,t){var n=Xt(Fe++,7);return tn(n.__H,t)&&(n.__=e(),n.__H=t),n.__}function Fs(){var e;do{for(;e=Yt.shift();)try{Be(e)}catch(n){q.__e(n,{__:(e=e.__P)&&e.__v})}for(;e=wo.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(Be),t.__h.some(Zt),t.__h=[]}catch(n){t.__h=[],q.__e(n,e.__v)}}}while(Yt.length)}q.__b=function(e){X=null,mo&&mo(e)},q.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),go&&go(e,t)},q.__r=function(e){$o&&$o(e),Fe=0;var t=(X=e.__c).__H;t&&(Kt==X?X.__h=[]:(t.__h.some(Be),t.__h.some(Zt),Fe=0),t.__h=[],t.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})),Kt=X},q.diffed=function(e){ho&&ho(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&yo(wo.push(t)),t.__H.__.some(function(n){n.u&&(n.__H=n.u)})),Kt=X=null},q.__c=function(e,t){t.some(function(n){try{n.__h.some(Be),n.__h=n.__h.filter(function(o){return!o.__||Zt(o)})}catch(o){n.__h=[function(){throw o}]}}),vo&&vo(e,t)},q.unmount=function(e){_o&&_o(e);var t,n,o=e.__c;o&&o.__H&&(o.__H.__.some(function(r){try{if(r.__P&&r.__c){if(n===void 0){for(n=e.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n=n&&n.__c}r.__P=n,yo(Yt.push(r))}else Be(r)}catch(s){t=s}}),o.__H=void 0,t&&q.__e(t,o.__v))};var bo=typeof requestAnimationFrame=="function";function Hs(e){var t,n=function(){clearTimeout(o),bo&&cancelAnimationFrame(t),setTimeout(e)},o=setTimeout(n,35);bo&&(t=requestAnimationFrame(n))}function yo(e){e!=1&&po==q.requestAnimationFrame||((po=q.requestAnimationFrame)||Hs)(Fs)}function Be(e){var t=X,n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),X=t}function Zt(e){var t=X;e.__c=e.__(),X=t}function tn(e,t){return!e||e.length!=t.length||t.some(function(n,o){return!Bs(n,e[o])})}var Us=Symbol.for("preact-signals");function mt(){if(de>1)de--;else{var e,t=!1;for((function(){var r=pt;for(pt=void 0;r!==void 0;){var s=r.S;if(s.v===r.v)for(var i=s.t;i!==void 0;i=i.x)i.i===r.i&&(i.i=s.i);r=r.o}})();Ue!==void 0;){var n=Ue;for(Ue=void 0,ft++;n!==void 0;){var o=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&xo(n))try{n.c()}catch(r){t||(e=r,t=!0)}n=o}}if(ft=0,de--,t)throw e}}function on(e){if(de>0)return e();nn=++Js,de++;try{return e()}finally{mt()}}var He,R=void 0;function Je(e){var t=R,n=He;R=void 0,He=void 0;try{return e()}finally{R=t,He=n}}var Ue=void 0,de=0,ft=0,Js=0,nn=0,pt=void 0,dt=0;function ko(e){if(R!==void 0){var t=e.n;if(t===void 0||t.t!==R)return t={i:0,S:e,p:R.s,n:void 0,t:R,e:void 0,x:void 0,r:t},R.s!==void 0&&(R.s.n=t),R.s=t,e.n=t,32&R.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=R.s,t.n=void 0,R.s.n=t,R.s=t),t}}function U(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}U.prototype.brand=Us;U.prototype.h=function(){return!0};U.prototype.S=function(e){var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n!==void 0?n.e=e:Je(function(){var o;(o=t.W)==null||o.call(t)}))};U.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,o=e.x;n!==void 0&&(n.x=o,e.e=void 0),o!==void 0&&(o.e=n,e.x=void 0),e===this.t&&(this.t=o,o===void 0&&Je(function(){var r;(r=t.Z)==null||r.call(t)}))}};U.prototype.subscribe=function(e){var t=this;return J(function(){var n=t.value;Je(function(){return e(n)})},{name:"sub"})};U.prototype.valueOf=function(){return this.value};U.prototype.toString=function(){return this.value+""};U.prototype.toJSON=function(){return this.value};U.prototype.peek=function(){var e=this;return Je(function(){return e.value})};Object.defineProperty(U.prototype,"value",{get:function(){var e=ko(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(ft>100)throw new Error("Cycle detected");(function(n){de!==0&&ft===0&&n.l!==nn&&(n.l=nn,pt={S:n,v:n.v,i:n.i,o:pt})})(this),this.v=e,this.i++,dt++,de++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{mt()}}}});function k(e,t){return new U(e,t)}function xo(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function So(e){for(var t=e.s;t!==void 0;t=t.n){var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Co(e){for(var t=e.s,n=void 0;t!==void 0;){var o=t.p;t.i===-1?(t.S.U(t),o!==void 0&&(o.n=t.n),t.n!==void 0&&(t.n.p=o)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=o}e.s=n}function Ce(e,t){U.call(this,void 0,t),this.x=e,this.s=void 0,this.g=dt-1,this.f=4}Ce.prototype=new U;Ce.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===dt))return!0;if(this.g=dt,this.f|=1,this.i>0&&!xo(this))return this.f&=-2,!0;var e=R;try{So(this),R=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(n){this.v=n,this.f|=16,this.i++}return R=e,Co(this),this.f&=-2,!0};Ce.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}U.prototype.S.call(this,e)};Ce.prototype.U=function(e){if(this.t!==void 0&&(U.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};Ce.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(Ce.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=ko(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function Ae(e,t){return new Ce(e,t)}function To(e){var t=e.j;if(e.j=void 0,typeof t=="function"){de++;var n=R;R=void 0;try{t()}catch(o){throw e.f&=-2,e.f|=8,rn(e),o}finally{R=n,mt()}}}function rn(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,To(e)}function zs(e){if(R!==this)throw new Error("Out-of-order effect");Co(this),R=e,this.f&=-2;try{8&this.f&&rn(this)}finally{mt()}}function Ie(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,He&&He.push(this)}Ie.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};Ie.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,To(this),So(this),de++;var e=R;return R=this,zs.bind(this,e)};Ie.prototype.N=function(){2&this.f||(this.f|=2,this.u=Ue,Ue=this)};Ie.prototype.d=function(){this.f|=8,1&this.f||rn(this)};Ie.prototype.dispose=function(){this.d()};function J(e,t){var n=new Ie(e,t);try{n.c()}catch(r){throw n.d(),r}var o=n.d.bind(n);return o[Symbol.dispose]=o,o}var No,ht,$t,Vs=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__;var Eo=[];J(function(){No=this.N})();function Me(e,t){A[e]=t.bind(null,A[e]||function(){})}function ze(e){if($t){var t=$t;$t=void 0,t()}$t=e&&e.S()}function Oo(e){var t=this,n=e.data,o=h(n);o.name="ReactiveDom",o.value=n;var r=ee(function(){for(var l=t,c=t.__v;c=c.__;)if(c.__c){c.__c.__$f|=4;break}var f=Ae(function(){var p=o.value.value;return p===0?0:p===!0?"":p||""}),u=Ae(function(){return!Array.isArray(f.value)&&!Ft(f.value)}),d=J(function(){if(this.N=jo,u.value){var p=f.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.data=p)}}),$=t.__$u.d;return t.__$u.d=function(){d(),$.call(this)},[u,f]},[]),s=r[0],i=r[1];return s.value?i.peek():i.value}Oo.displayName="ReactiveTextNode";Object.defineProperties(U.prototype,{constructor:{configurable:!0,value:ut(Se,null).constructor},type:{configurable:!0,value:Oo},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});Me("__b",function(e,t){if(ze(),ht=void 0,typeof t.type=="string"){var n,o=t.props;for(var r in o)if(r!=="children"){var s=o[r];s instanceof U&&(n||(t.__np=n={}),n[r]=s,o[r]=s.peek())}}e(t)});Me("__r",function(e,t){if(e(t),t.type!==Se){ze();var n,o=t.__c;o&&(o.__$f&=-2,(n=o.__$u)===void 0&&(o.__$u=n=(function(r,s){var i;return J(function(){i=this},{name:s}),i.c=r,i})((function(r){return function(){var s;Vs&&((s=this.y)==null||s.call(this)),r.__$f|=1,r.setState({})}})(o),typeof t.type=="function"?t.type.displayName||t.type.name:""))),ht=o,ze(n)}});Me("__e",function(e,t,n,o){ze(),ht=void 0,e(t,n,o)});Me("diffed",function(e,t){ze(),ht=void 0;var n;if(typeof t.type=="string"&&(n=t.__e)){var o=t.__np,r=t.props,s=n.U;if(s)for(var i in s){var l=s[i];l===void 0||o&&i in o||(l.d(),s[i]=void 0)}if(o){s||(s={},n.U=s);for(var c in o){var f=s[c],u=o[c];f===void 0?(f=Gs(n,c,u,r),s[c]=f):f.o(u,r)}}}e(t)});function Gs(e,t,n,o){var r=t in e&&e.ownerSVGElement===void 0,s=k(n);return{o:function(i,l){s.value=i,o=l},d:J(function(){this.N=jo;var i=s.value.value;o[t]!==i&&(o[t]=i,r?e[t]=i:i!=null&&(i!==!1||t[4]==="-")?e.setAttribute(t,i):e.removeAttribute(t))})}}Me("unmount",function(e,t){if(typeof t.type=="string"){var n=t.__e;if(n){var o=n.U;if(o){n.U=void 0;for(var r in o){var s=o[r];s&&s.d()}}}var i=t.__np;if(i){var l=t.props;for(var c in i)l[c]=i[c]}t.__np=void 0}else{var f=t.__c;if(f){f.__$f|=8;var u=f.__$u;u&&(f.__$u=void 0,u.d())}}e(t)});Me("__h",function(e,t,n,o){o<3&&(t.__$f|=2),e(t,n,o)});je.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var n=this.__$u,o=n&&n.s!==void 0;for(var r in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var s=2&this.__$f;if(!(o||s||4&this.__$f)||1&this.__$f)return!0}else if(!(o||4&this.__$f)||3&this.__$f)return!0;for(var i in e)if(i!=="__source"&&e[i]!==this.props[i])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function h(e,t){return ee(function(){return k(e,t)},[])}var Ks=function(e){queueMicrotask(function(){queueMicrotask(e)})};function Qs(){on(function(){for(var e;e=Eo.shift();)No.call(e)})}function jo(){Eo.push(this)===1&&(A.requestAnimationFrame||Ks)(Qs)}var Y=class extends Error{constructor(){super("the server does not answer")}},Pe=class extends Error{constructor(t,n){super(n),this.status=t}},me=class extends Error{constructor(t,{code:n="",hint:o=""}={}){super(t),this.code=n,this.hint=o}};function Ao(e){let t=e._meta?.["ensemble/error"];if(t)return new me(t.message,t);let n=(e.content??[]).find(o=>o.type==="text")?.text;return new me(n??"the tool failed and gave no reason")}function Ys(e){let t=e.replaceAll(`\r
`,`
`).split(`

`),n=t.pop();return{data:t.map(Zs).filter(r=>r!==""),rest:n}}function Zs(e){return e.split(`
`).filter(n=>n.startsWith("data:")).map(n=>n.slice(5).replace(/^ /,"")).join(`
`)}async function*sn(e){let t=e.pipeThrough(new TextDecoderStream).getReader(),n="";try{for(;;){let{done:o,value:r}=await t.read();if(o)return;let{data:s,rest:i}=Ys(n+r);n=i;for(let l of s)yield JSON.parse(l)}}finally{t.cancel().catch(()=>{})}}var Ve="2026-07-28",an="io.modelcontextprotocol/",Xs=0;function Mo({base:e="",token:t=()=>null}={}){async function n(c,f,u,d){let $={jsonrpc:"2.0",id:++Xs,method:f,params:{...u,_meta:ea(u)}},p=ta(f,u,t()),g=JSON.stringify($),y;try{y=await fetch(e+c,{method:"POST",headers:p,body:g,signal:d,cache:"no-store"})}catch(x){throw x.name==="AbortError"?x:new Y}if(y.status===401||y.status===403)throw new Pe(y.status,await ra(y));return{response:y,id:$.id}}async function o(c,f,u={},{signal:d,progress:$}={}){let{response:p,id:g}=await n(c,f,u,d),y=Io(p)?await sa(p,g,$):await oa(p);if(y.error?.message&&y.jsonrpc)throw new me(y.error.message,y.error.data??{});if(!y.result)throw new me(y.error?.message??`the server answered ${p.status}`);return y.result}async function r(c,f,u={},d={}){let $=await o(c,"tools/call",{name:f,arguments:u},d);if($.isError)throw Ao($);return $.structuredContent??$}async function s(c,f,u={}){let d=await o(c,"resources/read",{uri:f},u),[$]=d.contents;return $.mimeType==="application/json"?JSON.parse($.text):$.text??$.blob}async function i(c,f,u){let d=[],$;do{let p=await o(c,f,$?{cursor:$}:{});d.push(...p[u]),$=p.nextCursor}while($);return d}async function l(c,f,{signal:u,opened:d,news:$}){let{response:p}=await n(c,"subscriptions/listen",{notifications:f},u);if(!Io(p))throw new me(`the server answered ${p.status}`);try{for await(let g of sn(p.body))g.method==="notifications/subscriptions/acknowledged"?d?.():g.method&&$(g.method,g.params??{})}catch(g){throw g.name==="AbortError"?g:new Y}}return{request:o,call:r,read:s,list:i,listen:l}}function ea(e){return{...e?._meta,[`${an}protocolVersion`]:Ve,[`${an}clientCapabilities`]:{},[`${an}clientInfo`]:{name:"ensemble-console",version:"0.1.0"}}}function ta(e,t,n){let o={"content-type":"application/json",accept:"application/json, text/event-stream","mcp-protocol-version":Ve,"mcp-method":e},r=t?.name??t?.uri;return r&&(o["mcp-name"]=na(r)),n&&(o.authorization=`Bearer ${n}`),o}function na(e){if(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(e))return e;let t=new TextEncoder().encode(e);return`=?base64?${btoa(String.fromCharCode(...t))}?=`}function Io(e){return(e.headers.get("content-type")??"").startsWith("text/event-stream")}async function oa(e){try{return await e.json()}catch{throw new me(`the server answered ${e.status}`)}}async function ra(e){return(await e.json().catch(()=>({}))).error?.message??`the server answered ${e.status}`}async function sa(e,t,n){try{for await(let o of sn(e.body)){if(o.id===t)return o;o.method==="notifications/progress"&&n?.(o.params)}}catch(o){if(o.name==="AbortError")throw o}throw new Y}var vt="ensemble.token",T=k("opening"),Ge=k(""),z=k(la()),aa=Mo({token:()=>z.value}),m=Object.fromEntries(Object.entries(aa).map(([e,t])=>[e,(...n)=>ia(()=>t(...n))]));async function ia(e){let t=z.peek();try{return await e()}catch(n){throw z.peek()===t&&ln(n),n}}function ln(e){e instanceof Pe&&e.status===401?(Ge.value=e.message,T.value="refused"):e instanceof Y&&T.value!=="refused"&&(T.value="lost")}function Po(e){z.value=e.trim(),sessionStorage.setItem(vt,z.value),Ge.value="",T.value="opening"}function Lo(){sessionStorage.removeItem(vt),z.value=null,Ge.value="you signed out of this tab",T.value="refused"}function la(){let e=/^#token=([^&]+)(?:&(.*))?$/.exec(location.hash);return e&&(sessionStorage.setItem(vt,decodeURIComponent(e[1])),history.replaceState(null,"",`${location.pathname}#${e[2]??"/"}`)),sessionStorage.getItem(vt)}var cn=k(!1),Ro=T.peek();J(()=>{let e=T.value;Ro==="lost"&&e==="live"&&(cn.value=!0,setTimeout(()=>cn.value=!1,4e3)),Ro=e});function Do(){return a`<div class="banner" role="status">
    ${T.value==="lost"&&a`<p class="bad"><strong>The server does not answer.</strong> What you see is what it said last; the console comes back by itself.</p>`}
    ${T.value==="live"&&cn.value&&a`<p class="good"><strong>The server is back.</strong> Nothing was missed.</p>`}
  </div>`}var ca={overview:"M3 10.5 10 4l7 6.5M5 9v7h10V9",jobs:"M4 4h4v12H4zM12 4h4v7h-4z",approvals:"M10 2.5l6 2.5v4.5c0 4-2.6 6.7-6 8-3.4-1.3-6-4-6-8V5zM7.2 10l2 2 3.6-3.8",actors:"M6.5 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM14 16.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.3 7.8l4 4.4",reasoning:"M10 3v4M10 7 5 12v4M10 7l5 5v4M3.5 17h3M13.5 17h3M8.5 3h3",avatars:"M4 3.5h8.5L16 7v9.5H4zM7 9h6M7 12h6M7 6h3",journal:"M5 3v14M5 5h11M5 10h11M5 15h11",playground:"M4 5l4.5 5L4 15M10 15h6",setup:"M10 12.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM10 2.5v2.2M10 15.3v2.2M2.5 10h2.2M15.3 10h2.2M4.7 4.7l1.5 1.5M13.8 13.8l1.5 1.5M15.3 4.7l-1.5 1.5M6.2 13.8l-1.5 1.5",menu:"M3 5.5h14M3 10h14M3 14.5h14",check:"M4 10.5l4 4 8-9"};function un({name:e}){return a`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${ca[e]} /></svg>`}function Wo(){return a`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="16" cy="16" r="5" class="mark-core" />
    <circle cx="16" cy="4.5" r="3" /><circle cx="27.5" cy="16" r="3" />
    <circle cx="16" cy="27.5" r="3" /><circle cx="4.5" cy="16" r="3" />
    <path d="M16 7.5V11M21 16h3.5M16 21v3.5M7.5 16H11" />
  </svg>`}function W({title:e,children:t,actions:n}){return a`<header class="head">
    <div>
      <h1 tabindex="-1">${e}</h1>
      ${t&&a`<p class="lead">${t}</p>`}
    </div>
    ${n&&a`<div class="actions">${n}</div>`}
  </header>`}function v({title:e,aside:t,children:n,...o}){let{class:r="",...s}=o;return a`<section class=${`card ${r}`} ...${s}>
    ${e&&a`<div class="card-head"><h2>${e}</h2>${t&&a`<div class="aside">${t}</div>`}</div>`}
    ${n}
  </section>`}function w({tone:e="plain",children:t}){return a`<span class=${`badge ${e}`}>${t}</span>`}function oe({rows:e}){let t=e.filter(([,n])=>n!=null&&n!==""&&n!==!1);return a`<dl class="facts">
    ${t.map(([n,o])=>a`<div key=${n}><dt>${n}</dt><dd>${o}</dd></div>`)}
  </dl>`}function D({tone:e="plain",title:t,children:n}){let o=e==="bad"?"alert":"status";return a`<div class=${`notice ${e}`} role=${o}>
    ${t&&a`<strong>${t}</strong>`}
    <div>${n}</div>
  </div>`}function _e({text:e}){return String(e??"").split("`").map((t,n)=>n%2?a`<code key=${n}>${t}</code>`:t)}function _({error:e}){if(!e)return null;let t=e.code&&a`<code>${e.code}</code>`;return a`<${D} tone="bad" title="That did not work">
    <${_e} text=${e.message} /> ${t} ${e.hint&&a`<div class="hint"><${_e} text=${e.hint} /></div>`}
  <//>`}function M({title:e,children:t}){return a`<div class="empty"><strong>${e}</strong>${t&&a`<p>${t}</p>`}</div>`}function Te({text:e,label:t="Copy"}){let n=h("");return a`<button type="button" class="quiet" onClick=${async()=>{try{await navigator.clipboard.writeText(typeof e=="function"?e():e),n.value="Copied"}catch{n.value="The browser did not let us"}setTimeout(()=>n.value="",1600)}}>
    <span aria-live="polite">${n.value||t}</span>
  </button>`}function F({text:e,label:t,copy:n}){return a`<div class="code">
    <pre tabindex="0" aria-label=${t}>${e}</pre>
    <${Te} text=${n??e} />
  </div>`}function H({label:e,hint:t,required:n,id:o,children:r}){return a`<div class="field">
    <label for=${o}>${e}${n&&a`<span class="required"> required</span>`}</label>
    ${r}
    ${t&&a`<div class="hint" id=${`${o}-hint`}>${t}</div>`}
  </div>`}function G(e,t=new Date){let n=new Date(e);if(Number.isNaN(n.getTime()))return String(e??"");let o=n.toLocaleTimeString("en-GB",{hour12:!1});return n.toDateString()===t.toDateString()?o:`${n.toLocaleDateString("en-CA")} ${o}`}function re(e,t=Date.now()){let n=Math.max(0,Math.round((t-new Date(e).getTime())/1e3));return n<60?`${n} s ago`:n<3600?`${Math.floor(n/60)} min ago`:n*1e3<864e5?`${Math.floor(n/3600)} h ago`:`${Math.floor(n*1e3/864e5)} d ago`}function _t(e){let t=[["d",86400],["h",3600],["min",60],["s",1]],n=t.findIndex(([,s])=>e>=s);if(n<0)return"0 s";let o=[],r=Math.floor(e);for(let[s,i]of t.slice(n,n+2)){let l=Math.floor(r/i);r-=l*i,l&&o.push(`${l} ${s}`)}return o.join(" ")}function j(e){return Number(e??0).toLocaleString("en-GB")}function E(e,t){return`${j(e)} ${t}${Number(e)===1?"":"s"}`}function gt(e){return e<1e3?`${e} B`:e<1e6?`${Math.round(e/1e3)} kB`:e<1e9?`${(e/1e6).toFixed(1)} MB`:`${(e/1e9).toFixed(1)} GB`}function le(e){return Number.isFinite(e)?e<.01?`${(e*1e3).toFixed(1)} ms`:e<1?`${Math.round(e*1e3)} ms`:`${e.toFixed(1)} s`:"–"}function ce(e,t=12){return String(e??"").slice(0,t)}function Ne(e){return String(e??"").split(`
`).find(t=>t.trim())??""}function Ke(e,t=160){if(e==null)return"";if(typeof e!="object")return String(e).slice(0,t);if(e.tool&&"micros"in e){let o=e.arguments?JSON.stringify(e.arguments):"",r=e.error?`failed with ${e.error}`:`in ${le(e.micros/1e6)}`;return`${e.tool} ${o} ${r}`.slice(0,t)}return Object.entries(e).filter(([,o])=>o!==null&&o!=="").map(([o,r])=>`${o} ${typeof r=="object"?JSON.stringify(r):r}`).join(" · ").slice(0,t)}var qo=100,fn=2e3;function ue({value:e,open:t=2}){return a`<div class="json"><${Bo} value=${e} open=${t} /></div>`}function Bo({value:e,open:t}){return e!==null&&typeof e=="object"?a`<${fa} value=${e} open=${t} />`:typeof e=="string"?a`<${ua} text=${e} />`:a`<span class="json-other">${String(e)}</span>`}function ua({text:e}){let t=h(!1);return e.length<=fn||t.value?a`<span class="json-text">${e}</span>`:a`<span class="json-text">${e.slice(0,fn)}…</span>
    <button type="button" class="link" onClick=${()=>t.value=!0}>
      ${e.length-fn} more characters
    </button>`}function fa({value:e,open:t}){let n=Array.isArray(e),o=n?e.map((c,f)=>[f,c]):Object.entries(e),r=h(t>0),s=h(qo);if(!o.length)return a`<span class="json-other">${n?"[ ]":"{ }"}</span>`;let i=E(o.length,n?"item":"field"),l=c=>r.value=c.currentTarget.open;return a`<details open=${r.value} onToggle=${l}>
    <summary>${i}</summary>
    ${r.value&&a`<ul>
      ${o.slice(0,s.value).map(([c,f])=>a`<li key=${c}>
        <span class="json-key">${c}</span> <${Bo} value=${f} open=${t-1} />
      </li>`)}
      ${o.length>s.value&&a`<li>
        <button type="button" class="link" onClick=${()=>s.value+=qo}>
          ${o.length-s.value} more
        </button>
      </li>`}
    </ul>`}
  </details>`}function S(e,t=[]){let n=h(void 0),o=h(null),r=h(!1),s=Q(0),i=async()=>{let c=++s.current;r.value=!0;try{let f=await e();if(c!==s.current)return;n.value=f,o.value=null}catch(f){c===s.current&&!(f instanceof Y)&&(o.value=f)}finally{c===s.current&&(r.value=!1)}},l=T.value==="live";return I(()=>{l&&i()},[l,...t]),{value:n.value,error:o.value,busy:r.value,reload:i}}function b(e){let t=h({busy:!1,error:null,value:void 0}),n=async(...r)=>{t.value={...t.peek(),busy:!0,error:null};try{let s=await e(...r);return t.value={busy:!1,error:null,value:s},s}catch(s){t.value={busy:!1,error:s,value:void 0};return}},o=()=>t.value={busy:!1,error:null,value:void 0};return{...t.value,run:n,clear:o}}var te=k([]),Qe=k(!1);async function pn(){let e=await dn("/readyz").then(n=>JSON.parse(n)),t=Object.keys(e.services??{});t.sort((n,o)=>Fo(n)-Fo(o)||n.localeCompare(o)),te.value=await Promise.all(t.map(n=>pa(n,e.services[n]))),Qe.value=!0}async function pa(e,t){let n=`/mcp/${e}`,o=await m.request(n,"server/discover"),[r,s,i]=await Promise.all([m.list(n,"tools/list","tools"),m.list(n,"resources/list","resources"),m.list(n,"resources/templates/list","resourceTemplates")]),l=o._meta?.["io.modelcontextprotocol/serverInfo"]??{};return{name:e,endpoint:n,...t,about:l,tools:r,resources:s,templates:i}}async function dn(e){try{return await(await fetch(e,{cache:"no-store"})).text()}catch{let t=new Y;throw ln(t),t}}function Fo(e){let t=["house","orchestrator","theater","reasoner","avatar"].indexOf(e);return t<0?99:t}function mn(e){return te.value.find(t=>t.name===e)}function L(e,t){return mn(e)?.tools.some(n=>n.name===t)??!1}var Ho=Ae(()=>te.value.flatMap(e=>e.tools.map(t=>({service:e,tool:t}))));function da(e,t){return t.filter(n=>!L(e,n))}function fe({title:e,name:t,tools:n,children:o}){if(!Qe.value)return a`<${W} title=${e} />`;let r=da(t,n);if(!r.length)return o;let s=mn(t)?`The service ${t} runs, but without ${r.join(", ")}.`:`The service ${t} does not run here.`;return a`<${W} title=${e} /><${v}><${M} title="Not served by this server">${s}<//><//>`}var gn="/mcp/house",vn="ensemble://events",ma=500,$a=2e4,ha=200,Ee=k([]),V=k(0),Ze=k(0),Re=k(!1),_n=new Set;function De(e){return _n.add(e),()=>_n.delete(e)}async function Xe(e,t=ma){return m.read(gn,`${vn}?after=${e}&limit=${t}`)}var Le=null;async function zo(){let e=500;for(;;){let t=Date.now(),n=z.peek();try{if(await pn(),!te.value.some(o=>o.name==="house")){Re.value=!0,T.value="live",await Jo(3e4);continue}await va(),T.value="lost"}catch{if(z.peek()!==n)continue;(T.value==="opening"||T.value==="live")&&(T.value="lost")}e=Date.now()-t>1e4?500:Math.min(e*1.6,5e3),await Jo(T.value==="refused"?null:e)}}async function va(){let e=new AbortController,t=()=>document.visibilityState==="visible"&&hn().catch(()=>e.abort());document.addEventListener("visibilitychange",t);let n=z.peek(),o=J(()=>{(z.value!==n||T.value==="refused")&&e.abort()});try{await m.listen(gn,{resourceSubscriptions:[vn],toolsListChanged:!0},{signal:e.signal,opened:()=>hn().then(()=>T.value="live",()=>e.abort()),news:(r,s)=>{s.uri===vn&&hn().catch(()=>e.abort()),r==="notifications/tools/list_changed"&&pn().catch(()=>{})}})}finally{o(),document.removeEventListener("visibilitychange",t)}}var Ye=null,$n=!1;function hn(){return Ye?($n=!0,Ye):(Ye=(async()=>{try{do $n=!1,await _a();while($n)}finally{Ye=null}})(),Ye)}async function _a(){for(Le===null&&await Uo();;){let e=await Xe(Le);if(e.head<Le){Ee.value=[],await Uo();continue}if(e.events.length&&ga(e.events),Le=e.next_after,V.value=e.head,Le>=e.head)return}}async function Uo(){let{journal:e}=await m.read(gn,"ensemble://status");Ze.value=e.archived_up_to,Le=Math.max(Ze.value,e.head-ha),V.value=e.head}function ga(e){Ee.value=[...Ee.value,...e].slice(-$a);for(let t of _n)t(e)}function Jo(e){return new Promise(t=>{let n=z.value,o=e===null?null:setTimeout(s,e),r=setInterval(()=>z.value!==n&&s(),100);addEventListener("online",s,{once:!0});function s(){clearTimeout(o),clearInterval(r),removeEventListener("online",s),t()}})}var ba=200;function se(e,t=()=>!0){let n=h(0);return I(()=>{let o=null,r=De(s=>{!s.some(l=>l.service===e&&l.kind!=="call.made"&&t(l))||o||(o=setTimeout(()=>{o=null,n.value+=1},ba))});return()=>{clearTimeout(o),r()}},[e]),n.value}var ne=k(Vo());addEventListener("hashchange",()=>ne.value=Vo());function Vo(){let t=location.hash.replace(/^#\/?/,"").split("/").filter(Boolean).map(ya);return t.length?t:["overview"]}function ya(e){try{return decodeURIComponent(e)}catch{return e}}function C(...e){return`#/${e.map(encodeURIComponent).join("/")}`}function Z(...e){location.hash=C(...e)}function Go(e){return e.map((t,n)=>{let o=e[n-1],r=!o||t.previous_id===void 0||t.previous_id===o.event_id;return{...t,holds:r&&t.verified!==!1}}).reverse()}function bn(e,t){let o=[...new Map([...e,...t].map(s=>[s.sequence,s])).values()].sort((s,i)=>s.sequence-i.sequence),r=o.length-1;for(;r>0&&o[r-1].sequence===o[r].sequence-1;)r-=1;return o.slice(Math.max(r,0))}var wa=new Set(["ActorStarted","StateChanged","ActorRestored"]);function Ko(e,t){for(let n=Math.min(t,e.length-1);n>=0;n-=1)if(wa.has(e[n].type))return n;return-1}function Qo(e){if(typeof e!="string")return e??null;try{return JSON.parse(e)}catch{return e}}function Oe(e){return e.type.replace(/^theater:simple\//,"")}function bt(e,t){if(e.data===null||typeof e.data!="object")return Ke(e.data,t);let{function:n,...o}=e.data,r=n&&n.replace(/^theater:simple\//,""),s=Object.keys(o).length?Ke(o,t):"";return[r,s].filter(Boolean).join(" ").slice(0,t)}var Zo="/mcp/theater",Yo=10,ka=4,yn=30,kn=e=>m.read(Zo,`theater://event/${encodeURIComponent(e)}`);function Xo({event:e}){let t=h(Yo),n=S(()=>xa(e,t.value),[e.event_id,t.value]);if(n.error)return a`<${_} error=${n.error} />`;if(!n.value)return a`<p class="dim">Looking.</p>`;let o=e.event_id;return a`<div class="tree">
    ${n.value.parent_id&&a`<button type="button" class="link" onClick=${()=>t.value+=Yo}>Earlier causes</button>`}
    <ul><li><${er} key=${n.value.event_id} event=${n.value} around=${o} open=${ka} /></li></ul>
  </div>`}async function xa(e,t){let n=e;for(let o=0;o<t&&n.parent_id;o+=1)n=await kn(n.parent_id);return n}async function Sa(e){let t=[e];for(;t.at(-1).children?.length===1&&t.length<yn;){let n=await kn(t.at(-1).children[0].id);if(n.actor_id!==e.actor_id)break;t.push(n)}return t}function er({event:e,around:t,open:n}){let o=S(()=>Sa(e),[e.event_id,e.children?.length]),r=o.value??[e],s=r.at(-1);return a`<${_} error=${o.error} />
    ${r.slice(0,-1).map(i=>a`<div class="leaf" key=${i.event_id}><${wn} event=${i} around=${t} /></div>`)}
    <${Ca} key=${s.event_id} event=${s} around=${t} open=${n} />`}function Ca({event:e,around:t,open:n}){let o=h(n>0);return e.children?.length?a`<details open=${o.value} onToggle=${r=>o.value=r.currentTarget.open}>
    <summary><${wn} event=${e} around=${t} /></summary>
    ${o.value&&a`<${Na} ids=${e.children.map(r=>r.id)} around=${t} open=${n-1} />`}
  </details>`:a`<div class="leaf"><${wn} event=${e} around=${t} /></div>`}var yt=k(new Map);function Ta(e){let t=yt.value.get(e);if(t===void 0){yt.peek().set(e,null);let n=o=>yt.value=new Map(yt.peek()).set(e,o);m.read(Zo,`theater://actor/${encodeURIComponent(e)}`).then(o=>n(o.name),()=>{})}return t??ce(e,8)}function wn({event:e,around:t}){let n=Ta(e.actor_id);return a`<span><${w} tone="accent">${n}<//>${" "}
    <strong aria-current=${e.event_id===t?"true":void 0}>${Oe(e)}</strong>${" "}
    <span class="dim">${bt(e,60)}</span></span>`}function Na({ids:e,around:t,open:n}){let o=h(yn),r=e.slice(0,o.value),s=S(()=>Promise.all(r.map(kn)),[r.length,e.length]);return a`<${_} error=${s.error} /><ul>
    ${(s.value??[]).map(i=>a`<li key=${i.event_id}><${er} event=${i} around=${t} open=${n} /></li>`)}
    ${e.length>r.length&&a`<li><button type="button" class="link" onClick=${()=>o.value+=yn}>${e.length-r.length} more</button></li>`}
  </ul>`}var tr="/mcp/theater";function nr({id:e,events:t,older:n}){let o=h(null),r=b(d=>m.call(tr,"restore_actor",{actor_id:e,event_id:d.event_id})),s=b(()=>m.call(tr,"replay_actor",{actor_id:e}));if(!t.length)return null;let i=t.findIndex(d=>d.event_id===o.value),l=i<0?t.length-1:i,c=t[l],f=d=>o.value=t[Math.max(0,Math.min(t.length-1,d))].event_id,u=L("theater","replay_actor")&&a`<button type="button" disabled=${s.busy} onClick=${s.run}>${s.busy?"Replaying":"Replay"}</button>`;return a`<${v} title="Its past" aside=${u}>
    <div aria-live="polite">${s.value&&a`<${Oa} report=${s.value} />`}</div>
    <${_} error=${s.error??r.error} />
    <div class="step">
      <button type="button" disabled=${l===0} onClick=${()=>f(l-1)}>Earlier</button>
      <label class="hidden" for="past">Event</label>
      <input id="past" type="range" min="0" max=${t.length-1} value=${l}
        aria-valuetext=${`event ${c.sequence}, ${Oe(c)}`} onInput=${d=>f(Number(d.currentTarget.value))} />
      <button type="button" disabled=${l===t.length-1} onClick=${()=>f(l+1)}>Later</button>
    </div>
    <p>Event ${j(c.sequence)}, <strong>${Oe(c)}</strong> <span class="dim">${G(c.timestamp)}</span></p>
    <h3>Its state then</h3>
    <${Ea} events=${t} at=${l} />
    <div class="actions below">
      ${i<0&&a`<button type="button" onClick=${()=>f(l)}>What led to it</button>`}
      ${l<t.length-1&&L("theater","restore_actor")&&a`<button type="button" class="danger" disabled=${r.busy}
        onClick=${()=>r.run(c)}>Go back to this state</button>`}
      ${i>=0&&a`<button type="button" onClick=${()=>o.value=null}>To the newest</button>`}
      ${l===0&&n}
    </div>
    ${i>=0&&a`<h3>What led to it, and what followed, across actors</h3>
      <${Xo} key=${c.event_id} event=${c} />`}
  <//>`}function Ea({events:e,at:t}){let n=Ko(e,t);return n<0?a`<p class="dim">It was set before the events shown here.</p>`:a`<div class="state-then"><${ue} value=${Qo(e[n].data?.state)} open=${2} /></div>`}function Oa({report:e}){return e.equal?a`<${D} tone="good">Run again from its chain: ${E(e.events,"event")} equal, ${E(e.calls,"call")} made again.<//>`:a`<${D} tone="bad" title=${`Event ${j(e.difference?.sequence)} came out otherwise`}>
    <p>Recorded: <code>${e.difference?.recorded}</code></p><p>Replayed: <code>${e.difference?.replayed}</code></p>
  <//>`}var xn="/mcp/theater",ja=200;function rr({id:e,turn:t}){let n=h([]),o=`theater://events/${encodeURIComponent(e)}?limit=${ja}`,r=S(async()=>{n.value=bn(n.peek(),await m.read(xn,o))},[e,t]),s=b(async()=>{let d=n.peek()[0].event_id;n.value=bn(await m.read(xn,`${o}&before=${encodeURIComponent(d)}`),n.peek())}),i=Go(n.value),l=i.filter(d=>!d.holds).length,c=i.length>0&&i.at(-1).sequence>1,f=i.length>0&&a`<${w} tone=${l?"bad":"good"}>${l?`${E(l,"link")} broken`:"every link verified"}<//>`,u=c&&a`<button type="button" disabled=${s.busy} onClick=${s.run}>Older events</button>`;return a`<${nr} id=${e} events=${n.value} older=${u} />
  <${v} title="Its life, newest first" aside=${f}>
    <${_} error=${r.error??s.error} />
    ${!i.length&&a`<p class="dim">No event yet.</p>`}
    <ol class="timeline">${i.map(d=>a`<li key=${d.event_id} id=${`event-${d.event_id}`}><${Aa} event=${d} /></li>`)}</ol>
    ${c&&a`<div class="actions below">${u} <span class="dim">${E(i.at(-1).sequence-1,"event")} before these</span></div>`}
  <//>`}function Aa({event:e}){let t=h(!1);return a`<div><details open=${t.value} onToggle=${n=>t.value=n.currentTarget.open}>
    <summary>${e.holds?a`<span class="holds" title="verified">✓<span class="hidden"> verified</span></span>`:a`<${w} tone="bad">broken link<//>`} <time datetime=${e.timestamp}>${G(e.timestamp)}</time> <strong>${Oe(e)}</strong> <span class="dim">${bt(e,90)}</span>
    </summary>
    ${t.value&&a`<p class="hint">Hash <code>${e.event_id}</code>${e.parent_id&&a`, follows from <${or} id=${e.parent_id} />`}
        ${e.children?.length>0&&a`, led to ${e.children.map(n=>a`<${or} key=${n.id} id=${n.id} /> `)}`}</p>
      <${ue} value=${e.data} open=${2} />`}
  </details></div>`}function or({id:e}){let t=h(!1),n=S(()=>t.value?m.read(xn,`theater://event/${encodeURIComponent(e)}`):null,[t.value]);return n.value?a`<code>${ce(e)}</code> (<a href=${`#/actors/${encodeURIComponent(n.value.actor_id)}`}>${n.value.type} of ${ce(n.value.actor_id)}</a>)`:a`<button type="button" class="link" onClick=${()=>t.value=!0}><code>${ce(e)}</code></button>`}function sr({top:e,view:t,height:n,total:o}){let r=Math.max(0,Math.floor(e/n)-8),s=Math.min(o,Math.ceil((e+t)/n)+8);return{first:Math.min(r,Math.max(0,o-1)),last:s}}function ar(e,t,{page:n,total:o}){let r={ArrowDown:1,ArrowUp:-1,PageDown:n,PageUp:-n,Home:-o,End:o};if(!(e in r)||!o)return null;let s=t<0?r[e]>0?-1:0:t;return Math.max(0,Math.min(o-1,s+r[e]))}function ir(e,t){return{total:e.length,at:n=>e[n],find:n=>e.findIndex(o=>t(o)===n)}}function wt({list:e,height:t=36,keyOf:n,render:o,chosen:r,choose:s,label:i,onEnd:l,onSight:c,id:f}){let u=Q(null),d=h(0),$=h(600);en(()=>{let N=()=>$.value=u.current?.clientHeight??600;N();let K=new ResizeObserver(N);return K.observe(u.current),()=>K.disconnect()},[]);let{first:p,last:g}=sr({top:d.value,view:$.value,height:t,total:e.total});en(()=>c?.(p,g),[p,g,e.total]);let y=()=>{d.value=u.current.scrollTop,u.current.scrollTop+u.current.clientHeight>u.current.scrollHeight-10*t&&l?.()},x=e.find(r),P=N=>{let K=Math.max(1,Math.floor($.value/t)-1),ie=ar(N.key,x,{page:K,total:e.total});if(ie===null)return;N.preventDefault(),Ia(u.current,ie,t);let be=e.at(ie);be&&s(n(be))},O=x>=p&&x<g?`${f}-${r}`:void 0,B=Array.from({length:g-p},(N,K)=>p+K);return a`<div class="rows" ref=${u} role="listbox" tabindex="0" aria-label=${i}
      aria-activedescendant=${O} onScroll=${y} onKeyDown=${P}>
    <div class="rows-all" role="presentation" style=${{height:`${e.total*t}px`}}>
      ${B.map(N=>{let K=e.at(N),ie=K?n(K):`row ${N}`;return a`<div key=${ie} id=${`${f}-${ie}`} class="row" role="option" aria-selected=${ie===r}
            aria-setsize=${e.total} aria-posinset=${N+1} onClick=${()=>K&&s(ie)}
            style=${{top:`${N*t}px`,height:`${t}px`}}>
          ${K?o(K):a`<span class="dim">…</span>`}
        </div>`})}
    </div>
  </div>`}function Ia(e,t,n){let o=t*n;o<e.scrollTop?e.scrollTop=o:o+n>e.scrollTop+e.clientHeight&&(e.scrollTop=o+n-e.clientHeight)}function lr(e,t,n=200){let o=new Map,r=new Set,s=null;async function i(c){if(!r.has(c)){r.add(c);try{let f=await e(c*n,n);for(s=f.total,o.delete(c),o.set(c,f.items);o.size>40;)o.delete(o.keys().next().value);t(null)}catch(f){t(f)}finally{r.delete(c)}}}let l=(c,f)=>{let u=[];for(let d=Math.floor(c/n);d*n<Math.max(f,1);d+=1)u.push(d);return u};return{get total(){return s},at:c=>o.get(Math.floor(c/n))?.[c%n],find(c){for(let[f,u]of o){let d=u.findIndex(c);if(d>=0)return f*n+d}return-1},need:(c,f)=>Promise.all(l(c,f).filter(u=>!o.has(u)).map(i)),async refresh(c,f){let u=l(c,f);for(let d of[...o.keys()])u.includes(d)||o.delete(d);await Promise.all(u.map(i))}}}var Ma={RUNNING:"good",FAILED:"bad",STOPPED:"plain"};function Sn(e){return Ma[e]??"warn"}function cr({current:e,turn:t}){let n=h(""),{list:o,error:r}=Pa(n.value.trim()),s=Q([0,1]),i=(f,u)=>{s.current=[f,u],o.need(f,u)};I(()=>{T.value==="live"&&o.refresh(...s.current)},[o,t,T.value==="live"]);let l=o.total??0,c={total:l,at:o.at,find:f=>o.find(u=>u.id===f)};return a`<${v} class="list">
    <label class="search inside"><span class="hidden">Find an actor by name</span>
      <input type="search" placeholder="Find an actor" data-search spellcheck="false" value=${n.value}
        onInput=${f=>n.value=f.currentTarget.value} /></label>
    <${_} error=${r} />
    ${o.total===0&&a`<${M} title=${n.value?"No actor of that name":"No actor runs"} />`}
    ${l>0&&a`<${wt} id="actor" label="Actors" list=${c} height=${44} chosen=${e} keyOf=${f=>f.id}
        choose=${f=>Z("actors",f)} onSight=${i} render=${f=>a`<${La} actor=${f} />`} />
      <p class="list-foot">${j(l)} in all</p>`}
  <//>`}function Pa(e){let t=h(0),n=h(null);return{list:ee(()=>lr(async(s,i)=>{let l=e?`&name=${encodeURIComponent(e)}`:"",c=await m.read("/mcp/theater",`theater://actors?after=${s}&limit=${i}${l}`);return{total:c.total,items:c.actors}},s=>{s instanceof Y||(n.value=s),t.value+=1}),[e]),error:n.value,drawn:t.value}}function La({actor:e}){return a`<span class="actor-line"><strong>${e.name}</strong>
    ${e.operations>0&&a`<span class="dim">${j(e.operations)}</span>`}
    <${w} tone=${Sn(e.status)}>${e.status.toLowerCase()}<//></span>`}function Cn(e){return btoa(String.fromCharCode(...new TextEncoder().encode(e)))}function kt(e){try{let t=Uint8Array.from(atob(e),n=>n.charCodeAt(0));return new TextDecoder("utf-8",{fatal:!0}).decode(t)}catch{return e}}var et="/mcp/theater";function ur({id:e}){let t=h(""),n=b(async r=>{let s=await m.call(et,r,{actor_id:e,data:Cn(t.value)});return r==="request_message"?s.text??kt(s.data??""):"Delivered."});return a`<${v} title="Talk to it"><form onSubmit=${r=>{r.preventDefault(),n.run("request_message")}}>
    <label class="hidden" for="talk">Message</label>
    <textarea id="talk" class="mono" rows="2" spellcheck="false" value=${t.value} onInput=${r=>t.value=r.currentTarget.value}></textarea>
    <div class="actions below">
      <button class="primary" disabled=${n.busy}>Request an answer</button>
      <button type="button" disabled=${n.busy} onClick=${()=>n.run("send_message")}>Send</button>
    </div>
    <${_} error=${n.error} />
    <div aria-live="polite">${n.value!==void 0&&a`<${D} tone="good"><span class="pre">${n.value}</span><//>`}</div>
  </form><//>`}function fr({id:e}){let t=h(null),n=h([]),o=h(""),r=b(async()=>{let{channel_id:f,message:u}=await m.call(et,"open_channel",{actor_id:e});t.value=f,n.value=u?[{from:"actor",text:kt(u)}]:[]}),s=b(async()=>{await m.call(et,"send_on_channel",{channel_id:t.value,message:Cn(o.value)}),n.value=[...n.value,{from:"you",text:o.value}],o.value=""}),i=b(async()=>{await m.call(et,"close_channel",{channel_id:t.value}),t.value=null});if(Ra(t.value,n),!L("theater","open_channel"))return null;let l=f=>{f.preventDefault(),s.run()},c=t.value&&a`<button type="button" onClick=${i.run} disabled=${i.busy}>Close</button>`;return a`<${v} title="Channel" aside=${c}>
    <${_} error=${r.error??s.error??i.error} />
    ${!t.value&&a`<button type="button" onClick=${r.run} disabled=${r.busy}>Open a channel</button>`}
    ${t.value&&a`<ol class="said" aria-live="polite">${n.value.map((f,u)=>a`<li key=${u} class=${f.from}>
        <span class="dim">${f.from}</span> <span class="pre">${f.text}</span></li>`)}</ol>
      <form class="line" onSubmit=${l}>
        <label class="hidden" for="channel-text">On the channel</label>
        <input id="channel-text" value=${o.value} onInput=${f=>o.value=f.currentTarget.value} />
        <button disabled=${s.busy}>Send</button>
      </form>`}
  <//>`}function Ra(e,t){let n=se("theater",s=>s.kind==="channel.changed"),o=S(async()=>e?m.read(et,`theater://channel/${encodeURIComponent(e)}`):null,[e,n]),r=o.value?.channel_id===e?o.value?.messages??[]:[];I(()=>{let s=new Set(t.value.map(l=>l.number)),i=r.filter(l=>!s.has(l.number));i.length&&(t.value=[...t.value,...i.map(l=>({from:"actor",number:l.number,text:l.text??kt(l.data)}))])},[r.length])}var xt="/mcp/theater",Da=["start_actor","stop_actor","restart_actor","send_message","request_message"];function pr(){return a`<${fe} title="Actors" name="theater" tools=${Da}><${Wa} /><//>`}function Wa(){let e=ne.value[1],t=se("theater");return a`<${W} title="Actors">WebAssembly in a sandbox; every event of an actor's life is a link in its chain.<//>
    <div class="split narrow-left">
      <${cr} current=${e} turn=${t} />
      <div class="stack">
        ${e&&a`<${qa} key=${e} id=${e} turn=${t} />`}
        <${Fa} />
      </div>
    </div>`}function qa({id:e,turn:t}){let n=encodeURIComponent(e),o=S(()=>m.read(xt,`theater://actor/${n}`),[e,t]),r=S(()=>m.read(xt,`theater://actor/${n}/state`),[e,t]),s=b(c=>m.call(xt,c,{actor_id:e})),i=o.value,l=i&&a`<${w} tone=${Sn(i.status)}>${i.status.toLowerCase()}<//>
    <button type="button" disabled=${s.busy} onClick=${()=>s.run("restart_actor")}>Restart</button>
    <button type="button" class="danger" disabled=${s.busy} onClick=${()=>s.run("stop_actor")}>Stop</button>
    <a href=${C("actors")}>Close</a>`;return a`<${v} title=${i?.name??"Actor"} aside=${l}>
      <${_} error=${o.error??s.error} />
      ${i&&a`<${oe} rows=${[["Id",a`<code>${i.id}</code>`],["Since",a`<time datetime=${i.created_at}>${re(i.created_at)}</time>`],["Failure",i.failure&&JSON.stringify(i.failure)],...Ba(i.metrics??{}),["Parent",i.parent&&a`<a href=${C("actors",i.parent)}>${i.parent}</a>`],["Children",i.children?.length>0&&i.children.map(c=>a`<a key=${c} href=${C("actors",c)}>${c}</a> `)]]} />`}
      <h3>State</h3>
      ${r.error?a`<${_} error=${r.error} />`:a`<${ue} value=${r.value??null} open=${2} />`}
    <//>
    <${ur} id=${e} />
    <${fr} id=${e} />
    <${rr} id=${e} turn=${t} />`}function Ba(e){return[["Handled",e.operations!==void 0&&`${j(e.operations)}, ${j(e.failed_operations)} failed`],["Slowest",e.max_processing_ns>0&&le(e.max_processing_ns/1e9)],["Memory",e.memory_bytes>0&&gt(e.memory_bytes)],["Waiting",e.queued_messages>0&&j(e.queued_messages)],["Restarts",e.restarts>0&&j(e.restarts)],["Age",e.age_seconds>0&&_t(e.age_seconds)]]}function Fa(){let e=h(""),t=h(""),n=b(async()=>{let r=t.value.trim()?{initial_state:JSON.parse(t.value)}:{},s=await m.call(xt,"start_actor",{manifest:e.value,...r});Z("actors",s.actor_id??s.id)});return a`<${v} title="Start an actor"><form onSubmit=${r=>{r.preventDefault(),n.run()}}>
    <${H} label="Manifest" id="manifest" hint="Its text, or the path of its file.">
      <textarea id="manifest" class="mono" rows="6" spellcheck="false" data-search aria-describedby="manifest-hint" value=${e.value}
        onInput=${r=>e.value=r.currentTarget.value}></textarea><//>
    <${H} label="First state" id="initial" hint="A JSON object, or nothing.">
      <textarea id="initial" class="mono" rows="1" spellcheck="false" aria-describedby="initial-hint" value=${t.value}
        onInput=${r=>t.value=r.currentTarget.value}></textarea><//>
    <button class="primary" disabled=${n.busy||!e.value.trim()}>${n.busy?"Starting":"Start"}</button>
    <${_} error=${n.error} />
  </form><//>`}var Ha="/mcp/orchestrator",tt=k([]),St=k(null);async function Ct(){if(L("orchestrator","list_pending_approvals"))try{tt.value=(await m.read(Ha,"approvals://pending")).pending,St.value=null}catch(e){St.value=e}}var Ua=/^(job|approval|session)\./;De(e=>{e.some(n=>n.service==="orchestrator"&&Ua.test(n.kind)&&n.kind!=="job.progress")&&Ct()});J(()=>{T.value==="live"&&te.value.length&&Ct()});function dr(e){let t=[],n=null,o=!1;for(let r of e.split(`
`))if(r.startsWith("diff --git "))n={name:Ja(r),added:0,removed:0,lines:[]},t.push(n),o=!1;else if(n){if(r.startsWith("@@")&&(o=!0),!o&&/^(index|---|\+\+\+) /.test(r))continue;let s=za(r,o);(s==="added"||s==="removed")&&(n[s]+=1),(r||o)&&n.lines.push({kind:s,text:r})}for(let r of t)for(;r.lines.at(-1)?.text==="";)r.lines.pop();return t}function Ja(e){let t=e.slice(11),n=/ "b\/(.*)"$/.exec(t);if(n)return n[1];let o=t.lastIndexOf(" b/");return o<0?t:t.slice(o+3)}function za(e,t){return e.startsWith("@@")?"place":t?e.startsWith("+")?"added":e.startsWith("-")?"removed":e.startsWith("\\")?"about":"same":"about"}var Tn=400,Va=6;function mr({patch:e,truncated:t}){let n=ee(()=>dr(e),[e]),o=h(50);return n.length?a`<div class="diff">
    ${n.slice(0,o.value).map(r=>a`<${Ga} key=${r.name} file=${r} open=${n.length<=Va} />`)}
    ${n.length>o.value&&a`<button type="button" class="link" onClick=${()=>o.value+=50}>${E(n.length-o.value,"more file")}</button>`}
    ${t&&a`<p class="hint">The patch is longer than the server sends; the rest is in the worktree.</p>`}
  </div>`:a`<p class="dim">Nothing changed.</p>`}function Ga({file:e,open:t}){let n=h(t&&e.lines.length<=Tn),o=h(Tn);return a`<details open=${n.value} onToggle=${r=>n.value=r.currentTarget.open}>
    <summary><code>${e.name}</code> <span class="added">${e.added}</span> <span class="removed">${e.removed}</span></summary>
    ${n.value&&a`<pre tabindex="0" aria-label=${`Changes of ${e.name}`}>${e.lines.slice(0,o.value).map((r,s)=>a`<span key=${s} class=${`patch ${r.kind}`}>${r.text}${`
`}</span>`)}</pre>
      ${e.lines.length>o.value&&a`<button type="button" class="link" onClick=${()=>o.value+=Tn}>${E(e.lines.length-o.value,"more line")}</button>`}`}
  </details>`}var $r="/mcp/orchestrator";function hr({id:e,turn:t}){let n=a`<a href=${C("jobs")}>Close</a>`;return a`<${v} title=${`Work of session ${e}`} aside=${n} class="job">
    <${Ka} id=${e} turn=${t} />
    <${Nn} id=${e} turn=${t} />
  <//>`}function Nn({id:e,turn:t}){let n=S(()=>m.call($r,"get_session_diff",{session_id:e}),[e,t]);return L("orchestrator","get_session_diff")?a`<${_} error=${n.error} />
    ${n.value&&a`<h3>${E(n.value.files_changed.length,"file")} changed</h3>
      <${mr} patch=${n.value.diff} truncated=${n.value.truncated} />`}`:null}function Ka({id:e,turn:t}){let n=S(()=>m.call($r,"forecast_conflicts",{session_id:e}),[e,t]);return L("orchestrator","forecast_conflicts")?a`<${_} error=${n.error} />
    ${n.value&&a`<${En} list=${n.value.conflicts} />`}`:null}function En({list:e}){return e.length?a`<${D} tone="warn" title="It would collide">
    <ul>${e.map(t=>a`<li key=${t.session_id}>with <a href=${C("jobs","session",t.session_id)}>${t.session_id}</a>${" "}
      on <code>${t.branch}</code> in ${t.files.map(n=>a`<code key=${n}>${n}</code> `)}</li>`)}</ul>
  <//>`:a`<${D} tone="good">A merge with any other open session would go through.<//>`}var Qa="/mcp/orchestrator",Ya=["list_pending_approvals","approve_job","deny_job"],Za={deploy:"bad",push:"bad",force_push:"bad",delete:"bad",shell:"warn",network:"warn",write:"accent"},Xa={push:"wants to push",force_push:"wants to overwrite a remote branch",deploy:"wants to deploy",delete:"wants to delete",network:"wants to reach the network",shell:"wants to run a command",write:"wants to write"};function On(){let e=tt.value.length;return e>0&&a`<span class="tally">${e}<span class="hidden"> waiting</span></span>`}On.count=()=>tt.value.length;function vr(){return a`<${fe} title="Approvals" name="orchestrator" tools=${Ya}><${ei} /><//>`}function ei(){let e=h(""),t=tt.value;return a`<${W} title="Approvals">An agent waits until a person answers; the answer is for this exact command.<//>
    <div aria-live="polite">${e.value&&a`<${D} tone="good">${e.value}<//>`}</div>
    <${_} error=${St.value} />
    ${!t.length&&a`<${v}><${M} title="Nothing waits for you">What an agent may not do by itself will stand here.<//><//>`}
    <div class="stack">${t.map(n=>a`<${ti} key=${n.approval_id??n.job_id} asked=${n} say=${o=>e.value=o} />`)}</div>`}function ti({asked:e,say:t}){let n=e.scopes??[e.approval_scope],o=`${e.session_id} of ${e.project_id} ${Xa[e.approval_scope]??"asks"}`,r=n.some(s=>s.includes("push"));return a`<${v} class="question" title=${o}
      aside=${n.map(s=>a`<${w} key=${s} tone=${Za[s]??"warn"}>${s.replace("_"," ")}<//>`)}>
    ${e.command&&a`<${F} label="The exact command" text=${e.command} />`}
    <${ni} asked=${e} />
    ${e.conflicts?.length>0&&a`<${En} list=${e.conflicts} />`}
    <${oi} id=${e.session_id} pushes=${r} />
    <${oe} rows=${[["Job",a`<a href=${C("jobs",e.job_id)}>${Ne(e.instruction)}</a>`],["Asked",a`<time datetime=${e.created_at}>${re(e.created_at)}</time>${e.tool&&`, by the tool ${e.tool}`}`],["Expires",e.expires_at&&a`<time datetime=${e.expires_at}>${G(e.expires_at)}</time>`],["Digest",e.digest&&a`<code title=${e.digest}>${ce(e.digest,24)}</code>`],["Approved by",e.approvers?.length?e.approvers.join(", "):""]]} />
    <${ri} asked=${e} say=${t} />
  <//>`}function ni({asked:e}){let t=e.meaning??[];return a`${e.unclear&&a`<${D} tone="warn" title="Nobody can tell what it does"><${_e} text=${e.unclear} /><//>`}
    ${t.length>0&&a`<h3>What it means</h3>
      <ul class="evidence">${t.map((n,o)=>a`<li key=${o}>
        <${_e} text=${n.does.join(", ")} />${t.length>1&&a` <code>${n.command}</code>`}</li>`)}</ul>`}`}function oi({id:e,pushes:t}){let n=h(t);return a`<details class="more" open=${n.value} onToggle=${o=>n.value=o.currentTarget.open}>
    <summary>${t?"What it would push":"What the session changed so far"}</summary>
    ${n.value&&a`<${Nn} id=${e} />`}
  </details>`}function ri({asked:e,say:t}){let n=h(""),o=b(async(i,l)=>{let{message:c}=await m.call(Qa,i,{job_id:e.job_id,...l});t(c),await Ct()}),r=e.approval_id?{approval_id:e.approval_id}:{},s=n.value.trim()?{reason:n.value.trim()}:{};return a`<${_} error=${o.error} />
    <${H} label="Reason, if you deny it" id=${`reason-${e.job_id}`}>
      <input id=${`reason-${e.job_id}`} value=${n.value} onInput=${i=>n.value=i.currentTarget.value} />
    <//>
    <div class="actions answers">
      <button type="button" class="primary" disabled=${o.busy} onClick=${()=>o.run("approve_job",r)}>Approve</button>
      <button type="button" disabled=${o.busy} onClick=${()=>o.run("approve_job",{...r,scope:"job"})}>Allow for this job</button>
      <button type="button" class="danger" disabled=${o.busy} onClick=${()=>o.run("deny_job",{...r,...s})}>Deny</button>
    </div>`}function _r(e,t){let n=t.trim().split(/\s+/).filter(Boolean);if(!n.length)return[e,"",""];let o=n.map(i=>i.replace(/[.*+?^${}()|[\]\\]/g,"\\$&")).join("\\s+"),r=new RegExp(o,"u").exec(e);if(!r)return[e,"",""];let s=r.index+r[0].length;return[e.slice(0,r.index),r[0],e.slice(s)]}var jn=k("");function An(e){jn.value=e??""}function gr(e,t){return t?.source_number?C("avatars",e,"source",t.source_number,t.page_label??t.page_index??1):null}function br({id:e,number:t,label:n,work:o}){let r=`avatar://${encodeURIComponent(e)}/source/${t}/page/${encodeURIComponent(n)}`,s=S(()=>m.read("/mcp/avatar",r),[r]),i=Q(null);I(()=>i.current?.scrollIntoView({block:"center"}),[s.value,jn.value]);let[l,c,f]=_r(s.value??"",jn.value),u=o?`${o.title}, page ${n}`:`Source ${t}, page ${n}`,d=a`<${si} id=${e} number=${t} label=${n} pages=${o?.pages??0} /><a href=${C("avatars",e)}>Close</a>`;return a`<${v} title=${u} aside=${d}>
    <${_} error=${s.error} />
    <div class="page-text" tabindex="0" role="region" aria-label="Text of the page">${l}${c&&a`<mark ref=${i}>${c}</mark>`}${f}</div>
  <//>`}function si({id:e,number:t,label:n,pages:o}){if(o<2||!/^\d+$/.test(n))return null;let r=(i,l)=>a`<a href=${C("avatars",e,"source",t,i)} onClick=${()=>An("")}>${l}</a>`,s=Number(n);return a`${s>1&&r(s-1,"Page before")} ${s<o&&r(s+1,"Next page")}`}var ai={high:"good",medium:"accent",low:"warn"};function yr({id:e}){let t=h(""),n=b(r=>m.call("/mcp/avatar","generate_response",{avatar:e,question:r}));return a`<${v} title="Ask">
    <form class="line" onSubmit=${r=>{r.preventDefault(),t.value.trim()&&n.run(t.value.trim())}}>
      <label class="hidden" for="avatar-question">Question</label>
      <input id="avatar-question" data-search autocomplete="off" value=${t.value}
        onInput=${r=>t.value=r.currentTarget.value} />
      <button class="primary" disabled=${n.busy}>${n.busy?"Reading":"Ask"}</button>
    </form>
    <${_} error=${n.error} />
    <div aria-live="polite">${n.value&&a`<${ii} id=${e} answer=${n.value} />`}</div>
  <//>`}function ii({id:e,answer:t}){return a`<div class="answer">
    <p class="answer-text pre">${t.response}</p>
    <p><${w} tone=${ai[t.confidence]??"plain"}>confidence ${t.confidence}<//>
      ${t.citations.length===0&&a` <span class="dim">no quotation, so no claim</span>`}</p>
    ${t.citations.length>0&&a`<h3>Quotations</h3>
      <ol class="evidence">${t.citations.map((n,o)=>a`<li key=${o}>
        <q>${n.quote}</q> <${In} id=${e} cited=${n} quote=${n.quote} />
      </li>`)}</ol>`}
  </div>`}function In({id:e,cited:t,quote:n}){let o=`${t.source}${t.page?`, page ${t.page}`:""}`,r=gr(e,t._meta);return r?a`<a href=${r} onClick=${()=>An(n)}><cite>${o}</cite></a>`:a`<cite>${o}</cite>`}var li=1500;function wr(e,t){let n=h(null);return I(()=>{if(!e)return;let o=null,r=!1,s=async()=>{if(document.visibilityState==="visible"&&T.peek()==="live"){let i=n.peek(),l=await m.read("/mcp/avatar",`avatar://${encodeURIComponent(e)}/ingestion`).catch(()=>null);if(r)return;JSON.stringify(l)!==JSON.stringify(i)&&(n.value=l),i?.running&&!l?.running&&t()}o=setTimeout(s,li)};return s(),()=>{r=!0,clearTimeout(o)}},[e,T.value==="live"]),n.value}function kr({state:e}){if(!e?.step)return null;if(!e.running)return a`<${D} tone="warn" title="Adding writings was cut off">
      It had come to ${e.number} of ${e.of}. Run <code>ensemble avatar add</code> again: it goes on where it stopped.
    <//>`;let t=e.step==="reading"?"Reading":"Putting into the index";return a`<${v} title="Adding writings" aside=${a`<span class="dim">began ${re(e.started_at)}</span>`}>
    <label class="bar" for="ingestion">${t} ${e.number} of ${e.of}</label>
    <progress id="ingestion" max=${e.of} value=${e.number}></progress>
    ${e.file&&a`<p class="hint"><code>${e.file}</code></p>`}
  <//>`}function xr({id:e}){let t=h(""),n=b(r=>m.call("/mcp/avatar","query_corpus",{avatar:e,query:r,limit:10,threshold:0}));return a`<${v} title="Search">
    <form class="line" onSubmit=${r=>{r.preventDefault(),t.value.trim()&&n.run(t.value.trim())}}>
      <label class="hidden" for="avatar-search">Words</label>
      <input id="avatar-search" type="search" value=${t.value} onInput=${r=>t.value=r.currentTarget.value} />
      <button disabled=${n.busy}>Search</button>
    </form>
    <${_} error=${n.error} />
    <div aria-live="polite">
      ${n.value?.passages.length===0&&a`<${M} title="No passage fits" />`}
      <ol class="passages">${n.value?.passages.map((r,s)=>a`<li key=${s}>
        <meter min="0" max="1" value=${r.score} aria-label=${`score ${r.score}`}></meter>
        <span class="dim">${r.score.toFixed(2)}</span>
        <${In} id=${e} cited=${r} quote=${r.content} />
        <p class="clamp">${r.content}</p>
      </li>`)}</ol>
    </div>
  <//>`}var Mn="/mcp/avatar",ci=["query_corpus","generate_response","get_avatar_info"];function Sr(){return a`<${fe} title="Avatars" name="avatar" tools=${ci}><${ui} /><//>`}function ui(){let[,e,t,n,o]=ne.value,r=h(0),s=`${se("avatar")} ${r.value}`,i=S(async()=>(await m.list(Mn,"resources/list","resources")).map(({uri:p})=>/^avatar:\/\/([^/]+)$/.exec(p)?.[1]).filter(Boolean).map(decodeURIComponent),[s]),l=i.value??[],c=e??l[0],f=S(()=>c?m.read(Mn,`avatar://${encodeURIComponent(c)}/sources`):null,[c,s]),u=wr(c,()=>r.value+=1),d=f.value&&f.value.avatar===c?f.value.sources:[];return a`<${W} title="Avatars">Every claim is a quotation with its page, or the answer is that the writings do not say.<//>
    <${_} error=${i.error} />
    ${i.value&&!l.length&&a`<${v}><${M} title="No avatar yet">
      The command <code>ensemble avatar</code> makes one and adds writings to it.<//><//>`}
    ${l.length>0&&a`<div class="split narrow-left">
      <${v} title="Avatars" class="choice"><ul>${l.map($=>a`<li key=${$}>
        <a href=${C("avatars",$)} aria-current=${$===c?"true":void 0}>${$}</a></li>`)}</ul><//>
      <div class="stack" key=${c}>
        <${kr} state=${u} />
        ${t==="source"&&a`<${br} id=${c} number=${n} label=${o} work=${d[Number(n)-1]} />`}
        <${yr} id=${c} />
        <${xr} id=${c} />
        <${fi} id=${c} turn=${s} sources=${d} error=${f.error} />
      </div>
    </div>`}`}function fi({id:e,turn:t,sources:n,error:o}){let r=S(()=>m.call(Mn,"get_avatar_info",{avatar:e}),[e,t]),s=r.value;return a`<${v} title=${s?.name??e}>
    <${_} error=${r.error??o} />
    ${s&&a`<p>${s.description}</p>
      <${oe} rows=${[["Writings",`${E(s.document_count,"document")}, ${j(s.corpus_size)} words`],["Knows about",s.expertise?.length>0&&s.expertise.map(i=>a`<${w} key=${i}>${i}<//> `)]]} />`}
    ${n.length>0&&a`<h3>Works</h3>
      <ol class="works">${n.map(i=>a`<li key=${i.id}>
        <a href=${C("avatars",e,"source",i.number,"1")}>${i.title}</a>${" "}
        <span class="dim">${[i.year,i.pages>0&&E(i.pages,"page"),`${j(i.words)} words`].filter(Boolean).join(", ")}</span>
        ${i.warnings?.map(l=>a`<div class="hint" key=${l}>${l}</div>`)}
      </li>`)}</ol>`}
  <//>`}function Cr(e){return e.split(`
`).map(pi).filter(t=>t!==null).join(`
`)}function pi(e){if(!e.startsWith("{"))return e;let t;try{t=JSON.parse(e)}catch{return e}if(t.type==="system")return null;if(t.type==="result")return vi(t);let n=t.message?.content;if(!Array.isArray(n))return typeof n=="string"?n:e;let o=n.map(di).filter(Boolean);return o.length?o.join(`
`):null}function di(e){return e.type==="text"?e.text:e.type==="tool_use"?`› ${e.name} ${mi(e.input??{})}`:e.type==="tool_result"?hi($i(e.content),e.is_error?"✗ ":"  "):null}function mi(e){let t=e.command??e.file_path??e.path??e.pattern??e.url??e.query;return typeof t=="string"?t:JSON.stringify(e).slice(0,2e3)}function $i(e){return typeof e=="string"?e:(e??[]).map(n=>n.text??`[${n.type}]`).join(`
`)}function hi(e,t){let n=e.trimEnd().slice(0,2e3);return n?n.split(`
`).map(o=>`${t}${o}`).join(`
`):null}function vi({is_error:e,result:t,subtype:n}){return`${e?"It failed":"It ended"}: ${typeof t=="string"&&t?t:n??""}`}var _i=500;function Tr({id:e,turn:t}){let n=h([]),o=h(!1),r=n.value.at(-1),s=S(()=>{let g=r===void 0?{}:{before:r};return m.call("/mcp/orchestrator","get_job_logs",{job_id:e,tail:_i,...g})},[e,r,r===void 0?t:0]),{content:i="",from:l=0,size:c=0,gap:f=!1}=s.value??{},u=l===0&&n.value.length===0,d=()=>n.value=[...n.value,l],$=()=>n.value=n.value.slice(0,-1),p=Cr(i);return a`<div class="log-head"><h3>What it printed</h3>
      ${(p!==i||o.value)&&a`<button type="button" class="quiet" aria-pressed=${o.value} onClick=${()=>o.value=!o.value}>To the letter</button>`}
    </div>
    <${_} error=${s.error} />
    <${gi} text=${o.value?i:p} follow=${r===void 0} />
    ${!u&&a`<div class="actions below">
      <button type="button" disabled=${l===0||s.busy} onClick=${d}>Earlier</button>
      <button type="button" disabled=${r===void 0||s.busy} onClick=${$}>Later</button>
      <button type="button" disabled=${r===void 0||s.busy} onClick=${()=>n.value=[]}>Newest</button>
      <span class="dim log-place">from byte ${j(l)} of ${j(c)}</span>
    </div>`}
    ${f&&a`<p class="hint">It grew past its limit: what it printed between its beginning and its end was left out.</p>`}`}function gi({text:e,follow:t}){let n=Q(null),o=Q(!0),r=({currentTarget:s})=>o.current=s.scrollTop+s.clientHeight>s.scrollHeight-20;return I(()=>{t&&o.current&&n.current&&(n.current.scrollTop=n.current.scrollHeight)},[e,t]),a`<pre class="log" ref=${n} onScroll=${r} tabindex="0" aria-label="Log">${e||"Nothing yet."}</pre>`}var Pn="/mcp/orchestrator",bi={done:"good",failed:"bad",canceled:"plain",running:"accent",waiting_approval:"warn"};function Nr({id:e,turn:t}){let n=se("orchestrator",c=>c.data?.job_id===e),o=S(()=>m.call(Pn,"get_job",{job_id:e}),[e,t]),r=b(()=>m.call(Pn,"cancel_job",{job_id:e,reason:"canceled in the console"})),s=b(async({session_id:c,instruction:f})=>{let u=await m.call(Pn,"run_instruction",{session_id:c,instruction:f});Z("jobs",u.job.job_id)}),i=o.value?.job;I(()=>scrollTo(0,0),[e]);let l=i&&a`<${w} tone=${bi[i.status]??"plain"}>${i.status.replace("_"," ")}<//>
    ${!i.finished_at&&a`<button type="button" class="danger" disabled=${r.busy} onClick=${r.run}>Cancel</button>`}
    ${i.finished_at&&a`<button type="button" disabled=${s.busy} onClick=${()=>s.run(i)}>Retry</button>`}
    <a href=${C("jobs")}>Close</a>`;return a`<${v} title=${i?Ne(i.instruction):"Job"} aside=${l} class="job">
    <${_} error=${o.error??r.error??s.error} />
    ${i&&a`<${oe} rows=${[["Session",a`<a href=${C("jobs","session",i.session_id)}>${i.session_id}</a> of ${i.project_id}`],["Waits for",i.status==="waiting_approval"&&a`<a href=${C("approvals")}>your answer: ${i.approval_scope}</a>`],["Place in line",i.position>0&&i.position],["Began",i.started_at&&G(i.started_at)],["Ended",i.finished_at&&G(i.finished_at)],["Cost",yi(i.cost_usd,o.value.budget_left_usd)],["Result",i.result_summary],["Error",i.error],["Files",i.files_changed?.length>0&&a`<ul>${i.files_changed.map(c=>a`<li key=${c}><code>${c}</code></li>`)}</ul>`]]} />
    ${i.instruction!==Ne(i.instruction)&&a`<details class="more"><summary>The whole instruction</summary><p class="pre">${i.instruction}</p></details>`}`}
    <${Tr} id=${e} turn=${`${t} ${n}`} />
  <//>`}function yi(e,t){let n=o=>`$${o.toFixed(2)}`;return t==null?`${n(e)}, no budget is set`:`${n(e)}, ${n(t)} of the budget left`}var Ln="/mcp/orchestrator";function Er({sessions:e}){let t=e[0]?.session_id??"",n=h({session_id:"",instruction:""}),o=b(async()=>{let s=n.value.session_id||t,{job:i}=await m.call(Ln,"run_instruction",{session_id:s,instruction:n.value.instruction});n.value={...n.value,instruction:""},Z("jobs",i.job_id)}),r=s=>i=>n.value={...n.value,[s]:i.currentTarget.value};return a`<${v} title="New job"><form onSubmit=${Rn(o)}>
    <${H} label="Session" id="job-session"><select id="job-session" value=${n.value.session_id||t} onChange=${r("session_id")}>
      ${e.map(s=>a`<option key=${s.session_id} value=${s.session_id}>${s.session_id} ${s.display_name}</option>`)}
    </select><//>
    <${H} label="Instruction" id="job-instruction">
      <textarea id="job-instruction" rows="2" value=${n.value.instruction} onInput=${r("instruction")}></textarea><//>
    <button class="primary" disabled=${o.busy||!e.length||!n.value.instruction.trim()}>Queue it</button>
    <${_} error=${o.error} />
  </form><//>`}function Or({projects:e}){let t=e[0]?.project_id??"",n=h({project_id:"",branch:"",display_name:""}),o=b(async()=>{let{project_id:s,branch:i,display_name:l}=n.value,c=l.trim()?{display_name:l.trim()}:{};await m.call(Ln,"create_session",{project_id:s||t,branch:i.trim(),...c}),n.value={project_id:s,branch:"",display_name:""}}),r=s=>i=>n.value={...n.value,[s]:i.currentTarget.value};return a`<${v} title="New session"><form onSubmit=${Rn(o)}>
    <${H} label="Project" id="session-project"><select id="session-project" value=${n.value.project_id||t} onChange=${r("project_id")}>
      ${e.map(s=>a`<option key=${s.project_id} value=${s.project_id}>${s.name}</option>`)}
    </select><//>
    <${H} label="Branch" id="session-branch" hint="Made if it does not exist.">
      <input id="session-branch" spellcheck="false" aria-describedby="session-branch-hint" value=${n.value.branch} onInput=${r("branch")} /><//>
    <${H} label="Name" id="session-display"><input id="session-display" value=${n.value.display_name} onInput=${r("display_name")} /><//>
    <button disabled=${o.busy||!e.length||!n.value.branch.trim()}>Make it</button>
    <${_} error=${o.error} />
  </form><//>`}function jr(){let e=h(""),t=b(async()=>{await m.call(Ln,"register_project",{path:e.value.trim()}),e.value=""});return a`<${v} title="New project"><form onSubmit=${Rn(t)}>
    <${H} label="Folder of a git repository" id="project-path">
      <input id="project-path" spellcheck="false" value=${e.value} onInput=${n=>e.value=n.currentTarget.value} /><//>
    <button disabled=${t.busy||!e.value.trim()}>Register it</button>
    <${_} error=${t.error} />
  </form><//>`}function Rn(e){return t=>{t.preventDefault(),e.run()}}var wi={running:"accent",blocked:"warn",idle:"plain"};function Ar({projects:e,sessions:t}){let n=b(o=>m.call("/mcp/orchestrator","close_session",{session_id:o}));return a`<${v} title="Projects and sessions">
    <${_} error=${n.error} />
    ${n.value&&a`<${D} tone="good">${n.value.message}<//>`}
    ${!e.length&&a`<${M} title="No project yet">Register a repository to begin.<//>`}
    ${e.map(o=>a`<div key=${o.project_id} class="project">
      <h3>${o.name} <code>${o.path}</code></h3>
      <ul>${t.filter(r=>r.project_id===o.project_id).map(r=>a`<li key=${r.session_id}>
        <div><a href=${C("jobs","session",r.session_id)} aria-label=${`Work of session ${r.session_id}`}><strong>${r.session_id}</strong></a> ${r.display_name} <code>${r.branch}</code>
          <div class="hint">${r.blocked_reason??r.last_summary??""} ${re(r.last_activity_at)}</div></div>
        <div class="actions"><${w} tone=${wi[r.state]??"plain"}>${r.state}<//>
          <button type="button" class="quiet" disabled=${n.busy} aria-label=${`Close session ${r.session_id}`}
            onClick=${()=>n.run(r.session_id)}>Close</button></div>
      </li>`)}</ul>
    </div>`)}
  <//>`}var Dn="/mcp/orchestrator",ki=["list_projects","list_sessions","list_jobs","run_instruction"],xi=[["Queued",["queued"]],["Running",["running"]],["Waiting for you",["waiting_approval"]],["Done",["done"]],["Not done",["failed","canceled"]]];function Ir(){return a`<${fe} title="Jobs" name="orchestrator" tools=${ki}><${Si} /><//>`}function Si(){let e=se("orchestrator",f=>f.kind!=="job.progress"),t=S(async()=>{let[{projects:f},{sessions:u},{jobs:d}]=await Promise.all([m.read(Dn,"projects://list"),m.read(Dn,"sessions://active"),m.call(Dn,"list_jobs",{limit:100})]);return{projects:f,sessions:u,jobs:d}},[e]),[,n,o]=ne.value,r=n==="session"?o:null,s=r?null:n,{projects:i=[],sessions:l=[],jobs:c=[]}=t.value??{};return a`<${W} title="Jobs">Coding agents on real repositories, each session in a worktree of its own.<//>
    <${_} error=${t.error} />
    ${s&&a`<${Nr} key=${s} id=${s} turn=${e} />`}
    ${r&&a`<${hr} key=${r} id=${r} turn=${e} />`}
    <${Ci} jobs=${c} current=${s} />
    <div class="grid top">
      <${Ar} projects=${i} sessions=${l} />
      <div class="stack">
        <${Er} sessions=${l} />
        <${Or} projects=${i} />
        <${jr} />
      </div>
    </div>`}function Ci({jobs:e,current:t}){return e.length?a`<div class="board">${xi.map(([n,o])=>{let r=e.filter(s=>o.includes(s.status));return a`<section key=${n} class=${r.length?"lane":"lane none"} aria-label=${n}>
      <h2>${n} <span class="dim">${r.length}</span></h2>
      <ul>${r.slice(0,30).map(s=>a`<li key=${s.job_id}>
        <a href=${C("jobs",s.job_id)} aria-current=${s.job_id===t?"true":void 0}>
          <span class="clamp">${Ne(s.instruction)}</span>
          <span class="hint">${s.session_id} · ${re(s.finished_at??s.started_at??s.created_at)}</span>
          ${s.status==="failed"&&a`<${w} tone="bad">failed<//>`}
        </a>
      </li>`)}</ul>
    </section>`})}</div>`:a`<${v}><${M} title="No job yet">Give a session an instruction below.<//><//>`}function Tt({event:e}){return a`<span class="event-line">
    <span class="seq">#${e.seq}</span>${" "}
    <time datetime=${e.at}>${G(e.at)}</time>${" "}
    <span class=${`service ${e.service}`}>${e.service}</span>${" "}
    <span class="kind">${e.kind}</span>${" "}
    <span class="gist">${Ke(e.data)}</span>
  </span>`}var Ti=5e4,ge=k({busy:!1});async function Wn(){if(!ge.value.busy){ge.value={busy:!0};try{let e=({progress:o,total:r})=>ge.value={busy:!0,done:o,total:r},t={name:"verify_audit",arguments:{},_meta:{progressToken:"verify"}},n=await m.request("/mcp/house","tools/call",t,{progress:e});if(n.isError)throw new Error(n.content?.[0]?.text??"the check failed");ge.value={busy:!1,result:n.structuredContent,at:new Date().toISOString()}}catch(e){ge.value={busy:!1,error:e}}}}var Ni=J(()=>{T.value!=="live"||!V.value||!L("house","verify_audit")||(queueMicrotask(()=>Ni()),V.peek()<=Ti&&Wn())});function Nt(){let{busy:e,done:t,total:n}=ge.value,o=n?` ${Math.round(100*t/n)} %`:"";return a`<button type="button" onClick=${Wn} disabled=${e}>${e?`Checking${o}`:"Verify now"}</button>`}function Et(){let{result:e,error:t,at:n}=ge.value;return a`<div class="verdict" aria-live="polite">
    ${t&&a`<${_} error=${t} />`}
    ${e?.ok&&a`<${w} tone="good">Verified<//>
      <span>${E(e.events,"event")} up to #${j(e.head)}, every link, at ${G(n)}</span>`}
    ${e&&!e.ok&&a`<${D} tone="bad" title="The journal is not as it was written">
      <ul>${e.faults.map(o=>a`<li key=${o}>${o}</li>`)}</ul>
    <//>`}
    ${!e&&!t&&a`<span class="dim">Not checked in this tab yet</span>`}
  </div>`}function qn(e,t){return["service","kind","stream","principal"].every(n=>!e[n]||e[n]===t[n])}function Mr(e,t,{limit:n=1e3,floor:o=0}={}){let r=t,s=500;async function i(l,c){let f=[],u=l;for(;u<c-1;){let d=await e(u,n),$=d.filter(p=>p.seq<c);if(f.push(...$),d.length<n||$.length<d.length)break;u=d.at(-1).seq}return f}return{get done(){return r<=o+1},get low(){return r},async older(){for(;r>o+1;){let l=Math.max(o,r-1-s),c=await i(l,r);if(r=l+1,s=c.length<n/2?Math.min(s*4,1048576):500,c.length)return c.reverse()}return[]}}}var Bn=1e3;function Pr(e){let t=k([]),n=k(0),o=k(!1),r=k(!1),s=k(null),i=null,l=0;async function c(){if(!(r.value||o.value||!i)){r.value=!0;try{let $=await i.older();t.value=[...t.value,...$],n.value=i.low,o.value=i.done,s.value=null}catch($){$ instanceof Y||(s.value=$)}finally{r.value=!1}}}function f(){let $=Ee.peek();t.value=$.filter(y=>qn(e,y)).reverse();let p=$.length?$[0].seq:V.peek()+1;l=$.length?$.at(-1).seq:V.peek(),i=Mr((y,x)=>Lr(e,y,x),p,{limit:Bn,floor:Ze.peek()}),n.value=p,o.value=i.done,t.peek().length<100&&c()}function u(){let $=De(g=>{let y=g.filter(x=>x.seq>l&&qn(e,x)).reverse();l=Math.max(l,g.at(-1).seq),y.length&&(t.value=[...y,...t.peek()])}),p=J(()=>{V.value>0&&!i&&queueMicrotask(()=>i??f())});return()=>{$(),p()}}return{rows:t,low:n,done:o,busy:r,error:s,more:c,start:u,find:$=>t.value.find(p=>p.seq===$)}}async function Lr(e,t,n){let o=Object.fromEntries(Object.entries(e).filter(([,s])=>s));return Object.keys(o).length?(await m.call("/mcp/house","list_events",{...o,after:t,limit:n})).events:(await Xe(t,n)).events}async function Rr(e){let t=[],n=Ze.peek();for(;;){let s=await Lr(e,n,Bn);if(t.push(...s.map(i=>`${JSON.stringify(i)}
`)),s.length<Bn)break;n=s.at(-1).seq}let o=URL.createObjectURL(new Blob(t,{type:"application/x-ndjson"})),r=document.createElement("a");return r.href=o,r.download="ensemble-journal.jsonl",r.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4),t.length}function Wr(){let e=h({service:"",kind:"",stream:"",principal:""}),t=Ei(e.value),n=Number(ne.value[1])||null,o=i=>Z("journal",i),r=b(()=>Rr(e.value));if(Re.value)return a`<${W} title="Journal" /><${M} title="Not served by this server">It runs without the house's own service.<//>`;let s=a`<${Nt} />
    <button type="button" onClick=${r.run} disabled=${r.busy}>${r.busy?"Exporting":"Export"}</button>`;return a`<${W} title="Journal" actions=${s}>
      Everything that happened, hash-chained. <span class="nowrap">${E(V.value,"event")}.</span>
    <//>
    <${Et} />
    <${_} error=${r.error??t.error.value} />
    <${Oi} filter=${e} />
    <div class="split">
      <${ji} reel=${t} chosen=${n} choose=${o} />
      <${Ai} reel=${t} seq=${n} />
    </div>`}function Ei(e){let t=JSON.stringify(e),n=ee(()=>Pr(e),[t]);return I(()=>n.start(),[n]),n}function Oi({filter:e}){let t=r=>s=>{let i=s.currentTarget.value.trim();i!==e.value[r]&&(e.value={...e.value,[r]:i})},n=te.value.map(r=>r.name),o=(r,s)=>a`<label>${s}
    <input type="search" value=${e.value[r]} onChange=${t(r)} data-search=${r==="kind"} spellcheck="false" /></label>`;return a`<form class="filters" role="search" aria-label="Filter events" onSubmit=${r=>r.preventDefault()}>
    <label>Service
      <select value=${e.value.service} onChange=${t("service")}>
        <option value="">all</option>
        ${n.map(r=>a`<option key=${r} value=${r}>${r}</option>`)}
      </select>
    </label>
    ${o("kind","Kind")}${o("stream","Stream")}${o("principal","Person")}
  </form>`}var Dr=e=>e.seq;function ji({reel:e,chosen:t,choose:n}){let o=e.rows.value;if(!o.length&&e.done.value)return a`<${v} class="list"><${M} title="No event matches">Take a filter away to see more.<//><//>`;let r=e.done.value?`${E(o.length,"event")}, all there are`:`${E(o.length,"event")}, back to #${j(e.low.value)}`;return a`<${v} class="list">
    <${wt} id="event" label="Events, newest first" list=${ir(o,Dr)} keyOf=${Dr}
      chosen=${t} choose=${n} onEnd=${e.more} render=${s=>a`<${Tt} event=${s} />`} />
    <p class="list-foot"><span>${r}</span>
      ${!e.done.value&&a`<button type="button" class="link" onClick=${e.more} disabled=${e.busy.value}>Look further back</button>`}
    </p>
  <//>`}function Ai({reel:e,seq:t}){let n=t&&e.find(t),o=S(()=>t&&!n?Xe(t-1,1):null,[t]),r=n||o.value?.events.find(s=>s.seq===t);return r?a`<${v} class="detail" title=${`#${j(r.seq)} ${r.kind}`} aside=${a`<${Te} label="Copy JSON" text=${()=>JSON.stringify(r,null,2)} />`}>
    <${oe} rows=${[["When",a`<time datetime=${r.at}>${r.at}</time>`],["Service",r.service],["Stream",a`<code>${r.stream}</code>`],["Person",r.principal],["Hash",a`<code class="wrap">${r.hash}</code>`],["Touches",r.touches?.length?r.touches.map(s=>a`<${w} key=${s}>${s}<//>`):""]]} />
    <h3>What happened</h3>
    <${ue} value=${r.data} open=${3} />
  <//>`:a`<${v} class="detail"><${M} title="Choose an event">It shows what exactly was recorded, and its link in the chain.<//><//>`}var Ii=/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/,Mi=/(\w+)="((?:[^"\\]|\\.)*)"/g;function Br(e){let t=[];for(let n of e.split(`
`)){if(!n||n.startsWith("#"))continue;let o=Ii.exec(n);if(!o)continue;let r=Object.fromEntries([...(o[2]??"").matchAll(Mi)].map(([,s,i])=>[s,i]));t.push({name:o[1],labels:r,value:Number(o[3])})}return t}var qr="mcp_server_operation_duration_seconds";function Fn(e){let t=e.filter(s=>s.labels.mcp_method_name==="tools/call"),n=t.filter(s=>s.name===`${qr}_count`),o=new Map;for(let s of t.filter(i=>i.name===`${qr}_bucket`)){let i=s.labels.le==="+Inf"?1/0:Number(s.labels.le);o.set(i,(o.get(i)??0)+s.value)}let r=s=>s.reduce((i,l)=>i+l.value,0);return{total:r(n),failed:r(n.filter(s=>s.labels.error_type)),buckets:[...o].sort(([s],[i])=>s-i)}}function Fr(e,t){let n=new Map(t);return e.map(([o,r])=>[o,Math.max(0,r-(n.get(o)??0))])}function Ot(e,t){let n=e.at(-1)?.[1]??0;if(!n)return NaN;let o=e.find(([,r])=>r>=t*n);return o[0]!==1/0?o[0]:e.at(-2)?.[0]??NaN}function Hr(e){return{connections:e.filter(n=>n.name==="ensemble_connections").map(n=>[n.labels.network_protocol_name,n.value]),subscriptions:e.find(n=>n.name==="ensemble_subscriptions")?.value??0,refused:e.filter(n=>n.name==="ensemble_refused_total").map(n=>[n.labels.reason,n.value])}}function Li(e,t,n,o=Math.max(...e,0)){if(e.length<2)return"";let r=t/(e.length-1),s=i=>o>0?n-i/o*(n-2)-1:n-1;return e.map((i,l)=>`${l?"L":"M"}${(l*r).toFixed(1)} ${s(i).toFixed(1)}`).join("")}function Hn({values:e,label:t,width:n=320,height:o=56}){let r=Li(e,n,o);return a`<svg class="chart" viewBox=${`0 0 ${n} ${o}`} preserveAspectRatio="none" role="img" aria-label=${t}>
    ${r&&a`<path class="chart-area" d=${`${r}L${n} ${o}L0 ${o}Z`} />`}
    ${r&&a`<path class="chart-line" d=${r} />`}
  </svg>`}var Jr=5e3,Ur=60;function zr(){let t=S(()=>m.read("/mcp/house","ensemble://status"),[V.value]).value,n=t&&a`Version ${t.version}, up for ${_t(t.uptime_seconds)}, process ${t.pid}.`;return a`<${W} title="Overview">${n||"What runs here, and what it did last."}<//>
    <div class="grid">
      <${Ri} />
      <${Di} />
      <${Bi} listeners=${t?.listeners} />
      <${Fi} journal=${t?.journal} />
      <${Hi} />
    </div>`}function Ri(){return a`<${v} title="Services" class="wide">
    <ul class="services">
      ${te.value.map(e=>a`<li key=${e.name}>
        <div><span class=${`service ${e.name}`}>${e.name}</span> <span class="dim">${e.about.description}</span></div>
        <div class="services-state">
          ${e.tools.length?a`<a href=${C("playground",e.name)}>${E(e.tools.length,"tool")}</a>`:a`<span class="dim">no tools</span>`}
          <${w} tone=${e.ready?"good":"bad"}>${e.ready?"ready":"not ready"}<//>
        </div>
        ${e.reason&&a`<div class="hint">${e.reason}</div>`}
      </li>`)}
    </ul>
  <//>`}function Di(){let{now:e,rates:t,slow:n}=qi(),o=e&&Fn(e),r=e&&Hr(e),s=t.at(-1)??0,i=`Tool calls a minute over the last ${Math.round(t.length*Jr/6e4)} minutes, now ${s.toFixed(0)}`;return a`<${v} title="Calls">
    <p class="figure"><strong>${s.toFixed(0)}</strong> <span class="dim">tool calls a minute</span></p>
    ${t.length>1&&a`<${Hn} values=${t} label=${i} />`}
    ${n.length>1&&a`<p class="dim">95 % answered within <strong>${le(n.at(-1))}</strong></p>
      <${Hn} values=${n} label=${`The time within which 95 % of the calls were answered, now ${le(n.at(-1))}`} height=${36} />`}
    ${o&&a`<${oe} rows=${[["Since the start",`${j(o.total)}, ${j(o.failed)} failed`],["Half within",le(Ot(o.buckets,.5))],["95 % within",le(Ot(o.buckets,.95))],["Connections",Wi(r.connections)],["Subscriptions",j(r.subscriptions)],["Turned away",r.refused.map(([l,c])=>`${j(c)} for ${l}`).join(", ")]]} />`}
  <//>`}function Wi(e){let t=e.filter(([,n])=>n>0);return t.length?t.map(([n,o])=>`${j(o)} ${n}`).join(", "):"none held open"}function qi(){let e=h({now:null,rates:[],slow:[],last:null});return I(()=>{let t=async()=>{if(document.visibilityState!=="visible"||T.peek()!=="live")return;let o=Br(await dn("/metrics").catch(()=>""));if(!o.length)return;let{rates:r,slow:s,last:i}=e.peek(),l={at:performance.now(),...Fn(o)},c=i&&(l.total-i.total)*6e4/(l.at-i.at),f=c===null?r:[...r,Math.max(0,c)].slice(-Ur),u=i&&Ot(Fr(l.buckets,i.buckets),.95),d=Number.isFinite(u)&&u!==null?[...s,u].slice(-Ur):s;e.value={now:o,rates:f,slow:d,last:l}};t();let n=setInterval(t,Jr);return()=>clearInterval(n)},[T.value==="live"]),e.value}function Bi({listeners:e}){return a`<${v} title="Listens on">
    <${oe} rows=${[["HTTP",e?.http&&a`<code>${e.http}</code>`],["WebSocket",e?.http&&a`<code>${`ws://${e.http}/mcp`}</code>`],["TCP",e?.tcp&&a`<code>${e.tcp}</code>`],["Unix socket",e?.unix&&a`<code>${e.unix}</code>`],["Standard input",e?.stdio&&"yes"]]} />
    <p><a href=${C("setup")}>Connect a client</a></p>
  <//>`}function Fi({journal:e}){return a`<${v} title="Journal" aside=${a`<${Nt} />`}>
    <p class="figure"><strong>${j(V.value)}</strong> <span class="dim">${V.value===1?"event":"events"}</span></p>
    <${Et} />
    ${e&&a`<${oe} rows=${[["Head",a`<span class="hash"><code title=${e.hash}>${ce(e.hash,16)}…</code><${Te} text=${e.hash} /></span>`],["On disk",gt(e.file_bytes)],["Archived up to",e.archived_up_to?`#${j(e.archived_up_to)}`:""],["Failed commits",e.failed_commits||""]]} />`}
  <//>`}function Hi(){let e=Ee.value.slice(-12).reverse();return a`<${v} title="Just now" class="wide" aside=${a`<a href=${C("journal")}>The whole journal</a>`}>
    ${Re.value&&a`<${M} title="This server keeps no journal for us">It runs without the house's own service.<//>`}
    ${!Re.value&&!e.length&&a`<${M} title="Nothing has happened yet" />`}
    <ol class="recent">
      ${e.map(t=>a`<li key=${t.seq}>
        <a href=${C("journal",t.seq)}><${Tt} event=${t} /></a>
      </li>`)}
    </ol>
  <//>`}function Gr(e){let t=new Set(e?.required??[]);return Object.entries(e?.properties??{}).map(([o,r])=>{let s=jt(r,e);return{name:o,required:t.has(o),hint:s.description??r.description??"",fallback:s.default??r.default,...Ui(s,e)}}).sort((o,r)=>Number(r.required)-Number(o.required))}function jt(e,t,n=0){if(e===!0||e===void 0||n>8)return{};if(e.$ref?.startsWith("#/")){let r=e.$ref.slice(2).split("/").reduce((s,i)=>s?.[i],t);return{...jt(r,t,n+1),...Un(e,"$ref")}}let o=(e.anyOf??e.oneOf??[]).filter(r=>r.type!=="null");return o.length===1?{...jt(o[0],t,n+1),...Un(e,"anyOf","oneOf")}:o.length&&o.every(r=>"const"in r)?{...Un(e,"anyOf","oneOf"),enum:o.map(r=>r.const)}:e}function Un(e,...t){return Object.fromEntries(Object.entries(e).filter(([n])=>!t.includes(n)))}function Ui(e,t){let n=[e.type].flat().filter(i=>i&&i!=="null"),[o]=n.length===1?n:[],r=e.enum?.filter(i=>i!==null);if(r)return{control:"choice",choices:r};if(o==="boolean")return{control:"choice",choices:[!0,!1]};if(o==="integer"||o==="number")return{control:"number",whole:o==="integer",minimum:e.minimum,maximum:e.maximum};if(o==="string")return{control:"text"};let s=o==="array"&&jt(e.items,t);return s&&s.type==="string"&&!s.enum?{control:"lines"}:{control:"json"}}var Vr="";function Kr(e,t){let n={};for(let o of e){let r=t[o.name]??Vr;if(r===Vr){o.required&&o.control==="text"&&(n[o.name]="");continue}n[o.name]=Ji(o,r)}return n}function Ji(e,t){switch(e.control){case"choice":return e.choices.find(n=>String(n)===t);case"number":{let n=Number(t);if(!Number.isFinite(n))throw new Error(`\`${e.name}\` is not a number`);return n}case"lines":return t.split(`
`).filter(n=>n.trim()!=="");case"json":try{return JSON.parse(t)}catch(n){throw new Error(`\`${e.name}\` is not JSON: ${n.message}`)}default:return t}}function Qr({fields:e,typed:t,change:n,id:o}){return e.length?e.map(r=>a`<${H} key=${r.name} id=${`${o}-${r.name}`} required=${r.required}
      label=${a`<code>${r.name}</code>`} hint=${zi(r)}>
    <${Vi} field=${r} id=${`${o}-${r.name}`} text=${t[r.name]??""}
      change=${s=>n(r.name,s.currentTarget.value)} />
  <//>`):a`<p class="dim">This tool takes no arguments.</p>`}function zi(e){let t=[];e.control==="lines"&&t.push("one a line"),e.control==="json"&&t.push("as JSON"),e.fallback!==void 0&&e.fallback!==null&&t.push(`${JSON.stringify(e.fallback)} if left empty`);let n=t.length?`(${t.join(", ")})`:"";return`${e.hint} ${n}`.trim()}function Vi({field:e,id:t,text:n,change:o}){let r={id:t,"aria-describedby":`${t}-hint`,value:n,onInput:o};if(e.control==="choice")return a`<select ...${r}>
      <option value="">${e.required?"choose":"left empty"}</option>
      ${e.choices.map(l=>a`<option key=${l} value=${String(l)}>${String(l)}</option>`)}
    </select>`;if(e.control==="number"){let l=e.whole?1:"any";return a`<input type="number" step=${l} min=${e.minimum} max=${e.maximum} ...${r} />`}let s=e.control==="text"?1:3,i=e.control==="json";return a`<textarea rows=${s} spellcheck=${!i} class=${i?"mono":""} ...${r}></textarea>`}var Yr=`{
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
`;var Zr=`{
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
`;var Xr=`[mcp_servers.ensemble]
http_headers = { Authorization = "Bearer ens_secret" }
url = "http://127.0.0.1:7420/mcp"
`;var es=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "url": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var ts=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "httpUrl": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var ns=`extensions:
  ensemble:
    description: "Actors, coding jobs, cited answers and proofs"
    enabled: true
    headers:
      Authorization: "Bearer ens_secret"
    name: "ensemble"
    timeout: 300
    type: "streamable_http"
    uri: "http://127.0.0.1:7420/mcp"
`;var os=`{
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
`;var rs=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "serverUrl": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var ss=`{
  "context_servers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "url": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var ol="http://127.0.0.1:7420/mcp",rl="ens_secret",At="YOUR-TOKEN",It=[{name:"claude-code",title:"Claude Code",file:"~/.claude.json",sample:Yr},{name:"claude-desktop",title:"Claude Desktop",file:"claude_desktop_config.json",sample:Zr},{name:"cursor",title:"Cursor",file:"~/.cursor/mcp.json",sample:es},{name:"vscode",title:"VS Code",file:"mcp.json of the user",sample:os},{name:"codex",title:"Codex",file:"~/.codex/config.toml",sample:Xr},{name:"gemini",title:"Gemini CLI",file:"~/.gemini/settings.json",sample:ts},{name:"zed",title:"Zed",file:"settings.json",sample:ss},{name:"goose",title:"Goose",file:"config.yaml",sample:ns},{name:"windsurf",title:"Windsurf",file:"~/.codeium/windsurf/mcp_config.json",sample:rs}];function as(e,t,n=At){return e.replaceAll(ol,t).replaceAll(rl,n).trimEnd()}function is(e,t){let n={Authorization:`Bearer ${At}`};return JSON.stringify({mcpServers:{[e]:{type:"http",url:t,headers:n}}},null,2)}function ls(e,t,n){let s=JSON.stringify({jsonrpc:"2.0",id:1,method:"tools/call",params:{name:t,arguments:n,_meta:{"io.modelcontextprotocol/protocolVersion":Ve,"io.modelcontextprotocol/clientCapabilities":{}}}});return[`curl ${e}`,'-H "Authorization: Bearer $ENSEMBLE_TOKEN"',"-H 'Content-Type: application/json'","-H 'Accept: application/json, text/event-stream'",`-H 'MCP-Protocol-Version: ${Ve}'`,"-H 'Mcp-Method: tools/call'",`-H 'Mcp-Name: ${t}'`,`-d '${s.replaceAll("'","'\\''")}'`].join(` \\
  `)}function cs(){let[,e,t]=ne.value,n=Ho.value.find(o=>o.service.name===e&&o.tool.name===t);return a`<${W} title="Playground">Any tool of any service, with the request it makes and the answer it gives.<//>
    <div class="split narrow-left">
      <${sl} serviceName=${e} toolName=${t} />
      ${n?a`<${al} key=${`${e}/${t}`} service=${n.service} tool=${n.tool} />`:a`<${v}><${M} title=${t&&Qe.value?`There is no tool ${t} here`:"Choose a tool"} /><//>`}
    </div>`}function sl({serviceName:e,toolName:t}){let n=h(""),o=n.value.trim().toLowerCase(),r=i=>!o||`${i.name} ${i.description}`.toLowerCase().includes(o),s=te.value.map(i=>({service:i,list:i.tools.filter(r)})).filter(({list:i})=>i.length);return a`<${v} class="choice">
    <label class="search"><span class="hidden">Find a tool</span>
      <input type="search" placeholder="Find a tool" data-search value=${n.value}
        onInput=${i=>n.value=i.currentTarget.value} />
    </label>
    ${!s.length&&a`<p class="dim">No tool matches.</p>`}
    ${s.map(({service:i,list:l})=>a`<details key=${i.name} open=${!!o||!e||i.name===e}>
      <summary><span class=${`service ${i.name}`}>${i.name}</span> <span class="dim">${l.length}</span></summary>
      <ul>${l.map(c=>a`<li key=${c.name}>
        <a href=${C("playground",i.name,c.name)} aria-current=${i.name===e&&c.name===t?"true":void 0}>${c.name}</a>
      </li>`)}</ul>
    </details>`)}
  <//>`}function al({service:e,tool:t}){let n=ee(()=>Gr(t.inputSchema),[t]),o=h({}),r=h(null),{args:s,wrong:i}=il(n,o.value,r.value),l=b(async()=>{let u=performance.now(),d={name:t.name,arguments:s};return{result:await m.request(e.endpoint,"tools/call",d),seconds:(performance.now()-u)/1e3}});I(()=>l.clear(),[t.name]);let c=u=>{u.preventDefault(),i||l.run()},f=u=>(u.ctrlKey||u.metaKey)&&u.key==="Enter"&&c(u);return a`<div class="stack">
    <${v} title=${t.name} aside=${a`<${ll} tool=${t} />`}>
      <p>${t.description}</p>
      <form onSubmit=${c} onKeyDown=${f}>
        ${r.value===null?a`<${Qr} id="arg" fields=${n} typed=${o.value} change=${(u,d)=>o.value={...o.value,[u]:d}} />`:a`<label class="field">Arguments as JSON
              <textarea class="mono" rows="8" spellcheck="false" value=${r.value} onInput=${u=>r.value=u.currentTarget.value}></textarea>
            </label>`}
        ${i&&a`<${D} tone="warn">${i.message}<//>`}
        <div class="actions">
          <button class="primary" disabled=${l.busy||!!i}>${l.busy?"Running":"Run"}</button>
          <button type="button" class="quiet" onClick=${()=>r.value=r.value===null?JSON.stringify(s??{},null,2):null}>
            ${r.value===null?"Type JSON instead":"Use the form"}
          </button>
        </div>
      </form>
    <//>
    <${cl} call=${l} />
    <${ul} service=${e} tool=${t} args=${s??{}} />
  </div>`}function il(e,t,n){try{return{args:n===null?Kr(e,t):JSON.parse(n)}}catch(o){return{wrong:o}}}function ll({tool:e}){let t=e.annotations??{};return t.readOnlyHint?a`<${w} tone="good">reads<//>`:t.destructiveHint?a`<${w} tone="bad">destroys<//>`:a`<${w} tone="warn">changes<//>`}function cl({call:e}){if(e.error)return a`<${_} error=${e.error} />`;if(!e.value)return null;let{result:t,seconds:n}=e.value,o=t.structuredContent??t.content,r=t.isError?"bad":"good";return a`<${v} title="Answer" aside=${a`<${w} tone=${r}>${t.isError?"error":"ok"}<//> <span class="dim">${le(n)}</span> <${Te} text=${()=>JSON.stringify(o,null,2)} />`}>
    <div aria-live="polite">
      ${t.isError?a`<${_} error=${t._meta?.["ensemble/error"]??{message:t.content?.[0]?.text}} />`:a`<${ue} value=${o} open=${3} />`}
    </div>
  <//>`}function ul({service:e,tool:t,args:n}){let o=`${location.origin}${e.endpoint}`;return a`<${v} title="The same from elsewhere">
    <h3>On the command line</h3>
    <${F} label="ensemble call" text=${`ensemble call ${t.name} '${JSON.stringify(n).replaceAll("'","'\\''")}'`} />
    <h3>As curl</h3>
    <${F} label="curl" text=${ls(o,t.name,n)} />
    <h3>As a client's configuration</h3>
    <${F} label="client configuration" text=${is(e.name,o)} />
  <//>`}function Jn(e,t=1/0){let n=0,o=[...e];for(;o.length&&n<t;)n+=1,o.push(...o.pop().children??[]);return n}var us=40,fs=50;function ps({nodes:e}){let t=Jn(e,us+1)<=us;return a`<div class="proof">
    <p class="hint">${E(Jn(e),"step")}</p>
    <${ds} nodes=${e} open=${t?1/0:1} />
  </div>`}function ds({nodes:e,open:t}){let n=h(fs);return a`<ul>
    ${e.slice(0,n.value).map((o,r)=>a`<li key=${r}><${fl} node=${o} open=${t} /></li>`)}
    ${e.length>n.value&&a`<li><button type="button" class="link" onClick=${()=>n.value+=fs}>
      ${e.length-n.value} more
    </button></li>`}
  </ul>`}function fl({node:e,open:t}){let n=h(t>0),o=a`<code>${e.goal}</code> ${e.origin&&a`<span class="because">because <q>${e.origin.statement}</q></span>`}`;return e.children?.length?a`<details open=${n.value} onToggle=${r=>n.value=r.currentTarget.open}>
    <summary>${o}</summary>
    ${n.value&&a`<${ds} nodes=${e.children} open=${t-1} />`}
  </details>`:a`<div class="leaf">${o}</div>`}var pl={yes:"good",no:"bad",unknown:"warn",answers:"accent"};function ms({id:e}){let t=h(""),n=b(async r=>{let i={sessionId:e,naturalLanguageQuestion:r,queryOptions:{trace:!0}};return{question:r,...await m.call("/mcp/reasoner","session_query",i)}});return a`<${v} title="Ask">
    <form class="line" onSubmit=${r=>{r.preventDefault(),t.value.trim()&&n.run(t.value.trim())}}>
      <label class="hidden" for="question">Question</label>
      <input id="question" autocomplete="off" placeholder="Is Socrates mortal?" value=${t.value}
        onInput=${r=>t.value=r.currentTarget.value} />
      <button class="primary" disabled=${n.busy}>${n.busy?"Thinking":"Ask"}</button>
    </form>
    <${_} error=${n.error} />
    <div aria-live="polite">${n.value&&a`<${dl} reply=${n.value} />`}</div>
  <//>`}function dl({reply:e}){let t=e.debugInfo?.proof??[];return a`<div class="answer">
    <p class="answer-text"><${w} tone=${pl[e.verdict]??"plain"}>${e.verdict}<//> ${e.answer}</p>
    ${e.evidence?.length>0&&a`<h3>It rests on</h3>
      <ol class="evidence">${e.evidence.map((n,o)=>a`<li key=${o}><${ml} source=${n} /></li>`)}</ol>`}
    ${e.missing?.length>0&&a`<h3>It would be so if any of these were known</h3>
      <ul class="evidence">${e.missing.map((n,o)=>a`<li key=${o}>${n.join(" and ")}</li>`)}</ul>`}
    ${e.conflict?.length>0&&a`<h3>These cannot hold together</h3>
      <ul class="evidence">${e.conflict.map(n=>a`<li key=${n}>${n}</li>`)}</ul>`}
    ${t.length>0&&a`<h3>The proof</h3><${ps} nodes=${t} />`}
    ${e.explanation&&!t.length&&a`<h3>Step by step</h3><p class="pre">${e.explanation}</p>`}
    ${e.debugInfo?.prologQuery&&a`<p class="hint">Asked as <code>${e.debugInfo.prologQuery}</code>${e.decidedBy&&`, decided by ${e.decidedBy}`}</p>`}
  </div>`}function ml({source:e}){let t=e.label!==void 0&&e.label!==null?`statement ${e.label}${e.author?` of ${e.author}`:""}`:e.ontology&&`ontology ${e.ontology}`;return a`<q>${e.statement}</q> ${t&&a`<span class="dim">${t}</span>`}`}function $l(e){let t=[],n=0,o="";for(let r=0;r<e.length;r+=1){let s=e[r];if(o)s==="\\"?r+=1:s===o&&(o="");else if(s==="'"||s==='"'||s==="`")o=s;else if(s==="%"){let i=e.indexOf(`
`,r);r=i<0?e.length:i}else if(s==="."&&(r+1===e.length||/\s/.test(e[r+1]))){let i=e.slice(n,r).trim();i&&t.push(i),n=r+1}}return t}function zn(e,t){let n=[],o=0,r="",s=0;for(let i=0;i<e.length;i+=1){let l=e[i];r?l==="\\"?i+=1:l===r&&(r=""):l==="'"||l==='"'?r=l:"([{".includes(l)?o+=1:")]}".includes(l)?o-=1:o===0&&e.startsWith(t,i)&&(n.push(e.slice(s,i)),s=i+t.length,i=s-1)}return n.push(e.slice(s)),n.map(i=>i.trim())}var hl=/^('(?:[^'\\]|\\.)*'|[a-z]\w*)(\(([^]*)\))?$/,vl=/^(\\\+|not)\s*\(?/;function $s(e){let t=e.trim(),n=vl.test(t)&&!/^not\w/.test(t);n&&(t=t.replace(/^(\\\+|not)\s*/,""),t.startsWith("(")&&t.endsWith(")")&&(t=t.slice(1,-1).trim()));let o=hl.exec(t);if(!o)return null;let r=o[3]===void 0?0:zn(o[3],",").length;return{name:`${o[1]}/${r}`,denied:n}}function hs(e,t=300){let n=new Map,o=new Map,r=i=>(!n.has(i)&&n.size<t&&n.set(i,{name:i,clauses:[],facts:0}),n.get(i)),s=0;for(let i of $l(e)){let[l,c]=zn(i,":-"),f=$s(l),u=f&&r(f.name);if(!u){s+=1;continue}u.clauses.push(`${i}.`),c===void 0&&(u.facts+=1);for(let d of c===void 0?[]:zn(c,",").map($s)){if(!d||!r(d.name))continue;let $=`${d.name} ${f.name} ${d.denied}`;o.set($,{from:d.name,to:f.name,denied:d.denied})}}return{nodes:[...n.values()],edges:[...o.values()],left:s}}function vs({nodes:e,edges:t}){let n=new Map(e.map(({name:s})=>[s,0]));for(let s=0;s<Math.min(e.length,60);s+=1){let i=!1;for(let{from:l,to:c}of t){let f=n.get(l)+1;l!==c&&n.get(c)<f&&f<e.length&&(n.set(c,f),i=!0)}if(!i)break}let o=[...new Set(n.values())].sort((s,i)=>s-i),r=new Map;return e.map(s=>{let i=o.indexOf(n.get(s.name)),l=r.get(i)??0;return r.set(i,l+1),{...s,column:i,row:l}})}var Pt=200,Lt=44,Mt={width:150,height:28},_l=300;function _s({session:e}){let t=h(""),n=ee(()=>hs(e.facts??"",_l),[e.facts]),o=ee(()=>vs(n),[n]);if(!o.length)return null;let r=new Map(o.map(f=>[f.name,f])),s=(Math.max(...o.map(f=>f.column))+1)*Pt,i=(Math.max(...o.map(f=>f.row))+1)*Lt,l=r.get(t.value),c=a`<span class="dim">${E(o.length,"predicate")}, ${E(n.edges.length,"line")}</span>`;return a`<${v} title="What rests on what" aside=${c}>
    <div class="graph" tabindex="0" role="region" aria-label="Graph of the knowledge base">
      <svg width=${s} height=${i} viewBox=${`0 0 ${s} ${i}`} aria-label="Predicates and the lines between them" role="group">
        ${n.edges.map(f=>a`<${bl} key=${`${f.from} ${f.to} ${f.denied}`} edge=${f} at=${r} chosen=${t.value} />`)}
        ${o.map(f=>a`<${gl} key=${f.name} node=${f} isChosen=${f.name===t.value} choose=${()=>t.value=f.name} />`)}
      </svg>
    </div>
    ${n.left>0&&a`<p class="hint">${E(n.left,"clause")} not in the picture.</p>`}
    <div aria-live="polite">${l&&a`<h3>${l.name}</h3>
      <ul class="evidence">${l.clauses.slice(0,50).map((f,u)=>a`<li key=${u}><code>${f}</code></li>`)}</ul>
      ${!l.clauses.length&&a`<p class="dim">Nothing is known of it; others rest on it.</p>`}
      ${l.clauses.length>50&&a`<p class="hint">${E(l.clauses.length-50,"more clause")} among the clauses above.</p>`}`}</div>
  <//>`}function gl({node:e,isChosen:t,choose:n}){let[o,r]=[e.column*Pt+10,e.row*Lt+8],s=l=>{l.key!=="Enter"&&l.key!==" "||(l.preventDefault(),n())},i=e.name.length>20?`${e.name.slice(0,19)}…`:e.name;return a`<g class=${`node ${e.clauses.length?"":"unknown"}`} role="button" tabindex="0" aria-pressed=${t}
      aria-label=${`${e.name}, ${E(e.clauses.length,"clause")}`} onClick=${n} onKeyDown=${s}>
    <rect x=${o} y=${r} width=${Mt.width} height=${Mt.height} rx="7" />
    <text x=${o+Mt.width/2} y=${r+19} text-anchor="middle">${i}</text>
  </g>`}function bl({edge:e,at:t,chosen:n}){let[o,r]=[t.get(e.from),t.get(e.to)];if(!o||!r)return null;let[s,i]=[o.column*Pt+10+Mt.width,o.row*Lt+22],[l,c]=[r.column*Pt+10,r.row*Lt+22],f=n&&(e.from===n||e.to===n),u=l>s?(l-s)/2:40;return a`<path class=${`edge ${e.denied?"denied":""} ${f?"near":""}`} d=${`M${s} ${i}C${s+u} ${i} ${l-u} ${c} ${l} ${c}`} />`}var gs="/mcp/reasoner",bs=200;function ys({session:e}){let t=L("reasoner","session_history"),n=S(()=>t?m.call(gs,"session_history",{sessionId:e.id,from:Math.max(0,(e.version??0)-bs),limit:bs}):null,[e.id,e.version]),o=b(async s=>{let i=await m.call(gs,"session_fork",{sessionId:e.id,asOf:s});Z("reasoning",i.data.id)});if(!t)return null;let r=[...n.value?.changes??[]].reverse();return a`<${v} title="How it came to this">
    <${_} error=${n.error??o.error} />
    ${!r.length&&a`<p class="dim">No change yet.</p>`}
    <ol class="changes">${r.map(s=>a`<li key=${s.version}>
      <div><${w}>${s.version}<//> <strong>${s.action}</strong> <span class="dim">${s.author}, ${G(s.at)}</span></div>
      <ul>
        ${s.added.map(i=>a`<li key=${`a${i.label}`} class="added"><span class="hidden">added</span>${i.text}</li>`)}
        ${s.removed.map(i=>a`<li key=${`r${i.label}`} class="removed"><span class="hidden">taken back</span>${i.text}</li>`)}
      </ul>
      ${L("reasoner","session_fork")&&a`<button type="button" class="quiet" disabled=${o.busy}
        aria-label=${`Fork here, at version ${s.version}`} onClick=${()=>o.run(s.version)}>Fork here</button>`}
    </li>`)}</ol>
  <//>`}var ws="/mcp/reasoner";function ks({session:e}){return a`<${v} title="What it knows" aside=${a`<span class="dim">version ${e.version??0}</span>`}>
    <${yl} id=${e.id} />
    <${kl} session=${e} />
    ${e.facts&&a`<details class="more"><summary>All of it as clauses</summary><${F} label="Clauses" text=${e.facts} /></details>`}
  <//>`}function yl({id:e}){let t=h(""),n=b(async s=>{let i=await m.call(ws,"session_assert",{sessionId:e,naturalLanguageText:s});return t.value="",i}),o=s=>{s.preventDefault(),t.value.trim()&&n.run(t.value)};return a`<form class="line" onSubmit=${o} onKeyDown=${s=>(s.ctrlKey||s.metaKey)&&s.key==="Enter"&&o(s)}>
      <label class="hidden" for="tell">Tell it</label>
      <textarea id="tell" rows="1" placeholder="Every man is mortal. Socrates is a man." value=${t.value}
        onInput=${s=>t.value=s.currentTarget.value}></textarea>
      <button disabled=${n.busy}>${n.busy?"Reading":"Tell it"}</button>
    </form>
    <${_} error=${n.error} />
    <div aria-live="polite">${n.value&&a`<${wl} told=${n.value} />`}</div>`}function wl({told:e}){let t=e.addedFacts??[];return a`<${D} tone=${e.success?"good":"warn"} title=${e.message}>
    ${t.length>0&&a`<ul>${t.map(n=>a`<li key=${n}><code>${n}</code></li>`)}</ul>`}
    ${e.contradictions?.length>0&&a`<p>${E(e.contradictions.length,"contradiction")} with what was known.</p>`}
  <//>`}function kl({session:e}){let t=b(o=>m.call(ws,"session_retract",{sessionId:e.id,labels:[o]})),n=e.statements??[];return n.length?a`<${_} error=${t.error} />
    <div class="statements-head"><h3>As it was told</h3><h3>What it became</h3></div>
    <ol class="statements">${n.map(o=>a`<li key=${o.label}>
      <${w}>${o.label}<//>
      <div><div>${o.text}</div><div class="hint">${o.author}, ${re(o.at)}</div></div>
      <div class="became">${o.clauses?.map((r,s)=>a`<code key=${s}>${r}</code>`)}</div>
      ${L("reasoner","session_retract")&&a`<button type="button" class="quiet" disabled=${t.busy}
        aria-label=${`Take back statement ${o.label}`} onClick=${()=>t.run(o.label)}>Take back</button>`}
    </li>`)}</ol>`:a`<${M} title="Nothing yet">Tell it something above.<//>`}var Vn="/mcp/reasoner",xl=["session_create","session_get","session_assert","session_query"];function xs(){return a`<${fe} title="Reasoning" name="reasoner" tools=${xl}><${Sl} /><//>`}function Sl(){let e=ne.value[1],t=se("reasoner"),n=S(()=>m.read(Vn,"reasoner://sessions"),[t]),o=S(async()=>e?(await m.call(Vn,"session_get",{sessionId:e})).data:null,[e,t]),r=o.value?.id===e?o.value:null;return a`<${W} title="Reasoning">Facts and rules in English or Prolog; answers with the statements they rest on.<//>
    <div class="split narrow-left">
      <${Cl} list=${n.value??[]} error=${n.error} current=${e} />
      <div class="stack">
        ${!e&&a`<${v}><${M} title="Choose a session, or make one">A session holds what it was told, and every change of it.<//><//>`}
        ${e&&a`<${_} error=${o.error} />`}
        ${r&&a`<${ms} key=${`ask-${e}`} id=${e} />
          <${ks} key=${`kb-${e}`} session=${r} />
          <${_s} key=${`graph-${e}`} session=${r} />
          <${ys} key=${`past-${e}`} session=${r} />`}
      </div>
    </div>`}function Cl({list:e,error:t,current:n}){let o=h(""),r=b(async()=>{let i=o.value.trim(),l=await m.call(Vn,"session_create",i?{sessionId:i}:{});o.value="",Z("reasoning",l.data.id)}),s=i=>{i.preventDefault(),r.run()};return a`<${v} title="Sessions" class="choice">
    <${_} error=${t} />
    <ul>${e.map(i=>a`<li key=${i.id}>
      <a href=${C("reasoning",i.id)} aria-current=${i.id===n?"true":void 0}>${i.id}</a>
    </li>`)}</ul>
    ${!e.length&&a`<p class="dim">None yet.</p>`}
    <form onSubmit=${s}>
      <${H} label="New session" id="session-name" hint="A name, or nothing for one that is made up.">
        <input id="session-name" data-search autocomplete="off" spellcheck="false" aria-describedby="session-name-hint"
          value=${o.value} onInput=${i=>o.value=i.currentTarget.value} />
      <//>
      <button disabled=${r.busy}>Make it</button>
    </form>
    <${_} error=${r.error} />
  <//>`}var Tl={ok:"good",warn:"warn",fail:"bad"},Nl={ok:"well",warn:"look",fail:"broken"};function Ss(){let e=b(()=>m.call("/mcp/house","run_doctor")),t=L("house","run_doctor"),n=t&&a`<button type="button" disabled=${e.busy} onClick=${e.run}>${e.busy?"Looking":"Look now"}</button>`;return a`<${v} title="Doctor" class="wide" aside=${n}>
    <p>Looks at the files, the store, the tokens, the clients and the running server, and says how to mend what it finds.</p>
    <${_} error=${e.error} />
    <div aria-live="polite">${e.value&&a`<${El} checks=${e.value.checks} />`}</div>
    ${!e.value&&!e.busy&&t&&a`<${M} title="Not asked yet" />`}
    <h3>The same on the command line</h3>
    <${F} label="doctor" text="ensemble doctor" />
    <${F} label="settings" text="ensemble config show --origin" />
  <//>`}function El({checks:e}){let t=["fail","warn","ok"],n=[...e].sort((o,r)=>t.indexOf(o.verdict)-t.indexOf(r.verdict));return a`<ul class="checks">${n.map(o=>a`<li key=${o.name}>
    <${w} tone=${Tl[o.verdict]??"plain"}>${Nl[o.verdict]??o.verdict}<//>
    <div><strong>${o.name}</strong> <span class="dim"><${_e} text=${o.message} /></span>
      ${o.fix&&a`<div class="hint"><${_e} text=${o.fix} /></div>`}</div>
  </li>`)}</ul>`}var Gn="/mcp/house",Ol=[["","never"],["1d","in a day"],["30d","in 30 days"],["365d","in a year"]];function Cs(){let e=se("house",i=>i.kind.startsWith("token.")),t=L("house","list_tokens"),n=S(()=>t?m.call(Gn,"list_tokens"):null,[t,e]),o=b(async i=>{await m.call(Gn,"revoke_token",{name:i}),n.reload()}),r=n.value?.tokens??[],s=n.error?.code==="INSUFFICIENT_SCOPE";return a`<${v} title="Tokens">
    <p>Each client can have a token of its own that may do less, and can be taken back.</p>
    ${s&&a`<p class="hint">Only a token with the scope <code>admin</code> sees the others; this tab's may not.</p>`}
    <${_} error=${!s&&n.error||o.error} />
    ${r.length>0&&a`<ul class="tokens">${r.map(i=>a`<li key=${i.name}>
      <div><strong>${i.name}</strong> ${i.scopes.map(l=>a`<${w} key=${l}>${l}<//> `)}
        <div class="hint">made ${re(i.created_at)}, ${jl(i)}</div></div>
      <button type="button" class="danger" disabled=${o.busy} aria-label=${`Revoke ${i.name}`} onClick=${()=>o.run(i.name)}>Revoke</button>
    </li>`)}</ul>`}
    ${n.value&&a`<${Al} scopes=${n.value.scopes} made=${n.reload} />`}
    ${!n.value&&a`<${F} label="make a token" text="ensemble token new phone --scope read --scope jobs:approve" />`}
    ${z.value&&a`<div class="actions below"><button type="button" class="quiet" onClick=${Lo}>Sign out of this tab</button></div>`}
  <//>`}function jl({expires_at:e,expired:t}){return e?`${t?"ended":"ends"} ${G(e)}`:"never ends"}function Al({scopes:e,made:t}){let n=h({name:"",scopes:["read","jobs:approve"],expires:""}),o=b(async()=>{let{name:l,expires:c,scopes:f}=n.value,u=await m.call(Gn,"make_token",{name:l.trim(),scopes:f,...c&&{expires:c}});return n.value={...n.value,name:""},t(),u}),r=l=>n.value={...n.value,...l},s=l=>{let c=n.value.scopes.includes(l);r({scopes:c?n.value.scopes.filter(f=>f!==l):[...n.value.scopes,l]})};return a`<form onSubmit=${l=>{l.preventDefault(),o.run()}}>
    <${H} label="New token" id="token-name" hint="Who or what will use it.">
      <input id="token-name" autocomplete="off" spellcheck="false" placeholder="phone" aria-describedby="token-name-hint"
        value=${n.value.name} onInput=${l=>r({name:l.currentTarget.value})} /><//>
    <div class="chips" role="group" aria-label="What it may do">${e.map(l=>a`<button type="button" key=${l}
      aria-pressed=${n.value.scopes.includes(l)} onClick=${()=>s(l)}>${l}</button>`)}</div>
    <div class="line-of">
      <label for="token-ends">It ends</label>
      <select id="token-ends" value=${n.value.expires} onChange=${l=>r({expires:l.currentTarget.value})}>
        ${Ol.map(([l,c])=>a`<option key=${l} value=${l}>${c}</option>`)}
      </select>
      <button disabled=${o.busy||!n.value.name.trim()||!n.value.scopes.length}>Make it</button>
    </div>
    <${_} error=${o.error} />
    <div aria-live="polite">${o.value&&a`<${Il} made=${o.value} />`}</div>
  </form>`}function Il({made:e}){let t=`${location.origin}/#token=${encodeURIComponent(e.token)}`;return a`<${D} tone="good" title=${`The secret of ${e.name}, shown this once`}>
    <${F} label=${`secret of ${e.name}`} text=${e.token} />
    <p>This link opens the console with it:</p>
    <${F} label=${`link for ${e.name}`} text=${t} />
  <//>`}function Ts(){let e=h(It[0].name),t=It.find(n=>n.name===e.value);return a`<${W} title="Setup">Connect a client in one command, or copy what belongs into its file.<//>
    <div class="grid top">
      <${v} title="Connect a client" class="wide">
        <div class="chips" role="group" aria-label="Client">
          ${It.map(n=>a`<button type="button" key=${n.name} aria-pressed=${n.name===e.value}
            onClick=${()=>e.value=n.name}>${n.title}</button>`)}
        </div>
        <${Ml} client=${t} />
      <//>
      <${Cs} />
      <${Pl} />
      <${Ss} />
    </div>`}function Ml({client:e}){let t=h(!1),n=`${location.origin}/mcp`,o=t.value&&z.value||At;return a`<h3>One command</h3>
    <${F} label="install command" text=${`ensemble install ${e.name} --url=${n}`} />
    <h3>Or by hand, into <code>${e.file}</code></h3>
    <${F} label=${`entry for ${e.title}`} text=${as(e.sample,n,o)} />
    ${z.value&&a`<label class="check"><input type="checkbox" checked=${t.value}
      onChange=${r=>t.value=r.currentTarget.checked} /> Put the token of this tab in</label>`}`}function Pl(){return a`<${v} title="Endpoints">
    <p>All services together, or one under its own name:</p>
    <ul class="endpoints">
      <li><code>${location.origin}/mcp</code></li>
      ${te.value.map(e=>a`<li key=${e.name}><code>${location.origin}${e.endpoint}</code></li>`)}
    </ul>
    <p>Over WebSocket the same paths answer at <code>${location.origin.replace(/^http/,"ws")}</code> with subprotocol <code>mcp</code>.</p>
  <//>`}var Rt=[{name:"overview",title:"Overview",key:"o",page:zr},{name:"jobs",title:"Jobs",key:"b",page:Ir,needs:["orchestrator","run_instruction"]},{name:"approvals",title:"Approvals",key:"a",page:vr,badge:On,needs:["orchestrator","approve_job"]},{name:"actors",title:"Actors",key:"t",page:pr,needs:["theater","start_actor"]},{name:"reasoning",title:"Reasoning",key:"r",page:xs,needs:["reasoner","session_query"]},{name:"avatars",title:"Avatars",key:"v",page:Sr,needs:["avatar","generate_response"]},{name:"journal",title:"Journal",key:"j",page:Wr},{name:"playground",title:"Playground",key:"p",page:cs},{name:"setup",title:"Setup",key:"s",page:Ts}];function nt(){return Rt.filter(e=>!e.needs||L(...e.needs))}var Dt=k(!1),Ll=1500;function Ns(){I(()=>{let e=0,t=n=>{if(n.ctrlKey||n.metaKey||n.altKey||Rl(n.target))return;let o=Date.now()-e<Ll&&nt().find(r=>r.key===n.key);e=0,o?Z(o.name):n.key==="g"?e=Date.now():n.key==="?"?Dt.value=!0:n.key==="/"&&Dl(n)};return addEventListener("keydown",t),()=>removeEventListener("keydown",t)},[])}function Rl(e){return e.closest?.("input, textarea, select, [contenteditable]")!=null}function Dl(e){let t=document.querySelector("main [data-search]");t&&(e.preventDefault(),t.focus())}function Es(){let e=Q(null);return I(()=>{Dt.value&&!e.current.open&&e.current.showModal()},[Dt.value]),a`<dialog ref=${e} class="shortcuts" aria-labelledby="keys" onClose=${()=>Dt.value=!1}>
    <h2 id="keys">Keys</h2>
    <dl>
      ${nt().map(t=>a`<div key=${t.name}><dt><kbd>g</kbd> <kbd>${t.key}</kbd></dt><dd>${t.title}</dd></div>`)}
      <div><dt><kbd>/</kbd></dt><dd>Search or filter on this page</dd></div>
      <div><dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>Move in a list</dd></div>
      <div><dt><kbd>Ctrl</kbd> <kbd>Enter</kbd></dt><dd>Send the form you are in</dd></div>
      <div><dt><kbd>?</kbd></dt><dd>This list</dd></div>
    </dl>
    <form method="dialog"><button>Close</button></form>
  </dialog>`}function Os(){let e=h(""),t=n=>{n.preventDefault(),e.value.trim()&&Po(e.value)};return a`<div class="sign-in card">
    <h1 tabindex="-1">Sign in</h1>
    <p role="status">The server says: ${Ge.value||"a token is needed"}.</p>
    <p>This command prints a link that brings the token along:</p>
    <${F} text="ensemble console" label="Command that prints the link" />
    <form onSubmit=${t}>
      <${H} label="Or paste a token" id="token" hint="It stays in this tab and is forgotten when the tab closes.">
        <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint"
          value=${e.value} onInput=${n=>e.value=n.currentTarget.value} />
      <//>
      <button class="primary">Sign in</button>
    </form>
  </div>`}var Kn="ensemble.theme",Wl=["system","light","dark"],Wt=k(Wl.includes(localStorage.getItem(Kn))?localStorage.getItem(Kn):"system");J(()=>{document.documentElement.dataset.theme=Wt.value,localStorage.setItem(Kn,Wt.value)});function js(){return a`<label class="theme">
    <span class="hidden">Colours</span>
    <select value=${Wt.value} onChange=${e=>Wt.value=e.currentTarget.value}>
      <option value="system">As the system</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  </label>`}var ot=k(!1);function As(){Ns();let[e]=ne.value,t=Rt.find(o=>o.name===e),n=t?.title??"Not found";return Ul(n),a`<div class="shell">
    <a class="skip" href="#main" onClick=${Jl}>Skip to the page</a>
    <${Bl} current=${e} title=${n} />
    <div class="middle">
      <${Do} />
      <main id="main" tabindex="-1">
        ${T.value==="refused"?a`<${Os} />`:a`<${ql} page=${t} />`}
      </main>
    </div>
    <${Es} />
  </div>`}function ql({page:e}){return e?a`<${e.page} key=${e.name} />`:a`<h1 tabindex="-1">There is no such page</h1>
    <p><a href=${C("overview")}>The overview</a> leads to all there are.</p>`}function Bl({current:e,title:t}){let n=()=>ot.value=!ot.value;return a`<div class=${`side ${ot.value?"open":""}`}>
    <div class="brand">
      <a href=${C("overview")} aria-label="Ensemble, overview"><${Wo} /><span>Ensemble</span></a>
      <span class="here">${t}</span>
      <button type="button" class="menu quiet" aria-expanded=${ot.value} aria-controls="pages" onClick=${n}>
        <${un} name="menu" /><span>Menu</span>
      </button>
    </div>
    <nav id="pages" aria-label="Pages" onClick=${()=>ot.value=!1}>
      ${nt().map(o=>a`<a key=${o.name} href=${C(o.name)}
          aria-current=${o.name===e?"page":void 0}>
        <${un} name=${o.name} /><span>${o.title}</span>${o.badge&&a`<${o.badge} />`}
      </a>`)}
    </nav>
    <footer>
      <${Hl} />
      <${js} />
    </footer>
  </div>`}var Fl={opening:"Connecting",live:"Live",lost:"Not connected",refused:"Signed out"};function Hl(){let e=T.value;return a`<div class=${`link-state ${e}`}>
    <span class="dot" aria-hidden="true"></span>
    <span>${Fl[e]}</span>
    ${e==="live"&&V.value>0&&a`<span class="seq">#${j(V.value)}</span>`}
  </div>`}function Ul(e){let t=Q(!0),n=Rt.reduce((o,r)=>o+(r.badge?.count()??0),0);I(()=>{document.title=`${n?`(${n}) `:""}${e} · Ensemble`},[e,n]),I(()=>{t.current||document.querySelector("main h1")?.focus({preventScroll:!0}),t.current=!1,scrollTo(0,0)},[e])}function Jl(e){e.preventDefault(),document.getElementById("main").focus()}lo(a`<${As} />`,document.getElementById("console"));zo();
