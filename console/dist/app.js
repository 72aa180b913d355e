var T,bn,St,ae,kt,et,wn,Ze,kn,Tt,xt,Nr,Me=Symbol.for("pv"),tt={},nt=[],jr=/^m(i|n|o|s|text|space)$/,Et=Array.isArray,Ct=nt.slice,_e=Object.assign;function $e(e){e&&e.parentNode&&e.remove()}function ot(e,t,n){var o,r,i,s={},l=arguments.length;for(i in t)i=="key"?o=t[i]:i=="ref"&&typeof e!="function"?r=t[i]:s[i]=t[i];return l>2&&(s.children=l>3?Ct.call(arguments,2):n),Oe(e,s,o,r,null)}function Oe(e,t,n,o,r){var i={type:e,props:t,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,constructor:Me,__v:r||++bn,__i:-1,__u:0};return!r&&T.vnode&&T.vnode(i),i}function ge(e){return e.children}function ke(e,t){this.props=e,this.context=t,this.__g=0}function le(e,t){if(t==null)return e.__&&le(e.__,e.__i+1);for(var n;t<e.__k.length;t++)if((n=e.__k[t])&&n.__e)return n.__e;return typeof e.type!="function"||e.props.__P?null:le(e)}function Ar(e){var t,n=e.__v,o=n.__e,r=[],i=[],s=e.__P;s&&((t=_e({constructor:Me},n)).__v=n.__v+1,T.vnode&&T.vnode(t),Nt(s,t,n,e.__n,s.namespaceURI,32&n.__u?[o]:null,r,o||le(n),32&n.__u,i),t.__v=n.__v,t.__.__k[t.__i]=t,Nn(r,t,i),n.__=n.__e=null,t.__e!=o&&xn(t))}function xn(e){if((e=e.__)&&e.__c&&!e.props.__P)return e.__e=null,e.__k.some(function(t){return t&&(e.__e=t.__e)}),xn(e)}function gn(e){(8&e.__g||(e.__g|=8,ae.push(e),et++))&&kt==T.debounceRendering||((kt=T.debounceRendering)||queueMicrotask)(Sn)}function Sn(){try{for(var e,t=1;ae.length;)ae.length>t&&ae.sort(wn),e=ae.shift(),t=ae.length,8&e.__g&&Ar(e)}finally{(et=ae.length)&&(kt||queueMicrotask)(Sn)}}function Tn(e,t,n,o,r,i,s,l,f,p,u){var v,m,c,$,g,w,A=o.__k||nt,x=t.length;for(f=Or(n,t,A,f,x),v=0;v<x;v++)(c=n.__k[v])!=null&&(m=~c.__i&&A[c.__i]||tt,c.__i=v,w=Nt(e,c,m,r,i,s,l,f,p,u),$=c.__e,(m.ref!=c.ref||8&m.__u)&&(m.ref&&jt(m.ref,null,c,m),c.ref&&u.push(c.ref,c.__c||$,c)),g=g||$,4&c.__u?(f=En(c,f,e,!m.__v),m.__e&&(m.__e=null)):typeof c.type=="function"&&w!==void 0?f=w:$&&(f=$.nextSibling),c.__u&=-21);return n.__e=g,f}function Or(e,t,n,o,r){var i,s,l,f,p,u,v,m,c,$=n.length,g=$,w=0,A=0,x=e.__k=Array(r);for(i=0;i<r;i++)(s=t[i])!=null&&typeof s!="boolean"&&typeof s!="function"?(typeof s!="object"||s.constructor===String?s=x[i]=Oe(null,s):Et(s)?s=x[i]=Oe(ge,{children:s}):s.constructor===Me&&s.__b?s=x[i]=Oe(s.type,s.props,s.key,s.ref,s.__v):x[i]=s,f=i+w,s.__=e,s.__b=e.__b+1,l=null,~(p=s.__i=Mr(s,n,f,g))&&(g--,(l=n[p])&&(l.__u|=2)),l&&l.__v?(s.__u|=16,p==f-1?w--:p==f+1?w++:p!=f&&(p>f?w--:w++,A=1)):(~p||(r>$?w--:r<$&&w++),typeof s.type!="function"&&(s.__u|=4))):x[i]=null;if(A){for(u=[],v=[],i=0;i<r;i++)if((s=x[i])&&16&s.__u){for(w=0,m=u.length;w<m;)u[c=w+m>>1]<s.__i?w=c+1:m=c;u[w]=s.__i,v[i]=w+1}for(w=u.length;i--;)v[i]&&(v[i]==w?w--:x[i].__u|=4)}if(g)for(i=0;i<$;i++)!(l=n[i])||2&l.__u||(l.__e==o&&(o=le(l)),At(l,l));return o}function En(e,t,n,o){var r,i,s,l;if(typeof e.type=="function"){if(e.props.__P)return t;if(r=e.__k)for(i=0;i<r.length;i++)r[i]&&(r[i].__=e,t=En(r[i],t,n,!1));return t}for(t&&!t.parentNode&&(t=le(e))&&!t.parentNode&&(t=null),s=e.__e,l=t;l&&l.nodeType==8;)l=l.nextSibling;for(s!=l&&(!o&&n.moveBefore&&s.parentNode?n.moveBefore(s,t):n.insertBefore(s,t||null)),t=s;(t=t&&t.nextSibling)&&t.nodeType==8&&!t.data.startsWith("$s"););return t}function Mr(e,t,n,o){var r,i=e.key,s=e.type,l=t[n],f=l&&!(2&l.__u);if(l===null&&i==null||f&&i==l.key&&s==l.type)return n;if(o>(f?1:0)){for(r=n-1;r>=0;r--)if((l=t[r])&&!(2&l.__u)&&i==l.key&&s==l.type)return r;for(r=n+1;r<t.length;r++)if((l=t[r])&&!(2&l.__u)&&i==l.key&&s==l.type)return r}return-1}function yn(e,t,n){n==null&&(n=""),t[0]=="-"?e.setProperty(t,n):e[t]=n}function Ye(e,t,n,o,r){var i,s;if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof o=="string"&&(e.style.cssText=o=""),o)for(t in o)n&&t in n||yn(e.style,t);if(n)for(t in n)o&&n[t]==o[t]||yn(e.style,t,n[t])}else if(t[0]=="o"&&t[1]=="n")typeof n!="function"&&(n=null),typeof o!="function"&&(o=null),(e.__e||(e.__e={}))[t]=n,n&&o||(s=xt[t]||(xt[t]=Ir(t)),(e.__a||(e.__a={}))[t]=Tt,i=t!=(t=t.replace(kn,"$1")),(t=t.slice(2))[0]<"a"&&(t=t.toLowerCase()),n?e.addEventListener(t,s,i):e.removeEventListener(t,s,i));else{if(r=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{return void(e[t]=n??"")}catch{}if(typeof n=="function")return;n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&n==1?"":n)}}function Ir(e){return function(t){var n=this.__e;if(n){if(n=n[e],t[Ze]==null)t[Ze]=Tt++;else if(t[Ze]<this.__a[e])return;return n(T.event?T.event(t):t)}}}function Nt(e,t,n,o,r,i,s,l,f,p){var u,v,m,c,$,g,w,A,x,k,S,de,$n,Qe,he,_n,se,ve,oe=t.type;if(t.constructor!==Me)return null;128&n.__u&&(f=32&n.__u,u=n.__c.__z)&&(t.__u|=f,v=i=[],u.nodeType==8?l=Xe(u,i):i.push(u),l=i[0]||l),(u=T.__b)&&u(t);e:if(typeof oe=="function"){m=s.length;try{if(A=t.props,x=(u=oe.prototype)&&u.render,k=(u=oe.contextType)&&o[u.__c],S=u?k?k.props.value:u.__:o,(c=n.__c)?(t.__c=c,2&c.__g&&(c.__g|=1)):(x?t.__c=c=new oe(A,S):(t.__c=c=new ke(A,S),c.constructor=oe,c.render=Lr),k&&k.sub(c),c.state||(c.state={}),c.__n=o,c.__g|=8,c.__h=[],c.__k=[]),x&&(c.__s||(c.__s=c.state),oe.getDerivedStateFromProps&&(c.__s==c.state&&(c.__s=_e({},c.__s)),_e(c.__s,oe.getDerivedStateFromProps(A,c.__s)))),$=c.props,g=c.state,c.__v=t,n.__c){if(A!==$&&x&&!oe.getDerivedStateFromProps&&c.componentWillReceiveProps&&c.componentWillReceiveProps(A,S),t.__v==n.__v&&!(8&c.__g)||!(4&c.__g)&&c.shouldComponentUpdate&&c.shouldComponentUpdate(A,c.__s,S)===!1){t.__v!=n.__v&&(c.props=A,c.state=c.__s,c.__g&=-9),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(Y){Y&&(Y.__=t)}),nt.push.apply(c.__h,c.__k),c.__k=[],c.__h.length&&s.push(c),l=le(n);break e}c.componentWillUpdate&&c.componentWillUpdate(A,c.__s,S),x&&c.componentDidUpdate&&c.__h.push(function(){c.componentDidUpdate($,g,w)})}else x&&!oe.getDerivedStateFromProps&&c.componentWillMount&&c.componentWillMount(),x&&c.componentDidMount&&c.__h.push(c.componentDidMount);c.context=S,c.props=A,c.__P=e,c.__g&=-5,de=T.__r,$n=x?25:0;do c.__g&=-9,de&&de(t),u=c.render(c.props,c.state=c.__s,c.context);while(8&c.__g&&++$n<25);x&&(nt.push.apply(c.__h,c.__k),c.__k=[]),c.state=c.__s,c.getChildContext&&(o=_e({},o,c.getChildContext())),x&&n.__c&&c.getSnapshotBeforeUpdate&&(w=c.getSnapshotBeforeUpdate($,g)),Qe=u&&u.type===ge&&u.key==null?u.props.children:u,A.__P&&(u=l,r=(e=A.__P).namespaceURI,f=i=null,n.props&&n.props.__P!=e&&(n.__k.some(function(Y){Y&&At(Y,Y)}),n.__k=null),l=n.__k?le(n,0):null),l=Tn(e,Et(Qe)?Qe:[Qe],t,n,o,r,i,s,l,f,p),A.__P&&(t.__e=null,l=u),t.__u&=-161,v&&v.some($e),c.__h.length&&s.push(c),1&c.__g&&(c.__g&=-4)}catch(Y){if(s.length=m,t.__v=null,f||i)if(Y&&Y.then){if(t.__u|=128|f,i){for(~(se=i.indexOf(l||void 0))||(se=i.length);(ve=i[se-1])&&ve.nodeType==8;)se--;for(;se<i.length;se++)if(ve=i[se])if(i[se]=null,he){if(ve==_n)break}else{if(ve.nodeType!=8)break;ve.data.startsWith("$s")&&(_n=Xe(he=ve))}}if(!he){for(;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;he=l}(u=Xe(he=t.__c.__z||(t.__c.__z=he)))?(t.__e=he,l=u):t.__e=l,l=l&&l.nextSibling}else i&&i.some($e);else t.__e=n.__e;t.__k||(t.__k=n.__k||[]),Y&&Y.then||Cn(t),T.__e(Y,t,n)}}else l=t.__e=Pr(n.__e,t,n,o,r,i,s,f,p,e);return(u=T.diffed)&&u(t),l}function Xe(e,t){if(e&&e.nodeType==8&&e.data.startsWith("$s"))for(var n=1;e=e.nextSibling;){if(e.nodeType==8){if(e.data.startsWith("$s"))n++;else if(e.data.startsWith("/$s")&&!--n)return e}t&&t.push(e)}}function Cn(e){e&&(e.__c&&(e.__c.__g|=4),e.__k&&e.__k.some(Cn))}function Nn(e,t,n){for(var o=0;o<n.length;)jt(n[o++],n[o++],n[o++]);T.__c&&T.__c(t,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(i){i.call(r)})}catch(i){T.__e(i,r.__v)}})}function Pr(e,t,n,o,r,i,s,l,f,p){var u,v,m,c,$,g,w,A,x=n.props||tt,k=t.props,S=t.type;if(S=="svg"?r="http://www.w3.org/2000/svg":S=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),i){for(u=0;u<i.length;u++)if(($=i[u])&&(S?$.localName==S:$.nodeType==3)){e=$,i[u]=null;break}}if(!e){if(A=p.ownerDocument||document,!S)return A.createTextNode(k);e=A.createElementNS(r,S,k.is?k:p),l&&(T.__m&&T.__m(t,i),l=!1),i=null}if(S){if(p=S=="template"&&e.content||e,i=S=="textarea"&&k.defaultValue!=null?null:i&&Ct.call(p.childNodes),!l&&i)for(x={},u=0;u<e.attributes.length;u++)x[($=e.attributes[u]).name]=$.value;for(u in x)$=x[u],u=="dangerouslySetInnerHTML"?m=$:u=="children"||u in k||u=="value"&&"defaultValue"in k||u=="checked"&&"defaultChecked"in k||Ye(e,u,null,$,r);for(u in k)$=k[u],u=="children"?c=$:u=="dangerouslySetInnerHTML"?v=$:u=="value"?g=$:u=="checked"?w=$:l&&typeof $!="function"||x[u]===$||Ye(e,u,$,x[u],r);v?(l||m&&(v.__html==m.__html||v.__html==e.innerHTML)||(e.innerHTML=v.__html),t.__k=[]):(m&&(e.textContent=""),(S=="foreignObject"||r=="http://www.w3.org/1998/Math/MathML"&&jr.test(S))&&(r="http://www.w3.org/1999/xhtml"),Tn(p,Et(c)?c:[c],t,n,o,r,i,s,i?i[0]:n.__k&&le(n,0),l,f),i&&i.some($e)),l&&S!="textarea"||(u="value",S=="progress"&&g==null?e.removeAttribute(u):g==null||g===e[u]&&(S!="progress"||g)||Ye(e,u,g,x[u],r),u="checked",w!=null&&w!=e[u]&&Ye(e,u,w,x[u],r))}else x===k||l&&e.data==k||(e.data=k);return e}function jt(e,t,n,o){try{typeof e=="function"?t?t.__x=e(t)||1:o&&(o=o.__c||o.__e)&&(t=o.__x)&&(o.__x=null,typeof t=="function"?t():e(null)):e.current=t}catch(r){T.__e(r,n)}}function At(e,t,n){var o,r,i,s;if(T.unmount&&T.unmount(e),!(o=e.ref)||o.current&&o.current!=e.__e||jt(o,null,t,e),o=e.__c){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(l){T.__e(l,t)}o.__P=o.__n=null}if(o=e.__k)for(s=0;s<o.length;s++)o[s]&&At(o[s],t,typeof e.type!="function"||n&&!e.props.__P);!n&&(o=e.__c)&&(o=o.__z)&&(r=Xe(o,i=[]))&&(o==e.__e&&i.some($e),$e(r),$e(o)),n||$e(e.__e),e.__e=e.__c=e.__=null}function Lr(e,t,n){return this.constructor(e,n)}function jn(e,t){var n,o,r,i;T.__&&T.__(e,t),t.nodeType==9&&(t=t.documentElement),o=(n=e&&32&e.__u)?null:t.__k,t.__k=Oe(ge,{children:[e]}),r=[],i=[],Nt(t,t.__k,o||tt,tt,t.namespaceURI,o?null:t.firstChild?Ct.call(t.childNodes):null,r,o?o.__e:t.firstChild,n,i),Nn(r,t.__k,i),t.__k.props.children=null}T={__e:function(e,t,n,o){for(var r,i,s;t=t.__;)if((r=t.__c)&&!(1&r.__g)){r.__g|=4;try{if((s=(i=r.constructor)&&i.getDerivedStateFromError)&&r.setState(i.getDerivedStateFromError(e)),r.componentDidCatch&&(r.componentDidCatch(e,o||{}),s=1),s&&8&r.__g)return void(r.__g|=2)}catch(l){e=l}}throw et=0,e}},bn=0,St=function(e){return e!=null&&e.constructor===Me},ke.prototype.setState=function(e,t){var n=this.__s;n&&n!=this.state||(n=this.__s=_e({},this.state)),typeof e=="function"&&(e=e(_e({},n),this.props)),e&&(_e(n,e),this.__v&&(t&&this.__k.push(t),gn(this)))},ke.prototype.forceUpdate=function(e){this.__v&&(this.__g|=4,e&&this.__h.push(e),gn(this))},ke.prototype.render=ge,ae=[],et=0,wn=function(e,t){return e.__v.__b-t.__v.__b},Ze=Symbol(),kn=/(PointerCapture)$|Capture$/i,Tt=0,xt={},Nr=0;var On=function(e,t,n,o){var r;t[0]=0;for(var i=1;i<t.length;i++){var s=t[i++],l=t[i]?(t[0]|=s?1:2,n[t[i++]]):t[++i];s===3?o[0]=l:s===4?o[1]=Object.assign(o[1]||{},l):s===5?(o[1]=o[1]||{})[t[++i]]=l:s===6?o[1][t[++i]]+=l+"":s?(r=e.apply(l,On(e,l,n,["",null])),o.push(r),l[0]?t[0]|=2:(t[i-2]=0,t[i]=r)):o.push(l)}return o},An=new Map;function Mn(e){var t=An.get(this);return t||(t=new Map,An.set(this,t)),(t=On(this,t.get(e)||(t.set(e,t=(function(n){for(var o,r,i=1,s="",l="",f=[0],p=function(m){i===1&&(m||(s=s.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?f.push(0,m,s):i===3&&(m||s)?(f.push(3,m,s),i=2):i===2&&s==="..."&&m?f.push(4,m,0):i===2&&s&&!m?f.push(5,0,!0,s):i>=5&&((s||!m&&i===5)&&(f.push(i,0,s,r),i=6),m&&(f.push(i,m,0,r),i=6)),s=""},u=0;u<n.length;u++){u&&(i===1&&p(),p(u));for(var v=0;v<n[u].length;v++)o=n[u][v],i===1?o==="<"?(p(),f=[f],i=3):s+=o:i===4?s==="--"&&o===">"?(i=1,s=""):s=o+s[0]:l?o===l?l="":s+=o:o==='"'||o==="'"?l=o:o===">"?(p(),i=1):i&&(o==="="?(i=5,r=s,s=""):o==="/"&&(i<5||n[u][v+1]===">")?(p(),i===3&&(f=f[0]),i=f,(f=f[0]).push(2,0,i),i=0):o===" "||o==="	"||o===`
`||o==="\r"?(p(),i=2):s+=o),i===3&&s==="!--"&&(i=4,f=f[0])}return p(),f})(e)),t),arguments,[])).length>1?t:t[0]}var a=Mn.bind(ot);var Pe,F,Ot,In,Dr=Object.is,Mt=0,Fn=[],It=[],I=T,Pn=I.__b,Ln=I.__r,Dn=I.diffed,qn=I.__c,Rn=I.unmount,Bn=I.__;function Lt(e,t){I.__h&&I.__h(F,e,Mt||t),Mt=0;var n=F.__H||(F.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function P(e,t){var n=Lt(Pe++,3);!I.__s&&Dt(n.__H,t)&&(n.__P=!0,n.__=e,n.u=t,F.__H.__h.push(n))}function Un(e,t){var n=Lt(Pe++,4);!I.__s&&Dt(n.__H,t)&&(n.__P=!1,n.__=e,n.u=t,F.__h.push(n))}function K(e){return Mt=5,ce(function(){return{current:e}},[])}function ce(e,t){var n=Lt(Pe++,7);return Dt(n.__H,t)&&(n.__=e(),n.__H=t),n.__}function qr(){var e;do{for(;e=It.shift();)try{Ie(e)}catch(n){I.__e(n,{__:(e=e.__P)&&e.__v})}for(;e=Fn.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(Ie),t.__h.some(Pt),t.__h=[]}catch(n){t.__h=[],I.__e(n,e.__v)}}}while(It.length)}I.__b=function(e){F=null,Pn&&Pn(e)},I.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Bn&&Bn(e,t)},I.__r=function(e){Ln&&Ln(e),Pe=0;var t=(F=e.__c).__H;t&&(Ot==F?F.__h=[]:(t.__h.some(Ie),t.__h.some(Pt),Pe=0),t.__h=[],t.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})),Ot=F},I.diffed=function(e){Dn&&Dn(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&Wn(Fn.push(t)),t.__H.__.some(function(n){n.u&&(n.__H=n.u)})),Ot=F=null},I.__c=function(e,t){t.some(function(n){try{n.__h.some(Ie),n.__h=n.__h.filter(function(o){return!o.__||Pt(o)})}catch(o){n.__h=[function(){throw o}]}}),qn&&qn(e,t)},I.unmount=function(e){Rn&&Rn(e);var t,n,o=e.__c;o&&o.__H&&(o.__H.__.some(function(r){try{if(r.__P&&r.__c){if(n===void 0){for(n=e.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n=n&&n.__c}r.__P=n,Wn(It.push(r))}else Ie(r)}catch(i){t=i}}),o.__H=void 0,t&&I.__e(t,o.__v))};var Hn=typeof requestAnimationFrame=="function";function Rr(e){var t,n=function(){clearTimeout(o),Hn&&cancelAnimationFrame(t),setTimeout(e)},o=setTimeout(n,35);Hn&&(t=requestAnimationFrame(n))}function Wn(e){e!=1&&In==I.requestAnimationFrame||((In=I.requestAnimationFrame)||Rr)(qr)}function Ie(e){var t=F,n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),F=t}function Pt(e){var t=F;e.__c=e.__(),F=t}function Dt(e,t){return!e||e.length!=t.length||t.some(function(n,o){return!Dr(n,e[o])})}var Br=Symbol.for("preact-signals");function at(){if(re>1)re--;else{var e,t=!1;for((function(){var r=it;for(it=void 0;r!==void 0;){var i=r.S;if(i.v===r.v)for(var s=i.t;s!==void 0;s=s.x)s.i===r.i&&(s.i=i.i);r=r.o}})();De!==void 0;){var n=De;for(De=void 0,rt++;n!==void 0;){var o=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&zn(n))try{n.c()}catch(r){t||(e=r,t=!0)}n=o}}if(rt=0,re--,t)throw e}}function Rt(e){if(re>0)return e();qt=++Hr,re++;try{return e()}finally{at()}}var Le,M=void 0;function qe(e){var t=M,n=Le;M=void 0,Le=void 0;try{return e()}finally{M=t,Le=n}}var De=void 0,re=0,rt=0,Hr=0,qt=0,it=void 0,st=0;function Jn(e){if(M!==void 0){var t=e.n;if(t===void 0||t.t!==M)return t={i:0,S:e,p:M.s,n:void 0,t:M,e:void 0,x:void 0,r:t},M.s!==void 0&&(M.s.n=t),M.s=t,e.n=t,32&M.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=M.s,t.n=void 0,M.s.n=t,M.s=t),t}}function q(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}q.prototype.brand=Br;q.prototype.h=function(){return!0};q.prototype.S=function(e){var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n!==void 0?n.e=e:qe(function(){var o;(o=t.W)==null||o.call(t)}))};q.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,o=e.x;n!==void 0&&(n.x=o,e.e=void 0),o!==void 0&&(o.e=n,e.x=void 0),e===this.t&&(this.t=o,o===void 0&&qe(function(){var r;(r=t.Z)==null||r.call(t)}))}};q.prototype.subscribe=function(e){var t=this;return H(function(){var n=t.value;qe(function(){return e(n)})},{name:"sub"})};q.prototype.valueOf=function(){return this.value};q.prototype.toString=function(){return this.value+""};q.prototype.toJSON=function(){return this.value};q.prototype.peek=function(){var e=this;return qe(function(){return e.value})};Object.defineProperty(q.prototype,"value",{get:function(){var e=Jn(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(rt>100)throw new Error("Cycle detected");(function(n){re!==0&&rt===0&&n.l!==qt&&(n.l=qt,it={S:n,v:n.v,i:n.i,o:it})})(this),this.v=e,this.i++,st++,re++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{at()}}}});function b(e,t){return new q(e,t)}function zn(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Vn(e){for(var t=e.s;t!==void 0;t=t.n){var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Kn(e){for(var t=e.s,n=void 0;t!==void 0;){var o=t.p;t.i===-1?(t.S.U(t),o!==void 0&&(o.n=t.n),t.n!==void 0&&(t.n.p=o)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=o}e.s=n}function ye(e,t){q.call(this,void 0,t),this.x=e,this.s=void 0,this.g=st-1,this.f=4}ye.prototype=new q;ye.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===st))return!0;if(this.g=st,this.f|=1,this.i>0&&!zn(this))return this.f&=-2,!0;var e=M;try{Vn(this),M=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(n){this.v=n,this.f|=16,this.i++}return M=e,Kn(this),this.f&=-2,!0};ye.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}q.prototype.S.call(this,e)};ye.prototype.U=function(e){if(this.t!==void 0&&(q.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};ye.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(ye.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Jn(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function xe(e,t){return new ye(e,t)}function Gn(e){var t=e.j;if(e.j=void 0,typeof t=="function"){re++;var n=M;M=void 0;try{t()}catch(o){throw e.f&=-2,e.f|=8,Bt(e),o}finally{M=n,at()}}}function Bt(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,Gn(e)}function Wr(e){if(M!==this)throw new Error("Out-of-order effect");Kn(this),M=e,this.f&=-2;try{8&this.f&&Bt(this)}finally{at()}}function Se(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Le&&Le.push(this)}Se.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};Se.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,Gn(this),Vn(this),re++;var e=M;return M=this,Wr.bind(this,e)};Se.prototype.N=function(){2&this.f||(this.f|=2,this.u=De,De=this)};Se.prototype.d=function(){this.f|=8,1&this.f||Bt(this)};Se.prototype.dispose=function(){this.d()};function H(e,t){var n=new Se(e,t);try{n.c()}catch(r){throw n.d(),r}var o=n.d.bind(n);return o[Symbol.dispose]=o,o}var Qn,ct,lt,Fr=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__;var Yn=[];H(function(){Qn=this.N})();function Te(e,t){T[e]=t.bind(null,T[e]||function(){})}function Re(e){if(lt){var t=lt;lt=void 0,t()}lt=e&&e.S()}function Zn(e){var t=this,n=e.data,o=_(n);o.name="ReactiveDom",o.value=n;var r=ce(function(){for(var l=t,f=t.__v;f=f.__;)if(f.__c){f.__c.__$f|=4;break}var p=xe(function(){var c=o.value.value;return c===0?0:c===!0?"":c||""}),u=xe(function(){return!Array.isArray(p.value)&&!St(p.value)}),v=H(function(){if(this.N=Xn,u.value){var c=p.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.data=c)}}),m=t.__$u.d;return t.__$u.d=function(){v(),m.call(this)},[u,p]},[]),i=r[0],s=r[1];return i.value?s.peek():s.value}Zn.displayName="ReactiveTextNode";Object.defineProperties(q.prototype,{constructor:{configurable:!0,value:ot(ge,null).constructor},type:{configurable:!0,value:Zn},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});Te("__b",function(e,t){if(Re(),ct=void 0,typeof t.type=="string"){var n,o=t.props;for(var r in o)if(r!=="children"){var i=o[r];i instanceof q&&(n||(t.__np=n={}),n[r]=i,o[r]=i.peek())}}e(t)});Te("__r",function(e,t){if(e(t),t.type!==ge){Re();var n,o=t.__c;o&&(o.__$f&=-2,(n=o.__$u)===void 0&&(o.__$u=n=(function(r,i){var s;return H(function(){s=this},{name:i}),s.c=r,s})((function(r){return function(){var i;Fr&&((i=this.y)==null||i.call(this)),r.__$f|=1,r.setState({})}})(o),typeof t.type=="function"?t.type.displayName||t.type.name:""))),ct=o,Re(n)}});Te("__e",function(e,t,n,o){Re(),ct=void 0,e(t,n,o)});Te("diffed",function(e,t){Re(),ct=void 0;var n;if(typeof t.type=="string"&&(n=t.__e)){var o=t.__np,r=t.props,i=n.U;if(i)for(var s in i){var l=i[s];l===void 0||o&&s in o||(l.d(),i[s]=void 0)}if(o){i||(i={},n.U=i);for(var f in o){var p=i[f],u=o[f];p===void 0?(p=Ur(n,f,u,r),i[f]=p):p.o(u,r)}}}e(t)});function Ur(e,t,n,o){var r=t in e&&e.ownerSVGElement===void 0,i=b(n);return{o:function(s,l){i.value=s,o=l},d:H(function(){this.N=Xn;var s=i.value.value;o[t]!==s&&(o[t]=s,r?e[t]=s:s!=null&&(s!==!1||t[4]==="-")?e.setAttribute(t,s):e.removeAttribute(t))})}}Te("unmount",function(e,t){if(typeof t.type=="string"){var n=t.__e;if(n){var o=n.U;if(o){n.U=void 0;for(var r in o){var i=o[r];i&&i.d()}}}var s=t.__np;if(s){var l=t.props;for(var f in s)l[f]=s[f]}t.__np=void 0}else{var p=t.__c;if(p){p.__$f|=8;var u=p.__$u;u&&(p.__$u=void 0,u.d())}}e(t)});Te("__h",function(e,t,n,o){o<3&&(t.__$f|=2),e(t,n,o)});ke.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var n=this.__$u,o=n&&n.s!==void 0;for(var r in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var i=2&this.__$f;if(!(o||i||4&this.__$f)||1&this.__$f)return!0}else if(!(o||4&this.__$f)||3&this.__$f)return!0;for(var s in e)if(s!=="__source"&&e[s]!==this.props[s])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function _(e,t){return ce(function(){return b(e,t)},[])}var Jr=function(e){queueMicrotask(function(){queueMicrotask(e)})};function zr(){Rt(function(){for(var e;e=Yn.shift();)Qn.call(e)})}function Xn(){Yn.push(this)===1&&(T.requestAnimationFrame||Jr)(zr)}var G=class extends Error{constructor(){super("the server does not answer")}},Ee=class extends Error{constructor(t,n){super(n),this.status=t}},ie=class extends Error{constructor(t,{code:n="",hint:o=""}={}){super(t),this.code=n,this.hint=o}};function eo(e){let t=e._meta?.["ensemble/error"];if(t)return new ie(t.message,t);let n=(e.content??[]).find(o=>o.type==="text")?.text;return new ie(n??"the tool failed and gave no reason")}function Vr(e){let t=e.replaceAll(`\r
`,`
`).split(`

`),n=t.pop();return{data:t.map(Kr).filter(r=>r!==""),rest:n}}function Kr(e){return e.split(`
`).filter(n=>n.startsWith("data:")).map(n=>n.slice(5).replace(/^ /,"")).join(`
`)}async function*Ht(e){let t=e.pipeThrough(new TextDecoderStream).getReader(),n="";try{for(;;){let{done:o,value:r}=await t.read();if(o)return;let{data:i,rest:s}=Vr(n+r);n=s;for(let l of i)yield JSON.parse(l)}}finally{t.cancel().catch(()=>{})}}var Be="2026-07-28",Wt="io.modelcontextprotocol/",Gr=0;function no({base:e="",token:t=()=>null}={}){async function n(f,p,u,v){let m={jsonrpc:"2.0",id:++Gr,method:p,params:{...u,_meta:Qr(u)}},c=Yr(p,u,t()),$=JSON.stringify(m),g;try{g=await fetch(e+f,{method:"POST",headers:c,body:$,signal:v,cache:"no-store"})}catch(w){throw w.name==="AbortError"?w:new G}if(g.status===401||g.status===403)throw new Ee(g.status,await ei(g));return{response:g,id:m.id}}async function o(f,p,u={},{signal:v,progress:m}={}){let{response:c,id:$}=await n(f,p,u,v),g=to(c)?await ti(c,$,m):await Xr(c);if(g.error?.message&&g.jsonrpc)throw new ie(g.error.message,g.error.data??{});if(!g.result)throw new ie(g.error?.message??`the server answered ${c.status}`);return g.result}async function r(f,p,u={},v={}){let m=await o(f,"tools/call",{name:p,arguments:u},v);if(m.isError)throw eo(m);return m.structuredContent??m}async function i(f,p,u={}){let v=await o(f,"resources/read",{uri:p},u),[m]=v.contents;return m.mimeType==="application/json"?JSON.parse(m.text):m.text??m.blob}async function s(f,p,u){let v=[],m;do{let c=await o(f,p,m?{cursor:m}:{});v.push(...c[u]),m=c.nextCursor}while(m);return v}async function l(f,p,{signal:u,opened:v,news:m}){let{response:c}=await n(f,"subscriptions/listen",{notifications:p},u);if(!to(c))throw new ie(`the server answered ${c.status}`);try{for await(let $ of Ht(c.body))$.method==="notifications/subscriptions/acknowledged"?v?.():$.method&&m($.method,$.params??{})}catch($){throw $.name==="AbortError"?$:new G}}return{request:o,call:r,read:i,list:s,listen:l}}function Qr(e){return{...e?._meta,[`${Wt}protocolVersion`]:Be,[`${Wt}clientCapabilities`]:{},[`${Wt}clientInfo`]:{name:"ensemble-console",version:"0.1.0"}}}function Yr(e,t,n){let o={"content-type":"application/json",accept:"application/json, text/event-stream","mcp-protocol-version":Be,"mcp-method":e},r=t?.name??t?.uri;return r&&(o["mcp-name"]=Zr(r)),n&&(o.authorization=`Bearer ${n}`),o}function Zr(e){if(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(e))return e;let t=new TextEncoder().encode(e);return`=?base64?${btoa(String.fromCharCode(...t))}?=`}function to(e){return(e.headers.get("content-type")??"").startsWith("text/event-stream")}async function Xr(e){try{return await e.json()}catch{throw new ie(`the server answered ${e.status}`)}}async function ei(e){return(await e.json().catch(()=>({}))).error?.message??`the server answered ${e.status}`}async function ti(e,t,n){try{for await(let o of Ht(e.body)){if(o.id===t)return o;o.method==="notifications/progress"&&n?.(o.params)}}catch(o){if(o.name==="AbortError")throw o}throw new G}var ut="ensemble.token",E=b("opening"),He=b(""),U=b(ri()),ni=no({token:()=>U.value}),d=Object.fromEntries(Object.entries(ni).map(([e,t])=>[e,(...n)=>oi(t(...n))]));async function oi(e){try{return await e}catch(t){throw Ft(t),t}}function Ft(e){e instanceof Ee&&e.status===401?(He.value=e.message,E.value="refused"):e instanceof G&&E.value!=="refused"&&(E.value="lost")}function oo(e){U.value=e.trim(),sessionStorage.setItem(ut,U.value),He.value="",E.value="opening"}function ro(){sessionStorage.removeItem(ut),U.value=null,He.value="you signed out of this tab",E.value="refused"}function ri(){let e=/^#token=([^&]+)(?:&(.*))?$/.exec(location.hash);return e&&(sessionStorage.setItem(ut,decodeURIComponent(e[1])),history.replaceState(null,"",`${location.pathname}#${e[2]??"/"}`)),sessionStorage.getItem(ut)}var Ut=b(!1),io=E.peek();H(()=>{let e=E.value;io==="lost"&&e==="live"&&(Ut.value=!0,setTimeout(()=>Ut.value=!1,4e3)),io=e});function so(){return a`<div class="banner" role="status">
    ${E.value==="lost"&&a`<p class="bad"><strong>The server does not answer.</strong> What you see is what it said last; the console comes back by itself.</p>`}
    ${E.value==="live"&&Ut.value&&a`<p class="good"><strong>The server is back.</strong> Nothing was missed.</p>`}
  </div>`}var ii={overview:"M3 10.5 10 4l7 6.5M5 9v7h10V9",jobs:"M4 4h4v12H4zM12 4h4v7h-4z",approvals:"M10 2.5l6 2.5v4.5c0 4-2.6 6.7-6 8-3.4-1.3-6-4-6-8V5zM7.2 10l2 2 3.6-3.8",actors:"M6.5 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM14 16.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.3 7.8l4 4.4",reasoning:"M10 3v4M10 7 5 12v4M10 7l5 5v4M3.5 17h3M13.5 17h3M8.5 3h3",avatars:"M4 3.5h8.5L16 7v9.5H4zM7 9h6M7 12h6M7 6h3",journal:"M5 3v14M5 5h11M5 10h11M5 15h11",playground:"M4 5l4.5 5L4 15M10 15h6",setup:"M10 12.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM10 2.5v2.2M10 15.3v2.2M2.5 10h2.2M15.3 10h2.2M4.7 4.7l1.5 1.5M13.8 13.8l1.5 1.5M15.3 4.7l-1.5 1.5M6.2 13.8l-1.5 1.5",menu:"M3 5.5h14M3 10h14M3 14.5h14",check:"M4 10.5l4 4 8-9"};function Jt({name:e}){return a`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${ii[e]} /></svg>`}function ao(){return a`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="16" cy="16" r="5" class="mark-core" />
    <circle cx="16" cy="4.5" r="3" /><circle cx="27.5" cy="16" r="3" />
    <circle cx="16" cy="27.5" r="3" /><circle cx="4.5" cy="16" r="3" />
    <path d="M16 7.5V11M21 16h3.5M16 21v3.5M7.5 16H11" />
  </svg>`}function L({title:e,children:t,actions:n}){return a`<header class="head">
    <div>
      <h1 tabindex="-1">${e}</h1>
      ${t&&a`<p class="lead">${t}</p>`}
    </div>
    ${n&&a`<div class="actions">${n}</div>`}
  </header>`}function h({title:e,aside:t,children:n,...o}){let{class:r="",...i}=o;return a`<section class=${`card ${r}`} ...${i}>
    ${e&&a`<div class="card-head"><h2>${e}</h2>${t&&a`<div class="aside">${t}</div>`}</div>`}
    ${n}
  </section>`}function C({tone:e="plain",children:t}){return a`<span class=${`badge ${e}`}>${t}</span>`}function Z({rows:e}){let t=e.filter(([,n])=>n!=null&&n!==""&&n!==!1);return a`<dl class="facts">
    ${t.map(([n,o])=>a`<div key=${n}><dt>${n}</dt><dd>${o}</dd></div>`)}
  </dl>`}function X({tone:e="plain",title:t,children:n}){let o=e==="bad"?"alert":"status";return a`<div class=${`notice ${e}`} role=${o}>
    ${t&&a`<strong>${t}</strong>`}
    <div>${n}</div>
  </div>`}function y({error:e}){if(!e)return null;let t=e.code&&a`<code>${e.code}</code>`;return a`<${X} tone="bad" title="That did not work">
    ${e.message} ${t} ${e.hint&&a`<div class="hint">${e.hint}</div>`}
  <//>`}function O({title:e,children:t}){return a`<div class="empty"><strong>${e}</strong>${t&&a`<p>${t}</p>`}</div>`}function be({text:e,label:t="Copy"}){let n=_("");return a`<button type="button" class="quiet" onClick=${async()=>{try{await navigator.clipboard.writeText(typeof e=="function"?e():e),n.value="Copied"}catch{n.value="The browser did not let us"}setTimeout(()=>n.value="",1600)}}>
    <span aria-live="polite">${n.value||t}</span>
  </button>`}function B({text:e,label:t,copy:n}){return a`<div class="code">
    <pre tabindex="0" aria-label=${t}>${e}</pre>
    <${be} text=${n??e} />
  </div>`}function J({label:e,hint:t,required:n,id:o,children:r}){return a`<div class="field">
    <label for=${o}>${e}${n&&a`<span class="required"> required</span>`}</label>
    ${r}
    ${t&&a`<div class="hint" id=${`${o}-hint`}>${t}</div>`}
  </div>`}function ee(e,t=new Date){let n=new Date(e);if(Number.isNaN(n.getTime()))return String(e??"");let o=n.toLocaleTimeString("en-GB",{hour12:!1});return n.toDateString()===t.toDateString()?o:`${n.toLocaleDateString("en-CA")} ${o}`}function ue(e,t=Date.now()){let n=Math.max(0,Math.round((t-new Date(e).getTime())/1e3));return n<60?`${n} s ago`:n<3600?`${Math.floor(n/60)} min ago`:n*1e3<864e5?`${Math.floor(n/3600)} h ago`:`${Math.floor(n*1e3/864e5)} d ago`}function lo(e){let t=[["d",86400],["h",3600],["min",60],["s",1]],n=t.findIndex(([,i])=>e>=i);if(n<0)return"0 s";let o=[],r=Math.floor(e);for(let[i,s]of t.slice(n,n+2)){let l=Math.floor(r/s);r-=l*s,l&&o.push(`${l} ${i}`)}return o.join(" ")}function R(e){return Number(e??0).toLocaleString("en-GB")}function W(e,t){return`${R(e)} ${t}${Number(e)===1?"":"s"}`}function co(e){return e<1e3?`${e} B`:e<1e6?`${Math.round(e/1e3)} kB`:e<1e9?`${(e/1e6).toFixed(1)} MB`:`${(e/1e9).toFixed(1)} GB`}function Ce(e){return Number.isFinite(e)?e<.01?`${(e*1e3).toFixed(1)} ms`:e<1?`${Math.round(e*1e3)} ms`:`${e.toFixed(1)} s`:"–"}function We(e,t=12){return String(e??"").slice(0,t)}function uo(e,t=160){if(e==null)return"";if(typeof e!="object")return String(e).slice(0,t);if(e.tool&&"micros"in e){let o=e.arguments?JSON.stringify(e.arguments):"",r=e.error?`failed with ${e.error}`:`in ${Ce(e.micros/1e6)}`;return`${e.tool} ${o} ${r}`.slice(0,t)}return Object.entries(e).filter(([,o])=>o!==null&&o!=="").map(([o,r])=>`${o} ${typeof r=="object"?JSON.stringify(r):r}`).join(" · ").slice(0,t)}function D(e,t=[]){let n=_(void 0),o=_(null),r=_(!1),i=K(0),s=async()=>{let f=++i.current;r.value=!0;try{let p=await e();if(f!==i.current)return;n.value=p,o.value=null}catch(p){f===i.current&&!(p instanceof G)&&(o.value=p)}finally{f===i.current&&(r.value=!1)}},l=E.value==="live";return P(()=>{l&&s()},[l,...t]),{value:n.value,error:o.value,busy:r.value,reload:s}}function N(e){let t=_({busy:!1,error:null,value:void 0}),n=async(...r)=>{t.value={...t.peek(),busy:!0,error:null};try{let i=await e(...r);return t.value={busy:!1,error:null,value:i},i}catch(i){t.value={busy:!1,error:i,value:void 0};return}},o=()=>t.value={busy:!1,error:null,value:void 0};return{...t.value,run:n,clear:o}}var z=b([]),Fe=b(!1);async function zt(){let e=await Vt("/readyz").then(n=>JSON.parse(n)),t=Object.keys(e.services??{});t.sort((n,o)=>fo(n)-fo(o)||n.localeCompare(o)),z.value=await Promise.all(t.map(n=>si(n,e.services[n]))),Fe.value=!0}async function si(e,t){let n=`/mcp/${e}`,o=await d.request(n,"server/discover"),[r,i,s]=await Promise.all([d.list(n,"tools/list","tools"),d.list(n,"resources/list","resources"),d.list(n,"resources/templates/list","resourceTemplates")]),l=o._meta?.["io.modelcontextprotocol/serverInfo"]??{};return{name:e,endpoint:n,...t,about:l,tools:r,resources:i,templates:s}}async function Vt(e){try{return await(await fetch(e,{cache:"no-store"})).text()}catch{let t=new G;throw Ft(t),t}}function fo(e){let t=["house","orchestrator","theater","reasoner","avatar"].indexOf(e);return t<0?99:t}function Kt(e){return z.value.find(t=>t.name===e)}function te(e,t){return Kt(e)?.tools.some(n=>n.name===t)??!1}var po=xe(()=>z.value.flatMap(e=>e.tools.map(t=>({service:e,tool:t}))));function ai(e,t){return t.filter(n=>!te(e,n))}function fe({title:e,name:t,tools:n,children:o}){if(!Fe.value)return a`<${L} title=${e} />`;let r=ai(t,n);if(!r.length)return o;let i=Kt(t)?`The service ${t} runs, but without ${r.join(", ")}.`:`The service ${t} does not run here.`;return a`<${L} title=${e} /><${h}><${O} title="Not served by this server">${i}<//><//>`}var Xt="/mcp/house",Yt="ensemble://events",li=500,ci=2e4,ui=200,we=b([]),V=b(0),Je=b(0),je=b(!1),Zt=new Set;function Ae(e){return Zt.add(e),()=>Zt.delete(e)}async function ze(e,t=li){return d.read(Xt,`${Yt}?after=${e}&limit=${t}`)}var Ne=null;async function vo(){let e=500;for(;;){let t=Date.now(),n=U.peek();try{if(await zt(),!z.value.some(o=>o.name==="house")){je.value=!0,E.value="live",await ho(3e4);continue}await fi(),E.value="lost"}catch{if(U.peek()!==n)continue;(E.value==="opening"||E.value==="live")&&(E.value="lost")}e=Date.now()-t>1e4?500:Math.min(e*1.6,5e3),await ho(E.value==="refused"?null:e)}}async function fi(){let e=new AbortController,t=()=>document.visibilityState==="visible"&&Qt().catch(()=>e.abort());document.addEventListener("visibilitychange",t);let n=U.peek(),o=H(()=>{(U.value!==n||E.value==="refused")&&e.abort()});try{await d.listen(Xt,{resourceSubscriptions:[Yt],toolsListChanged:!0},{signal:e.signal,opened:()=>Qt().then(()=>E.value="live",()=>e.abort()),news:(r,i)=>{i.uri===Yt&&Qt().catch(()=>e.abort()),r==="notifications/tools/list_changed"&&zt().catch(()=>{})}})}finally{o(),document.removeEventListener("visibilitychange",t)}}var Ue=null,Gt=!1;function Qt(){return Ue?(Gt=!0,Ue):(Ue=(async()=>{try{do Gt=!1,await pi();while(Gt)}finally{Ue=null}})(),Ue)}async function pi(){for(Ne===null&&await mo();;){let e=await ze(Ne);if(e.head<Ne){we.value=[],await mo();continue}if(e.events.length&&mi(e.events),Ne=e.next_after,V.value=e.head,Ne>=e.head)return}}async function mo(){let{journal:e}=await d.read(Xt,"ensemble://status");Je.value=e.archived_up_to,Ne=Math.max(Je.value,e.head-ui),V.value=e.head}function mi(e){we.value=[...we.value,...e].slice(-ci);for(let t of Zt)t(e)}function ho(e){return new Promise(t=>{let n=U.value,o=e===null?null:setTimeout(i,e),r=setInterval(()=>U.value!==n&&i(),100);addEventListener("online",i,{once:!0});function i(){clearTimeout(o),clearInterval(r),removeEventListener("online",i),t()}})}var di="/mcp/orchestrator",Ve=b([]),ft=b(null);async function pt(){if(te("orchestrator","list_pending_approvals"))try{Ve.value=(await d.read(di,"approvals://pending")).pending,ft.value=null}catch(e){ft.value=e}}var hi=/^(job|approval|session)\./;Ae(e=>{e.some(n=>n.service==="orchestrator"&&hi.test(n.kind)&&n.kind!=="job.progress")&&pt()});H(()=>{E.value==="live"&&z.value.length&&pt()});var Q=b($o());addEventListener("hashchange",()=>Q.value=$o());function $o(){let t=location.hash.replace(/^#\/?/,"").split("/").filter(Boolean).map(vi);return t.length?t:["overview"]}function vi(e){try{return decodeURIComponent(e)}catch{return e}}function j(...e){return`#/${e.map(encodeURIComponent).join("/")}`}function ne(...e){location.hash=j(...e)}var $i="/mcp/orchestrator",_i=["list_pending_approvals","approve_job","deny_job"],gi={deploy:"bad",push:"bad",shell:"warn",write:"accent"};function en(){let e=Ve.value.length;return e>0&&a`<span class="tally">${e}<span class="hidden"> waiting</span></span>`}en.count=()=>Ve.value.length;function _o(){return a`<${fe} title="Approvals" name="orchestrator" tools=${_i}><${yi} /><//>`}function yi(){let e=_(""),t=Ve.value;return a`<${L} title="Approvals">An agent waits until a person answers; the answer is for this exact command.<//>
    <div aria-live="polite">${e.value&&a`<${X} tone="good">${e.value}<//>`}</div>
    <${y} error=${ft.value} />
    ${!t.length&&a`<${h}><${O} title="Nothing waits for you" /><//>`}
    <div class="stack">${t.map(n=>a`<${bi} key=${n.approval_id??n.job_id} asked=${n} say=${o=>e.value=o} />`)}</div>`}function bi({asked:e,say:t}){let n=_(""),o=N(async(s,l)=>{let{message:f}=await d.call($i,s,{job_id:e.job_id,...l});t(f),await pt()}),r=e.approval_id?{approval_id:e.approval_id}:{},i=e.scopes??[e.approval_scope];return a`<${h} class="question" title=${e.instruction}
      aside=${i.map(s=>a`<${C} key=${s} tone=${gi[s]??"warn"}>${s}<//>`)}>
    ${e.command&&a`<${B} label="The exact command" text=${e.command} />`}
    <${Z} rows=${[["Job",a`<a href=${j("jobs",e.job_id)}>${We(e.job_id,18)}</a>`],["Session",`${e.session_id} of ${e.project_id}`],["Tool",e.tool],["Asked",a`<time datetime=${e.created_at}>${ue(e.created_at)}</time>`],["Expires",e.expires_at&&a`<time datetime=${e.expires_at}>${ee(e.expires_at)}</time>`],["Digest",e.digest&&a`<code>${We(e.digest,24)}</code>`],["Approved by",e.approvers?.length?e.approvers.join(", "):""]]} />
    <${y} error=${o.error} />
    <${J} label="Reason, if you deny it" id=${`reason-${e.job_id}`}>
      <input id=${`reason-${e.job_id}`} value=${n.value} onInput=${s=>n.value=s.currentTarget.value} />
    <//>
    <div class="actions">
      <button type="button" class="primary" disabled=${o.busy} onClick=${()=>o.run("approve_job",r)}>Approve</button>
      <button type="button" disabled=${o.busy} onClick=${()=>o.run("approve_job",{...r,scope:"job"})}>Allow for this job</button>
      <button type="button" class="danger" disabled=${o.busy}
        onClick=${()=>o.run("deny_job",n.value.trim()?{reason:n.value.trim()}:{})}>Deny</button>
    </div>
  <//>`}var wi=200;function pe(e,t=()=>!0){let n=_(0);return P(()=>{let o=null,r=Ae(i=>{!i.some(l=>l.service===e&&l.kind!=="call.made"&&t(l))||o||(o=setTimeout(()=>{o=null,n.value+=1},wi))});return()=>{clearTimeout(o),r()}},[e]),n.value}var tn=b("");function go(e){tn.value=e??""}function yo(e,t){return t?.source_number?j("avatars",e,"source",t.source_number,t.page_label??t.page_index??1):null}function ki(e,t){let n=t.trim().split(/\s+/).filter(Boolean);if(!n.length)return[e,"",""];let o=n.map(s=>s.replace(/[.*+?^${}()|[\]\\]/g,"\\$&")).join("\\s+"),r=new RegExp(o,"u").exec(e);if(!r)return[e,"",""];let i=r.index+r[0].length;return[e.slice(0,r.index),r[0],e.slice(i)]}function bo({id:e,number:t,label:n}){let o=`avatar://${encodeURIComponent(e)}/source/${t}/page/${encodeURIComponent(n)}`,r=D(()=>d.read("/mcp/avatar",o),[o]),i=K(null);P(()=>i.current?.scrollIntoView({block:"center"}),[r.value,tn.value]);let[s,l,f]=ki(r.value??"",tn.value);return a`<${h} title=${`Source ${t}, page ${n}`} aside=${a`<a href=${j("avatars",e)}>Close</a>`}>
    <${y} error=${r.error} />
    <div class="page-text" tabindex="0" role="region" aria-label="Text of the page">${s}${l&&a`<mark ref=${i}>${l}</mark>`}${f}</div>
  <//>`}var xi={high:"good",medium:"accent",low:"warn"};function wo({id:e}){let t=_(""),n=N(r=>d.call("/mcp/avatar","generate_response",{avatar:e,question:r}));return a`<${h} title="Ask">
    <form class="line" onSubmit=${r=>{r.preventDefault(),t.value.trim()&&n.run(t.value.trim())}}>
      <label class="hidden" for="avatar-question">Question</label>
      <input id="avatar-question" data-search autocomplete="off" value=${t.value}
        onInput=${r=>t.value=r.currentTarget.value} />
      <button class="primary" disabled=${n.busy}>${n.busy?"Reading":"Ask"}</button>
    </form>
    <${y} error=${n.error} />
    <div aria-live="polite">${n.value&&a`<${Si} id=${e} answer=${n.value} />`}</div>
  <//>`}function Si({id:e,answer:t}){return a`<div class="answer">
    <p class="answer-text pre">${t.response}</p>
    <p><${C} tone=${xi[t.confidence]??"plain"}>confidence ${t.confidence}<//>
      ${t.citations.length===0&&a` <span class="dim">no quotation, so no claim</span>`}</p>
    ${t.citations.length>0&&a`<h3>Quotations</h3>
      <ol class="evidence">${t.citations.map((n,o)=>a`<li key=${o}>
        <q>${n.quote}</q> <${nn} id=${e} cited=${n} quote=${n.quote} />
      </li>`)}</ol>`}
  </div>`}function nn({id:e,cited:t,quote:n}){let o=`${t.source}${t.page?`, page ${t.page}`:""}`,r=yo(e,t._meta);return r?a`<a href=${r} onClick=${()=>go(n)}><cite>${o}</cite></a>`:a`<cite>${o}</cite>`}function ko({id:e}){let t=_(""),n=N(r=>d.call("/mcp/avatar","query_corpus",{avatar:e,query:r,limit:10,threshold:0}));return a`<${h} title="Search">
    <form class="line" onSubmit=${r=>{r.preventDefault(),t.value.trim()&&n.run(t.value.trim())}}>
      <label class="hidden" for="avatar-search">Words</label>
      <input id="avatar-search" type="search" value=${t.value} onInput=${r=>t.value=r.currentTarget.value} />
      <button disabled=${n.busy}>Search</button>
    </form>
    <${y} error=${n.error} />
    <div aria-live="polite">
      ${n.value?.passages.length===0&&a`<${O} title="No passage fits" />`}
      <ol class="passages">${n.value?.passages.map((r,i)=>a`<li key=${i}>
        <meter min="0" max="1" value=${r.score} aria-label=${`score ${r.score}`}></meter>
        <span class="dim">${r.score.toFixed(2)}</span>
        <${nn} id=${e} cited=${r} quote=${r.content} />
        <p class="clamp">${r.content}</p>
      </li>`)}</ol>
    </div>
  <//>`}var on="/mcp/avatar",Ti=["query_corpus","generate_response","get_avatar_info"];function xo(){return a`<${fe} title="Avatars" name="avatar" tools=${Ti}><${Ei} /><//>`}function Ei(){let[,e,t,n,o]=Q.value,r=pe("avatar"),i=D(async()=>(await d.list(on,"resources/list","resources")).map(({uri:p})=>/^avatar:\/\/([^/]+)$/.exec(p)?.[1]).filter(Boolean).map(decodeURIComponent),[r]),s=i.value??[],l=e??s[0];return a`<${L} title="Avatars">Every claim is a quotation with its page, or the answer is that the writings do not say.<//>
    <${y} error=${i.error} />
    ${i.value&&!s.length&&a`<${h}><${O} title="No avatar yet">
      The command <code>ensemble avatar</code> makes one and adds writings to it.<//><//>`}
    ${s.length>0&&a`<div class="split narrow-left">
      <${h} title="Avatars" class="choice"><ul>${s.map(f=>a`<li key=${f}>
        <a href=${j("avatars",f)} aria-current=${f===l?"true":void 0}>${f}</a></li>`)}</ul><//>
      <div class="stack" key=${l}>
        ${t==="source"&&a`<${bo} id=${l} number=${n} label=${o} />`}
        <${wo} id=${l} />
        <${ko} id=${l} />
        <${Ci} id=${l} turn=${r} />
      </div>
    </div>`}`}function Ci({id:e,turn:t}){let n=D(()=>d.call(on,"get_avatar_info",{avatar:e}),[e,t]),o=D(()=>d.read(on,`avatar://${encodeURIComponent(e)}/sources`),[e,t]),r=n.value;return a`<${h} title=${r?.name??e}>
    <${y} error=${n.error??o.error} />
    ${r&&a`<p>${r.description}</p>
      <${Z} rows=${[["Writings",`${W(r.document_count,"document")}, ${R(r.corpus_size)} words`],["Knows about",r.expertise?.map(i=>a`<${C} key=${i}>${i}<//> `)]]} />`}
    ${o.value?.sources?.length>0&&a`<h3>Works</h3>
      <ol class="works">${o.value.sources.map(i=>a`<li key=${i.id}>
        <a href=${j("avatars",e,"source",i.number,"1")}>${i.title}</a>
        <span class="dim">${[i.year,i.pages>0&&W(i.pages,"page"),`${R(i.words)} words`].filter(Boolean).join(", ")}</span>
        ${i.warnings?.map(s=>a`<div class="hint" key=${s}>${s}</div>`)}
      </li>`)}</ol>`}
  <//>`}var rn="/mcp/orchestrator",So=500,Ni={done:"good",failed:"bad",canceled:"plain",running:"accent",waiting_approval:"warn"};function To({id:e,turn:t}){let n=pe("orchestrator",p=>p.data?.job_id===e),o=D(async()=>(await d.call(rn,"get_job",{job_id:e})).job,[e,t]),r=D(()=>d.call(rn,"get_job_logs",{job_id:e,tail:So}),[e,t,n]),i=N(()=>d.call(rn,"cancel_job",{job_id:e,reason:"canceled in the console"})),s=o.value,l=s&&!s.finished_at,f=s&&a`<${C} tone=${Ni[s.status]??"plain"}>${s.status.replace("_"," ")}<//>
    ${l&&a`<button type="button" class="danger" disabled=${i.busy} onClick=${i.run}>Cancel</button>`}
    <a href=${j("jobs")}>Close</a>`;return a`<${h} title=${s?.instruction??"Job"} aside=${f} class="job">
    <${y} error=${o.error??i.error} />
    ${s&&a`<${Z} rows=${[["Session",`${s.session_id} of ${s.project_id}`],["Waits for",s.status==="waiting_approval"&&a`<a href=${j("approvals")}>your answer: ${s.approval_scope}</a>`],["Began",s.started_at&&ee(s.started_at)],["Ended",s.finished_at&&ee(s.finished_at)],["Cost",s.cost_usd>0&&`$${s.cost_usd.toFixed(2)}`],["Result",s.result_summary],["Error",s.error],["Files",s.files_changed?.length>0&&a`<ul>${s.files_changed.map(p=>a`<li key=${p}><code>${p}</code></li>`)}</ul>`]]} />`}
    <h3>What it printed${r.value?.truncated?`, the last ${So} lines`:""}</h3>
    <${ji} text=${r.value?.content??""} error=${r.error} />
  <//>`}function ji({text:e,error:t}){let n=K(null),o=K(!0),r=({currentTarget:i})=>o.current=i.scrollTop+i.clientHeight>i.scrollHeight-20;return P(()=>{o.current&&n.current&&(n.current.scrollTop=n.current.scrollHeight)},[e]),t?a`<${y} error=${t} />`:a`<pre class="log" ref=${n} onScroll=${r} tabindex="0" aria-label="Log">${e||"Nothing yet."}</pre>`}var sn="/mcp/orchestrator";function Eo({sessions:e}){let t=e[0]?.session_id??"",n=_({session_id:"",instruction:""}),o=N(async()=>{let i=n.value.session_id||t,{job:s}=await d.call(sn,"run_instruction",{session_id:i,instruction:n.value.instruction});n.value={...n.value,instruction:""},ne("jobs",s.job_id)}),r=i=>s=>n.value={...n.value,[i]:s.currentTarget.value};return a`<${h} title="New job"><form onSubmit=${an(o)}>
    <${J} label="Session" id="job-session"><select id="job-session" value=${n.value.session_id||t} onChange=${r("session_id")}>
      ${e.map(i=>a`<option key=${i.session_id} value=${i.session_id}>${i.session_id} ${i.display_name}</option>`)}
    </select><//>
    <${J} label="Instruction" id="job-instruction">
      <textarea id="job-instruction" rows="2" value=${n.value.instruction} onInput=${r("instruction")}></textarea><//>
    <button class="primary" disabled=${o.busy||!e.length||!n.value.instruction.trim()}>Queue it</button>
    <${y} error=${o.error} />
  </form><//>`}function Co({projects:e}){let t=e[0]?.project_id??"",n=_({project_id:"",branch:"",display_name:""}),o=N(async()=>{let{project_id:i,branch:s,display_name:l}=n.value,f=l.trim()?{display_name:l.trim()}:{};await d.call(sn,"create_session",{project_id:i||t,branch:s.trim(),...f}),n.value={project_id:i,branch:"",display_name:""}}),r=i=>s=>n.value={...n.value,[i]:s.currentTarget.value};return a`<${h} title="New session"><form onSubmit=${an(o)}>
    <${J} label="Project" id="session-project"><select id="session-project" value=${n.value.project_id||t} onChange=${r("project_id")}>
      ${e.map(i=>a`<option key=${i.project_id} value=${i.project_id}>${i.name}</option>`)}
    </select><//>
    <${J} label="Branch" id="session-branch" hint="Made if it does not exist.">
      <input id="session-branch" spellcheck="false" aria-describedby="session-branch-hint" value=${n.value.branch} onInput=${r("branch")} /><//>
    <${J} label="Name" id="session-display"><input id="session-display" value=${n.value.display_name} onInput=${r("display_name")} /><//>
    <button disabled=${o.busy||!e.length||!n.value.branch.trim()}>Make it</button>
    <${y} error=${o.error} />
  </form><//>`}function No(){let e=_(""),t=N(async()=>{await d.call(sn,"register_project",{path:e.value.trim()}),e.value=""});return a`<${h} title="New project"><form onSubmit=${an(t)}>
    <${J} label="Folder of a git repository" id="project-path">
      <input id="project-path" spellcheck="false" value=${e.value} onInput=${n=>e.value=n.currentTarget.value} /><//>
    <button disabled=${t.busy||!e.value.trim()}>Register it</button>
    <${y} error=${t.error} />
  </form><//>`}function an(e){return t=>{t.preventDefault(),e.run()}}var Ai={running:"accent",blocked:"warn",idle:"plain"};function jo({projects:e,sessions:t}){let n=N(o=>d.call("/mcp/orchestrator","close_session",{session_id:o}));return a`<${h} title="Projects and sessions">
    <${y} error=${n.error} />
    ${n.value&&a`<${X} tone="good">${n.value.message}<//>`}
    ${!e.length&&a`<${O} title="No project yet">Register a repository to begin.<//>`}
    ${e.map(o=>a`<div key=${o.project_id} class="project">
      <h3>${o.name} <code>${o.path}</code></h3>
      <ul>${t.filter(r=>r.project_id===o.project_id).map(r=>a`<li key=${r.session_id}>
        <div><strong>${r.session_id}</strong> ${r.display_name} <code>${r.branch}</code>
          <div class="hint">${r.blocked_reason??r.last_summary??""} ${ue(r.last_activity_at)}</div></div>
        <div class="actions"><${C} tone=${Ai[r.state]??"plain"}>${r.state}<//>
          <button type="button" class="quiet" disabled=${n.busy} aria-label=${`Close session ${r.session_id}`}
            onClick=${()=>n.run(r.session_id)}>Close</button></div>
      </li>`)}</ul>
    </div>`)}
  <//>`}var ln="/mcp/orchestrator",Oi=["list_projects","list_sessions","list_jobs","run_instruction"],Mi=[["Queued",["queued"]],["Running",["running"]],["Waiting for you",["waiting_approval"]],["Done",["done"]],["Not done",["failed","canceled"]]];function Ao(){return a`<${fe} title="Jobs" name="orchestrator" tools=${Oi}><${Ii} /><//>`}function Ii(){let e=pe("orchestrator",s=>s.kind!=="job.progress"),t=D(async()=>{let[{projects:s},{sessions:l},{jobs:f}]=await Promise.all([d.read(ln,"projects://list"),d.read(ln,"sessions://active"),d.call(ln,"list_jobs",{limit:100})]);return{projects:s,sessions:l,jobs:f}},[e]),n=Q.value[1],{projects:o=[],sessions:r=[],jobs:i=[]}=t.value??{};return a`<${L} title="Jobs">Coding agents on real repositories, each session in a worktree of its own.<//>
    <${y} error=${t.error} />
    ${n&&a`<${To} key=${n} id=${n} turn=${e} />`}
    <${Pi} jobs=${i} current=${n} />
    <div class="grid">
      <${jo} projects=${o} sessions=${r} />
      <div class="stack">
        <${Eo} sessions=${r} />
        <${Co} projects=${o} />
        <${No} />
      </div>
    </div>`}function Pi({jobs:e,current:t}){return e.length?a`<div class="board">${Mi.map(([n,o])=>{let r=e.filter(i=>o.includes(i.status));return a`<section key=${n} class="lane" aria-label=${n}>
      <h2>${n} <span class="dim">${r.length}</span></h2>
      <ul>${r.slice(0,30).map(i=>a`<li key=${i.job_id}>
        <a href=${j("jobs",i.job_id)} aria-current=${i.job_id===t?"true":void 0}>
          <span class="clamp">${i.instruction}</span>
          <span class="hint">${i.session_id} · ${ue(i.finished_at??i.started_at??i.created_at)}</span>
          ${i.status==="failed"&&a`<${C} tone="bad">failed<//>`}
        </a>
      </li>`)}</ul>
    </section>`})}</div>`:a`<${h}><${O} title="No job yet">Give a session an instruction below.<//><//>`}function mt({event:e}){return a`<span class="event-line">
    <span class="seq">#${e.seq}</span>${" "}
    <time datetime=${e.at}>${ee(e.at)}</time>${" "}
    <span class=${`service ${e.service}`}>${e.service}</span>${" "}
    <span class="kind">${e.kind}</span>${" "}
    <span class="gist">${uo(e.data)}</span>
  </span>`}var Oo=100,cn=2e3;function dt({value:e,open:t=2}){return a`<div class="json"><${Mo} value=${e} open=${t} /></div>`}function Mo({value:e,open:t}){return e!==null&&typeof e=="object"?a`<${Di} value=${e} open=${t} />`:typeof e=="string"?a`<${Li} text=${e} />`:a`<span class="json-other">${String(e)}</span>`}function Li({text:e}){let t=_(!1);return e.length<=cn||t.value?a`<span class="json-text">${e}</span>`:a`<span class="json-text">${e.slice(0,cn)}…</span>
    <button type="button" class="link" onClick=${()=>t.value=!0}>
      ${e.length-cn} more characters
    </button>`}function Di({value:e,open:t}){let n=Array.isArray(e),o=n?e.map((f,p)=>[p,f]):Object.entries(e),r=_(t>0),i=_(Oo);if(!o.length)return a`<span class="json-other">${n?"[ ]":"{ }"}</span>`;let s=W(o.length,n?"item":"field"),l=f=>r.value=f.currentTarget.open;return a`<details open=${r.value} onToggle=${l}>
    <summary>${s}</summary>
    ${r.value&&a`<ul>
      ${o.slice(0,i.value).map(([f,p])=>a`<li key=${f}>
        <span class="json-key">${f}</span> <${Mo} value=${p} open=${t-1} />
      </li>`)}
      ${o.length>i.value&&a`<li>
        <button type="button" class="link" onClick=${()=>i.value+=Oo}>
          ${o.length-i.value} more
        </button>
      </li>`}
    </ul>`}
  </details>`}var me=b({busy:!1});async function Io(){if(!me.value.busy){me.value={busy:!0};try{let e=({progress:o,total:r})=>me.value={busy:!0,done:o,total:r},t={name:"verify_audit",arguments:{},_meta:{progressToken:"verify"}},n=await d.request("/mcp/house","tools/call",t,{progress:e});if(n.isError)throw new Error(n.content?.[0]?.text??"the check failed");me.value={busy:!1,result:n.structuredContent,at:new Date().toISOString()}}catch(e){me.value={busy:!1,error:e}}}}function ht(){let{busy:e,done:t,total:n}=me.value,o=n?` ${Math.round(100*t/n)} %`:"";return a`<button type="button" onClick=${Io} disabled=${e}>${e?`Checking${o}`:"Verify now"}</button>`}function vt(){let{result:e,error:t,at:n}=me.value;return a`<div class="verdict" aria-live="polite">
    ${t&&a`<${y} error=${t} />`}
    ${e?.ok&&a`<${C} tone="good">Verified<//>
      <span>${W(e.events,"event")} up to #${R(e.head)}, every link, at ${ee(n)}</span>`}
    ${e&&!e.ok&&a`<${X} tone="bad" title="The journal is not as it was written">
      <ul>${e.faults.map(o=>a`<li key=${o}>${o}</li>`)}</ul>
    <//>`}
    ${!e&&!t&&a`<span class="dim">Not checked in this tab yet</span>`}
  </div>`}var Po=8;function qi({top:e,view:t,height:n,total:o}){let r=Math.max(0,Math.floor(e/n)-Po),i=Math.min(o,Math.ceil((e+t)/n)+Po);return{first:Math.min(r,Math.max(0,o-1)),last:i}}function Ri(e,t,{page:n,total:o}){let r={ArrowDown:1,ArrowUp:-1,PageDown:n,PageUp:-n,Home:-o,End:o};if(!(e in r)||!o)return null;let i=t<0?r[e]>0?-1:0:t;return Math.max(0,Math.min(o-1,i+r[e]))}function Lo({items:e,height:t=36,keyOf:n,render:o,chosen:r,choose:i,label:s,onEnd:l,id:f}){let p=K(null),u=_(0),v=_(600);Un(()=>{let k=()=>v.value=p.current?.clientHeight??600;k();let S=new ResizeObserver(k);return S.observe(p.current),()=>S.disconnect()},[]);let{first:m,last:c}=qi({top:u.value,view:v.value,height:t,total:e.length}),$=()=>{u.value=p.current.scrollTop,p.current.scrollTop+p.current.clientHeight>p.current.scrollHeight-10*t&&l?.()},g=e.findIndex(k=>n(k)===r),w=k=>{let S=Math.max(1,Math.floor(v.value/t)-1),de=Ri(k.key,g,{page:S,total:e.length});de!==null&&(k.preventDefault(),i(n(e[de])),Bi(p.current,de,t))},A=k=>`${f}-${n(k)}`,x=g>=m&&g<c?A(e[g]):void 0;return a`<div class="rows" ref=${p} role="listbox" tabindex="0" aria-label=${s}
      aria-activedescendant=${x} onScroll=${$} onKeyDown=${w}>
    <div class="rows-all" role="presentation" style=${{height:`${e.length*t}px`}}>
      ${e.slice(m,c).map((k,S)=>a`<div key=${n(k)} id=${A(k)}
          class="row" role="option" aria-selected=${n(k)===r} aria-setsize=${e.length}
          aria-posinset=${m+S+1} onClick=${()=>i(n(k))}
          style=${{top:`${(m+S)*t}px`,height:`${t}px`}}>
        ${o(k)}
      </div>`)}
    </div>
  </div>`}function Bi(e,t,n){let o=t*n;o<e.scrollTop?e.scrollTop=o:o+n>e.scrollTop+e.clientHeight&&(e.scrollTop=o+n-e.clientHeight)}function un(e,t){return["service","kind","stream","principal"].every(n=>!e[n]||e[n]===t[n])}function Do(e,t,{limit:n=1e3,floor:o=0}={}){let r=t,i=500;async function s(l,f){let p=[],u=l;for(;u<f-1;){let v=await e(u,n),m=v.filter(c=>c.seq<f);if(p.push(...m),v.length<n||m.length<v.length)break;u=v.at(-1).seq}return p}return{get done(){return r<=o+1},get low(){return r},async older(){for(;r>o+1;){let l=Math.max(o,r-1-i),f=await s(l,r);if(r=l+1,i=f.length<n/2?Math.min(i*4,1048576):500,f.length)return f.reverse()}return[]}}}var fn=1e3;function qo(e){let t=b([]),n=b(0),o=b(!1),r=b(!1),i=b(null),s=null,l=0;async function f(){if(!(r.value||o.value||!s)){r.value=!0;try{let m=await s.older();t.value=[...t.value,...m],n.value=s.low,o.value=s.done,i.value=null}catch(m){m instanceof G||(i.value=m)}finally{r.value=!1}}}function p(){let m=we.peek();t.value=m.filter(g=>un(e,g)).reverse();let c=m.length?m[0].seq:V.peek()+1;l=m.length?m.at(-1).seq:V.peek(),s=Do((g,w)=>Ro(e,g,w),c,{limit:fn,floor:Je.peek()}),n.value=c,o.value=s.done,t.peek().length<100&&f()}function u(){let m=Ae($=>{let g=$.filter(w=>w.seq>l&&un(e,w)).reverse();l=Math.max(l,$.at(-1).seq),g.length&&(t.value=[...g,...t.peek()])}),c=H(()=>{V.value>0&&!s&&queueMicrotask(()=>s??p())});return()=>{m(),c()}}return{rows:t,low:n,done:o,busy:r,error:i,more:f,start:u,find:m=>t.value.find(c=>c.seq===m)}}async function Ro(e,t,n){let o=Object.fromEntries(Object.entries(e).filter(([,i])=>i));return Object.keys(o).length?(await d.call("/mcp/house","list_events",{...o,after:t,limit:n})).events:(await ze(t,n)).events}async function Bo(e){let t=[],n=Je.peek();for(;;){let i=await Ro(e,n,fn);if(t.push(...i.map(s=>`${JSON.stringify(s)}
`)),i.length<fn)break;n=i.at(-1).seq}let o=URL.createObjectURL(new Blob(t,{type:"application/x-ndjson"})),r=document.createElement("a");return r.href=o,r.download="ensemble-journal.jsonl",r.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4),t.length}function Ho(){let e=_({service:"",kind:"",stream:"",principal:""}),t=Hi(e.value),n=Number(Q.value[1])||null,o=s=>ne("journal",s),r=N(()=>Bo(e.value));if(je.value)return a`<${L} title="Journal" /><${O} title="Not served by this server">It runs without the house's own service.<//>`;let i=a`<${ht} />
    <button type="button" onClick=${r.run} disabled=${r.busy}>${r.busy?"Exporting":"Export"}</button>`;return a`<${L} title="Journal" actions=${i}>
      Everything that happened, hash-chained. <span class="nowrap">${W(V.value,"event")}.</span>
    <//>
    <${vt} />
    <${y} error=${r.error??t.error.value} />
    <${Wi} filter=${e} />
    <div class="split">
      <${Fi} reel=${t} chosen=${n} choose=${o} />
      <${Ui} reel=${t} seq=${n} />
    </div>`}function Hi(e){let t=JSON.stringify(e),n=ce(()=>qo(e),[t]);return P(()=>n.start(),[n]),n}function Wi({filter:e}){let t=r=>i=>{let s=i.currentTarget.value.trim();s!==e.value[r]&&(e.value={...e.value,[r]:s})},n=z.value.map(r=>r.name),o=(r,i)=>a`<label>${i}
    <input type="search" value=${e.value[r]} onChange=${t(r)} data-search=${r==="kind"} spellcheck="false" /></label>`;return a`<form class="filters" role="search" aria-label="Filter events" onSubmit=${r=>r.preventDefault()}>
    <label>Service
      <select value=${e.value.service} onChange=${t("service")}>
        <option value="">all</option>
        ${n.map(r=>a`<option key=${r} value=${r}>${r}</option>`)}
      </select>
    </label>
    ${o("kind","Kind")}${o("stream","Stream")}${o("principal","Person")}
  </form>`}function Fi({reel:e,chosen:t,choose:n}){let o=e.rows.value;if(!o.length&&e.done.value)return a`<${h} class="list"><${O} title="No event matches">Take a filter away to see more.<//><//>`;let r=e.done.value?`${W(o.length,"event")}, all there are`:`${W(o.length,"event")}, back to #${R(e.low.value)}`;return a`<${h} class="list">
    <${Lo} id="event" label="Events, newest first" items=${o} keyOf=${i=>i.seq}
      chosen=${t} choose=${n} onEnd=${e.more} render=${i=>a`<${mt} event=${i} />`} />
    <p class="list-foot"><span>${r}</span>
      ${!e.done.value&&a`<button type="button" class="link" onClick=${e.more} disabled=${e.busy.value}>Look further back</button>`}
    </p>
  <//>`}function Ui({reel:e,seq:t}){let n=t&&e.find(t),o=D(()=>t&&!n?ze(t-1,1):null,[t]),r=n||o.value?.events.find(i=>i.seq===t);return r?a`<${h} class="detail" title=${`#${R(r.seq)} ${r.kind}`} aside=${a`<${be} label="Copy JSON" text=${()=>JSON.stringify(r,null,2)} />`}>
    <${Z} rows=${[["When",a`<time datetime=${r.at}>${r.at}</time>`],["Service",r.service],["Stream",a`<code>${r.stream}</code>`],["Person",r.principal],["Hash",a`<code class="wrap">${r.hash}</code>`],["Touches",r.touches?.length?r.touches.map(i=>a`<${C} key=${i}>${i}<//>`):""]]} />
    <h3>What happened</h3>
    <${dt} value=${r.data} open=${3} />
  <//>`:a`<${h} class="detail"><${O} title="Choose an event">It shows what exactly was recorded, and its link in the chain.<//><//>`}var Ji=/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/,zi=/(\w+)="((?:[^"\\]|\\.)*)"/g;function Fo(e){let t=[];for(let n of e.split(`
`)){if(!n||n.startsWith("#"))continue;let o=Ji.exec(n);if(!o)continue;let r=Object.fromEntries([...(o[2]??"").matchAll(zi)].map(([,i,s])=>[i,s]));t.push({name:o[1],labels:r,value:Number(o[3])})}return t}var Wo="mcp_server_operation_duration_seconds";function pn(e){let t=e.filter(i=>i.labels.mcp_method_name==="tools/call"),n=t.filter(i=>i.name===`${Wo}_count`),o=new Map;for(let i of t.filter(s=>s.name===`${Wo}_bucket`)){let s=i.labels.le==="+Inf"?1/0:Number(i.labels.le);o.set(s,(o.get(s)??0)+i.value)}let r=i=>i.reduce((s,l)=>s+l.value,0);return{total:r(n),failed:r(n.filter(i=>i.labels.error_type)),buckets:[...o].sort(([i],[s])=>i-s)}}function mn(e,t){let n=e.at(-1)?.[1]??0;if(!n)return NaN;let o=e.find(([,r])=>r>=t*n);return o[0]!==1/0?o[0]:e.at(-2)?.[0]??NaN}function Uo(e){return{connections:e.filter(n=>n.name==="ensemble_connections").map(n=>[n.labels.network_protocol_name,n.value]),subscriptions:e.find(n=>n.name==="ensemble_subscriptions")?.value??0,refused:e.filter(n=>n.name==="ensemble_refused_total").map(n=>[n.labels.reason,n.value])}}function Ki(e,t,n,o=Math.max(...e,0)){if(e.length<2)return"";let r=t/(e.length-1),i=s=>o>0?n-s/o*(n-2)-1:n-1;return e.map((s,l)=>`${l?"L":"M"}${(l*r).toFixed(1)} ${i(s).toFixed(1)}`).join("")}function Jo({values:e,label:t,width:n=320,height:o=56}){let r=Ki(e,n,o);return a`<svg class="chart" viewBox=${`0 0 ${n} ${o}`} preserveAspectRatio="none" role="img" aria-label=${t}>
    ${r&&a`<path class="chart-area" d=${`${r}L${n} ${o}L0 ${o}Z`} />`}
    ${r&&a`<path class="chart-line" d=${r} />`}
  </svg>`}var zo=5e3,Gi=60;function Vo(){let t=D(()=>d.read("/mcp/house","ensemble://status"),[V.value]).value,n=t&&a`Version ${t.version}, up for ${lo(t.uptime_seconds)}, process ${t.pid}.`;return a`<${L} title="Overview">${n||"What runs here, and what it did last."}<//>
    <div class="grid">
      <${Qi} />
      <${Yi} />
      <${es} listeners=${t?.listeners} />
      <${ts} journal=${t?.journal} />
      <${ns} />
    </div>`}function Qi(){return a`<${h} title="Services" class="wide">
    <ul class="services">
      ${z.value.map(e=>a`<li key=${e.name}>
        <div><span class=${`service ${e.name}`}>${e.name}</span> <span class="dim">${e.about.description}</span></div>
        <div class="services-state">
          ${e.tools.length?a`<a href=${j("playground",e.name)}>${W(e.tools.length,"tool")}</a>`:a`<span class="dim">no tools</span>`}
          <${C} tone=${e.ready?"good":"bad"}>${e.ready?"ready":"not ready"}<//>
        </div>
        ${e.reason&&a`<div class="hint">${e.reason}</div>`}
      </li>`)}
    </ul>
  <//>`}function Yi(){let{now:e,rates:t}=Xi(),n=e&&pn(e),o=e&&Uo(e),r=t.at(-1)??0,i=`Tool calls a minute over the last ${Math.round(t.length*zo/6e4)} minutes, now ${r.toFixed(0)}`;return a`<${h} title="Calls">
    <p class="figure"><strong>${r.toFixed(0)}</strong> <span class="dim">tool calls a minute</span></p>
    ${t.length>1&&a`<${Jo} values=${t} label=${i} />`}
    ${n&&a`<${Z} rows=${[["Since the start",`${R(n.total)}, ${R(n.failed)} failed`],["Half within",Ce(mn(n.buckets,.5))],["95 % within",Ce(mn(n.buckets,.95))],["Connections",Zi(o.connections)],["Subscriptions",R(o.subscriptions)],["Turned away",o.refused.map(([s,l])=>`${R(l)} for ${s}`).join(", ")]]} />`}
  <//>`}function Zi(e){let t=e.filter(([,n])=>n>0);return t.length?t.map(([n,o])=>`${R(o)} ${n}`).join(", "):"none held open"}function Xi(){let e=_({now:null,rates:[],last:null});return P(()=>{let t=async()=>{if(document.visibilityState!=="visible"||E.peek()!=="live")return;let o=Fo(await Vt("/metrics").catch(()=>""));if(!o.length)return;let{rates:r,last:i}=e.peek(),s={at:performance.now(),total:pn(o).total},l=i&&(s.total-i.total)*6e4/(s.at-i.at),f=l===null?r:[...r,Math.max(0,l)].slice(-Gi);e.value={now:o,rates:f,last:s}};t();let n=setInterval(t,zo);return()=>clearInterval(n)},[E.value==="live"]),e.value}function es({listeners:e}){return a`<${h} title="Listens on">
    <${Z} rows=${[["HTTP",e?.http&&a`<code>${e.http}</code>`],["WebSocket",e?.http&&a`<code>${`ws://${e.http}/mcp`}</code>`],["TCP",e?.tcp&&a`<code>${e.tcp}</code>`],["Unix socket",e?.unix&&a`<code>${e.unix}</code>`],["Standard input",e?.stdio&&"yes"]]} />
    <p><a href=${j("setup")}>Connect a client</a></p>
  <//>`}function ts({journal:e}){return a`<${h} title="Journal" aside=${a`<${ht} />`}>
    <p class="figure"><strong>${R(V.value)}</strong> <span class="dim">${V.value===1?"event":"events"}</span></p>
    <${vt} />
    ${e&&a`<${Z} rows=${[["Head",a`<span class="hash"><code title=${e.hash}>${We(e.hash,16)}…</code><${be} text=${e.hash} /></span>`],["On disk",co(e.file_bytes)],["Archived up to",e.archived_up_to?`#${R(e.archived_up_to)}`:""],["Failed commits",e.failed_commits||""]]} />`}
  <//>`}function ns(){let e=we.value.slice(-12).reverse();return a`<${h} title="Just now" class="wide" aside=${a`<a href=${j("journal")}>The whole journal</a>`}>
    ${je.value&&a`<${O} title="This server keeps no journal for us">It runs without the house's own service.<//>`}
    ${!je.value&&!e.length&&a`<${O} title="Nothing has happened yet" />`}
    <ol class="recent">
      ${e.map(t=>a`<li key=${t.seq}>
        <a href=${j("journal",t.seq)}><${mt} event=${t} /></a>
      </li>`)}
    </ol>
  <//>`}function Go(e){let t=new Set(e?.required??[]);return Object.entries(e?.properties??{}).map(([o,r])=>{let i=$t(r,e);return{name:o,required:t.has(o),hint:i.description??r.description??"",fallback:i.default??r.default,...os(i,e)}}).sort((o,r)=>Number(r.required)-Number(o.required))}function $t(e,t,n=0){if(e===!0||e===void 0||n>8)return{};if(e.$ref?.startsWith("#/")){let r=e.$ref.slice(2).split("/").reduce((i,s)=>i?.[s],t);return{...$t(r,t,n+1),...dn(e,"$ref")}}let o=(e.anyOf??e.oneOf??[]).filter(r=>r.type!=="null");return o.length===1?{...$t(o[0],t,n+1),...dn(e,"anyOf","oneOf")}:o.length&&o.every(r=>"const"in r)?{...dn(e,"anyOf","oneOf"),enum:o.map(r=>r.const)}:e}function dn(e,...t){return Object.fromEntries(Object.entries(e).filter(([n])=>!t.includes(n)))}function os(e,t){let n=[e.type].flat().filter(s=>s&&s!=="null"),[o]=n.length===1?n:[],r=e.enum?.filter(s=>s!==null);if(r)return{control:"choice",choices:r};if(o==="boolean")return{control:"choice",choices:[!0,!1]};if(o==="integer"||o==="number")return{control:"number",whole:o==="integer",minimum:e.minimum,maximum:e.maximum};if(o==="string")return{control:"text"};let i=o==="array"&&$t(e.items,t);return i&&i.type==="string"&&!i.enum?{control:"lines"}:{control:"json"}}var Ko="";function Qo(e,t){let n={};for(let o of e){let r=t[o.name]??Ko;if(r===Ko){o.required&&o.control==="text"&&(n[o.name]="");continue}n[o.name]=rs(o,r)}return n}function rs(e,t){switch(e.control){case"choice":return e.choices.find(n=>String(n)===t);case"number":{let n=Number(t);if(!Number.isFinite(n))throw new Error(`\`${e.name}\` is not a number`);return n}case"lines":return t.split(`
`).filter(n=>n.trim()!=="");case"json":try{return JSON.parse(t)}catch(n){throw new Error(`\`${e.name}\` is not JSON: ${n.message}`)}default:return t}}function Yo({fields:e,typed:t,change:n,id:o}){return e.length?e.map(r=>a`<${J} key=${r.name} id=${`${o}-${r.name}`} required=${r.required}
      label=${a`<code>${r.name}</code>`} hint=${is(r)}>
    <${ss} field=${r} id=${`${o}-${r.name}`} text=${t[r.name]??""}
      change=${i=>n(r.name,i.currentTarget.value)} />
  <//>`):a`<p class="dim">This tool takes no arguments.</p>`}function is(e){let t=[];e.control==="lines"&&t.push("one a line"),e.control==="json"&&t.push("as JSON"),e.fallback!==void 0&&e.fallback!==null&&t.push(`${JSON.stringify(e.fallback)} if left empty`);let n=t.length?`(${t.join(", ")})`:"";return`${e.hint} ${n}`.trim()}function ss({field:e,id:t,text:n,change:o}){let r={id:t,"aria-describedby":`${t}-hint`,value:n,onInput:o};if(e.control==="choice")return a`<select ...${r}>
      <option value="">${e.required?"choose":"left empty"}</option>
      ${e.choices.map(l=>a`<option key=${l} value=${String(l)}>${String(l)}</option>`)}
    </select>`;if(e.control==="number"){let l=e.whole?1:"any";return a`<input type="number" step=${l} min=${e.minimum} max=${e.maximum} ...${r} />`}let i=e.control==="text"?1:3,s=e.control==="json";return a`<textarea rows=${i} spellcheck=${!s} class=${s?"mono":""} ...${r}></textarea>`}var Zo=`{
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
`;var Xo=`{
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
`;var er=`[mcp_servers.ensemble]
http_headers = { Authorization = "Bearer ens_secret" }
url = "http://127.0.0.1:7420/mcp"
`;var tr=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "url": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var nr=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "httpUrl": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var or=`extensions:
  ensemble:
    description: "Actors, coding jobs, cited answers and proofs"
    enabled: true
    headers:
      Authorization: "Bearer ens_secret"
    name: "ensemble"
    timeout: 300
    type: "streamable_http"
    uri: "http://127.0.0.1:7420/mcp"
`;var rr=`{
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
`;var ir=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "serverUrl": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var sr=`{
  "context_servers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "url": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var vs="http://127.0.0.1:7420/mcp",$s="ens_secret",_t="YOUR-TOKEN",gt=[{name:"claude-code",title:"Claude Code",file:"~/.claude.json",sample:Zo},{name:"claude-desktop",title:"Claude Desktop",file:"claude_desktop_config.json",sample:Xo},{name:"cursor",title:"Cursor",file:"~/.cursor/mcp.json",sample:tr},{name:"vscode",title:"VS Code",file:"mcp.json of the user",sample:rr},{name:"codex",title:"Codex",file:"~/.codex/config.toml",sample:er},{name:"gemini",title:"Gemini CLI",file:"~/.gemini/settings.json",sample:nr},{name:"zed",title:"Zed",file:"settings.json",sample:sr},{name:"goose",title:"Goose",file:"config.yaml",sample:or},{name:"windsurf",title:"Windsurf",file:"~/.codeium/windsurf/mcp_config.json",sample:ir}];function ar(e,t,n=_t){return e.replaceAll(vs,t).replaceAll($s,n).trimEnd()}function lr(e,t){let n={Authorization:`Bearer ${_t}`};return JSON.stringify({mcpServers:{[e]:{type:"http",url:t,headers:n}}},null,2)}function cr(e,t,n){let i=JSON.stringify({jsonrpc:"2.0",id:1,method:"tools/call",params:{name:t,arguments:n,_meta:{"io.modelcontextprotocol/protocolVersion":Be,"io.modelcontextprotocol/clientCapabilities":{}}}});return[`curl ${e}`,'-H "Authorization: Bearer $ENSEMBLE_TOKEN"',"-H 'Content-Type: application/json'","-H 'Accept: application/json, text/event-stream'",`-H 'MCP-Protocol-Version: ${Be}'`,"-H 'Mcp-Method: tools/call'",`-H 'Mcp-Name: ${t}'`,`-d '${i.replaceAll("'","'\\''")}'`].join(` \\
  `)}function ur(){let[,e,t]=Q.value,n=po.value.find(o=>o.service.name===e&&o.tool.name===t);return a`<${L} title="Playground">Any tool of any service, with the request it makes and the answer it gives.<//>
    <div class="split narrow-left">
      <${_s} serviceName=${e} toolName=${t} />
      ${n?a`<${gs} key=${`${e}/${t}`} service=${n.service} tool=${n.tool} />`:a`<${h}><${O} title=${t&&Fe.value?`There is no tool ${t} here`:"Choose a tool"} /><//>`}
    </div>`}function _s({serviceName:e,toolName:t}){let n=_(""),o=n.value.trim().toLowerCase(),r=s=>!o||`${s.name} ${s.description}`.toLowerCase().includes(o),i=z.value.map(s=>({service:s,list:s.tools.filter(r)})).filter(({list:s})=>s.length);return a`<${h} class="choice">
    <label class="search"><span class="hidden">Find a tool</span>
      <input type="search" placeholder="Find a tool" data-search value=${n.value}
        onInput=${s=>n.value=s.currentTarget.value} />
    </label>
    ${!i.length&&a`<p class="dim">No tool matches.</p>`}
    ${i.map(({service:s,list:l})=>a`<details key=${s.name} open=${!!o||!e||s.name===e}>
      <summary><span class=${`service ${s.name}`}>${s.name}</span> <span class="dim">${l.length}</span></summary>
      <ul>${l.map(f=>a`<li key=${f.name}>
        <a href=${j("playground",s.name,f.name)} aria-current=${s.name===e&&f.name===t?"true":void 0}>${f.name}</a>
      </li>`)}</ul>
    </details>`)}
  <//>`}function gs({service:e,tool:t}){let n=ce(()=>Go(t.inputSchema),[t]),o=_({}),r=_(null),{args:i,wrong:s}=ys(n,o.value,r.value),l=N(async()=>{let u=performance.now(),v={name:t.name,arguments:i};return{result:await d.request(e.endpoint,"tools/call",v),seconds:(performance.now()-u)/1e3}});P(()=>l.clear(),[t.name]);let f=u=>{u.preventDefault(),s||l.run()},p=u=>(u.ctrlKey||u.metaKey)&&u.key==="Enter"&&f(u);return a`<div class="stack">
    <${h} title=${t.name} aside=${a`<${bs} tool=${t} />`}>
      <p>${t.description}</p>
      <form onSubmit=${f} onKeyDown=${p}>
        ${r.value===null?a`<${Yo} id="arg" fields=${n} typed=${o.value} change=${(u,v)=>o.value={...o.value,[u]:v}} />`:a`<label class="field">Arguments as JSON
              <textarea class="mono" rows="8" spellcheck="false" value=${r.value} onInput=${u=>r.value=u.currentTarget.value}></textarea>
            </label>`}
        ${s&&a`<${X} tone="warn">${s.message}<//>`}
        <div class="actions">
          <button class="primary" disabled=${l.busy||!!s}>${l.busy?"Running":"Run"}</button>
          <button type="button" class="quiet" onClick=${()=>r.value=r.value===null?JSON.stringify(i??{},null,2):null}>
            ${r.value===null?"Type JSON instead":"Use the form"}
          </button>
        </div>
      </form>
    <//>
    <${ws} call=${l} />
    <${ks} service=${e} tool=${t} args=${i??{}} />
  </div>`}function ys(e,t,n){try{return{args:n===null?Qo(e,t):JSON.parse(n)}}catch(o){return{wrong:o}}}function bs({tool:e}){let t=e.annotations??{};return t.readOnlyHint?a`<${C} tone="good">reads<//>`:t.destructiveHint?a`<${C} tone="bad">destroys<//>`:a`<${C} tone="warn">changes<//>`}function ws({call:e}){if(e.error)return a`<${y} error=${e.error} />`;if(!e.value)return null;let{result:t,seconds:n}=e.value,o=t.structuredContent??t.content,r=t.isError?"bad":"good";return a`<${h} title="Answer" aside=${a`<${C} tone=${r}>${t.isError?"error":"ok"}<//> <span class="dim">${Ce(n)}</span> <${be} text=${()=>JSON.stringify(o,null,2)} />`}>
    <div aria-live="polite">
      ${t.isError?a`<${y} error=${t._meta?.["ensemble/error"]??{message:t.content?.[0]?.text}} />`:a`<${dt} value=${o} open=${3} />`}
    </div>
  <//>`}function ks({service:e,tool:t,args:n}){let o=`${location.origin}${e.endpoint}`;return a`<${h} title="The same from elsewhere">
    <h3>On the command line</h3>
    <${B} label="ensemble call" text=${`ensemble call ${t.name} '${JSON.stringify(n).replaceAll("'","'\\''")}'`} />
    <h3>As curl</h3>
    <${B} label="curl" text=${cr(o,t.name,n)} />
    <h3>As a client's configuration</h3>
    <${B} label="client configuration" text=${lr(e.name,o)} />
  <//>`}var fr=40,pr=50;function mr(e,t=1/0){let n=0,o=[...e];for(;o.length&&n<t;)n+=1,o.push(...o.pop().children??[]);return n}function dr({nodes:e}){let t=mr(e,fr+1)<=fr;return a`<div class="proof">
    <p class="hint">${W(mr(e),"step")}</p>
    <${hr} nodes=${e} open=${t?1/0:1} />
  </div>`}function hr({nodes:e,open:t}){let n=_(pr);return a`<ul>
    ${e.slice(0,n.value).map((o,r)=>a`<li key=${r}><${xs} node=${o} open=${t} /></li>`)}
    ${e.length>n.value&&a`<li><button type="button" class="link" onClick=${()=>n.value+=pr}>
      ${e.length-n.value} more
    </button></li>`}
  </ul>`}function xs({node:e,open:t}){let n=_(t>0),o=a`<code>${e.goal}</code> ${e.origin&&a`<span class="because">because <q>${e.origin.statement}</q></span>`}`;return e.children?.length?a`<details open=${n.value} onToggle=${r=>n.value=r.currentTarget.open}>
    <summary>${o}</summary>
    ${n.value&&a`<${hr} nodes=${e.children} open=${t-1} />`}
  </details>`:a`<div class="leaf">${o}</div>`}var Ss={yes:"good",no:"bad",unknown:"warn",answers:"accent"};function vr({id:e}){let t=_(""),n=N(async r=>{let s={sessionId:e,naturalLanguageQuestion:r,queryOptions:{trace:!0}};return{question:r,...await d.call("/mcp/reasoner","session_query",s)}});return a`<${h} title="Ask">
    <form class="line" onSubmit=${r=>{r.preventDefault(),t.value.trim()&&n.run(t.value.trim())}}>
      <label class="hidden" for="question">Question</label>
      <input id="question" autocomplete="off" placeholder="Is Socrates mortal?" value=${t.value}
        onInput=${r=>t.value=r.currentTarget.value} />
      <button class="primary" disabled=${n.busy}>${n.busy?"Thinking":"Ask"}</button>
    </form>
    <${y} error=${n.error} />
    <div aria-live="polite">${n.value&&a`<${Ts} reply=${n.value} />`}</div>
  <//>`}function Ts({reply:e}){let t=e.debugInfo?.proof??[];return a`<div class="answer">
    <p class="answer-text"><${C} tone=${Ss[e.verdict]??"plain"}>${e.verdict}<//> ${e.answer}</p>
    ${e.evidence?.length>0&&a`<h3>It rests on</h3>
      <ol class="evidence">${e.evidence.map((n,o)=>a`<li key=${o}><${Es} source=${n} /></li>`)}</ol>`}
    ${e.missing?.length>0&&a`<h3>It would be so if any of these were known</h3>
      <ul class="evidence">${e.missing.map((n,o)=>a`<li key=${o}>${n.join(" and ")}</li>`)}</ul>`}
    ${e.conflict?.length>0&&a`<h3>These cannot hold together</h3>
      <ul class="evidence">${e.conflict.map(n=>a`<li key=${n}>${n}</li>`)}</ul>`}
    ${t.length>0&&a`<h3>The proof</h3><${dr} nodes=${t} />`}
    ${e.explanation&&!t.length&&a`<h3>Step by step</h3><p class="pre">${e.explanation}</p>`}
    ${e.debugInfo?.prologQuery&&a`<p class="hint">Asked as <code>${e.debugInfo.prologQuery}</code>${e.decidedBy&&`, decided by ${e.decidedBy}`}</p>`}
  </div>`}function Es({source:e}){let t=e.label!==void 0&&e.label!==null?`statement ${e.label}${e.author?` of ${e.author}`:""}`:e.ontology&&`ontology ${e.ontology}`;return a`<q>${e.statement}</q> ${t&&a`<span class="dim">${t}</span>`}`}var $r="/mcp/reasoner",_r=200;function gr({session:e}){let t=te("reasoner","session_history"),n=D(()=>t?d.call($r,"session_history",{sessionId:e.id,from:Math.max(0,(e.version??0)-_r),limit:_r}):null,[e.id,e.version]),o=N(async i=>{let s=await d.call($r,"session_fork",{sessionId:e.id,asOf:i});ne("reasoning",s.data.id)});if(!t)return null;let r=[...n.value?.changes??[]].reverse();return a`<${h} title="How it came to this">
    <${y} error=${n.error??o.error} />
    ${!r.length&&a`<p class="dim">No change yet.</p>`}
    <ol class="changes">${r.map(i=>a`<li key=${i.version}>
      <div><${C}>${i.version}<//> <strong>${i.action}</strong> <span class="dim">${i.author}, ${ee(i.at)}</span></div>
      <ul>
        ${i.added.map(s=>a`<li key=${`a${s.label}`} class="added"><span class="hidden">added</span>${s.text}</li>`)}
        ${i.removed.map(s=>a`<li key=${`r${s.label}`} class="removed"><span class="hidden">taken back</span>${s.text}</li>`)}
      </ul>
      ${te("reasoner","session_fork")&&a`<button type="button" class="quiet" disabled=${o.busy}
        aria-label=${`Fork at version ${i.version}`} onClick=${()=>o.run(i.version)}>Fork here</button>`}
    </li>`)}</ol>
  <//>`}var yr="/mcp/reasoner";function br({session:e}){return a`<${h} title="What it knows" aside=${a`<span class="dim">version ${e.version??0}</span>`}>
    <${Cs} id=${e.id} />
    <div class="split even">
      <div><h3>As it was told</h3><${js} session=${e} /></div>
      <div><h3>As clauses</h3>
        ${e.facts?a`<${B} label="Clauses" text=${e.facts} />`:a`<p class="dim">Nothing yet.</p>`}</div>
    </div>
  <//>`}function Cs({id:e}){let t=_(""),n=N(async i=>{let s=await d.call(yr,"session_assert",{sessionId:e,naturalLanguageText:i});return t.value="",s}),o=i=>{i.preventDefault(),t.value.trim()&&n.run(t.value)};return a`<form class="line" onSubmit=${o} onKeyDown=${i=>(i.ctrlKey||i.metaKey)&&i.key==="Enter"&&o(i)}>
      <label class="hidden" for="tell">Tell it</label>
      <textarea id="tell" rows="1" placeholder="Every man is mortal. Socrates is a man." value=${t.value}
        onInput=${i=>t.value=i.currentTarget.value}></textarea>
      <button disabled=${n.busy}>${n.busy?"Reading":"Tell it"}</button>
    </form>
    <${y} error=${n.error} />
    <div aria-live="polite">${n.value&&a`<${Ns} told=${n.value} />`}</div>`}function Ns({told:e}){let t=e.addedFacts??[];return a`<${X} tone=${e.success?"good":"warn"} title=${e.message}>
    ${t.length>0&&a`<ul>${t.map(n=>a`<li key=${n}><code>${n}</code></li>`)}</ul>`}
    ${e.contradictions?.length>0&&a`<p>${W(e.contradictions.length,"contradiction")} with what was known.</p>`}
  <//>`}function js({session:e}){let t=N(o=>d.call(yr,"session_retract",{sessionId:e.id,labels:[o]})),n=e.statements??[];return n.length?a`<${y} error=${t.error} />
    <ol class="statements">${n.map(o=>a`<li key=${o.label}>
      <${C}>${o.label}<//>
      <div><div>${o.text}</div><div class="hint">${o.author}, ${ue(o.at)}</div></div>
      ${te("reasoner","session_retract")&&a`<button type="button" class="quiet" disabled=${t.busy}
        aria-label=${`Take back statement ${o.label}`} onClick=${()=>t.run(o.label)}>Take back</button>`}
    </li>`)}</ol>`:a`<${O} title="Nothing yet">Tell it something above.<//>`}var hn="/mcp/reasoner",As=["session_create","session_get","session_assert","session_query"];function wr(){return a`<${fe} title="Reasoning" name="reasoner" tools=${As}><${Os} /><//>`}function Os(){let e=Q.value[1],t=pe("reasoner"),n=D(()=>d.read(hn,"reasoner://sessions"),[t]),o=D(async()=>e?(await d.call(hn,"session_get",{sessionId:e})).data:null,[e,t]),r=o.value?.id===e?o.value:null;return a`<${L} title="Reasoning">Facts and rules in English or Prolog; answers with the statements they rest on.<//>
    <div class="split narrow-left">
      <${Ms} list=${n.value??[]} error=${n.error} current=${e} />
      <div class="stack">
        ${!e&&a`<${h}><${O} title="Choose a session, or make one">A session holds what it was told, and every change of it.<//><//>`}
        ${e&&a`<${y} error=${o.error} />`}
        ${r&&a`<${vr} key=${`ask-${e}`} id=${e} />
          <${br} key=${`kb-${e}`} session=${r} />
          <${gr} key=${`past-${e}`} session=${r} />`}
      </div>
    </div>`}function Ms({list:e,error:t,current:n}){let o=_(""),r=N(async()=>{let s=o.value.trim(),l=await d.call(hn,"session_create",s?{sessionId:s}:{});o.value="",ne("reasoning",l.data.id)}),i=s=>{s.preventDefault(),r.run()};return a`<${h} title="Sessions" class="choice">
    <${y} error=${t} />
    <ul>${e.map(s=>a`<li key=${s.id}>
      <a href=${j("reasoning",s.id)} aria-current=${s.id===n?"true":void 0}>${s.id}</a>
    </li>`)}</ul>
    ${!e.length&&a`<p class="dim">None yet.</p>`}
    <form onSubmit=${i}>
      <${J} label="New session" id="session-name" hint="A name, or nothing for one that is made up.">
        <input id="session-name" data-search autocomplete="off" spellcheck="false" aria-describedby="session-name-hint"
          value=${o.value} onInput=${s=>o.value=s.currentTarget.value} />
      <//>
      <button disabled=${r.busy}>Make it</button>
    </form>
    <${y} error=${r.error} />
  <//>`}function kr(){let e=_(gt[0].name),t=gt.find(n=>n.name===e.value);return a`<${L} title="Setup">Connect a client in one command, or copy what belongs into its file.<//>
    <div class="grid">
      <${h} title="Connect a client" class="wide">
        <div class="chips" role="group" aria-label="Client">
          ${gt.map(n=>a`<button type="button" key=${n.name} aria-pressed=${n.name===e.value}
            onClick=${()=>e.value=n.name}>${n.title}</button>`)}
        </div>
        <${Is} client=${t} />
      <//>
      <${Ps} />
      <${Ls} />
      <${Ds} />
    </div>`}function Is({client:e}){let t=_(!1),n=`${location.origin}/mcp`,o=t.value&&U.value||_t;return a`<h3>One command</h3>
    <${B} label="install command" text=${`ensemble install ${e.name} --url=${n}`} />
    <h3>Or by hand, into <code>${e.file}</code></h3>
    <${B} label=${`entry for ${e.title}`} text=${ar(e.sample,n,o)} />
    ${U.value&&a`<label class="check"><input type="checkbox" checked=${t.value}
      onChange=${r=>t.value=r.currentTarget.checked} /> Put the token of this tab in</label>`}`}function Ps(){return a`<${h} title="Tokens">
    <p>Each client can have a token of its own that may do less, and can be taken back.</p>
    <${B} label="make a token" text="ensemble token new phone --scope read --scope jobs:approve" />
    <${B} label="list tokens" text="ensemble token list" />
    <${B} label="revoke a token" text="ensemble token revoke phone" />
    ${U.value&&a`<div class="actions"><button type="button" onClick=${ro}>Sign out of this tab</button></div>`}
  <//>`}function Ls(){return a`<${h} title="Endpoints">
    <p>All services together, or one under its own name:</p>
    <ul class="endpoints">
      <li><code>${location.origin}/mcp</code></li>
      ${z.value.map(e=>a`<li key=${e.name}><code>${location.origin}${e.endpoint}</code></li>`)}
    </ul>
    <p>Over WebSocket the same paths answer at <code>${location.origin.replace(/^http/,"ws")}</code> with subprotocol <code>mcp</code>.</p>
  <//>`}function Ds(){return a`<${h} title="When something does not work">
    <p>The doctor looks at the files, the store, the tokens, the clients and the running server, and says how to fix what it finds.</p>
    <${B} label="doctor" text="ensemble doctor" />
    <${B} label="settings" text="ensemble config show --origin" />
  <//>`}var yt=[{name:"overview",title:"Overview",key:"o",page:Vo},{name:"jobs",title:"Jobs",key:"b",page:Ao,needs:["orchestrator","run_instruction"]},{name:"approvals",title:"Approvals",key:"a",page:_o,badge:en,needs:["orchestrator","approve_job"]},{name:"reasoning",title:"Reasoning",key:"r",page:wr,needs:["reasoner","session_query"]},{name:"avatars",title:"Avatars",key:"v",page:xo,needs:["avatar","generate_response"]},{name:"journal",title:"Journal",key:"j",page:Ho},{name:"playground",title:"Playground",key:"p",page:ur},{name:"setup",title:"Setup",key:"s",page:kr}];function Ke(){return yt.filter(e=>!e.needs||te(...e.needs))}var bt=b(!1),qs=1500;function xr(){P(()=>{let e=0,t=n=>{if(n.ctrlKey||n.metaKey||n.altKey||Rs(n.target))return;let o=Date.now()-e<qs&&Ke().find(r=>r.key===n.key);e=0,o?ne(o.name):n.key==="g"?e=Date.now():n.key==="?"?bt.value=!0:n.key==="/"&&Bs(n)};return addEventListener("keydown",t),()=>removeEventListener("keydown",t)},[])}function Rs(e){return e.closest?.("input, textarea, select, [contenteditable]")!=null}function Bs(e){let t=document.querySelector("main [data-search]");t&&(e.preventDefault(),t.focus())}function Sr(){let e=K(null);return P(()=>{bt.value&&!e.current.open&&e.current.showModal()},[bt.value]),a`<dialog ref=${e} class="shortcuts" aria-labelledby="keys" onClose=${()=>bt.value=!1}>
    <h2 id="keys">Keys</h2>
    <dl>
      ${Ke().map(t=>a`<div key=${t.name}><dt><kbd>g</kbd> <kbd>${t.key}</kbd></dt><dd>${t.title}</dd></div>`)}
      <div><dt><kbd>/</kbd></dt><dd>Search or filter on this page</dd></div>
      <div><dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>Move in a list</dd></div>
      <div><dt><kbd>Ctrl</kbd> <kbd>Enter</kbd></dt><dd>Send the form you are in</dd></div>
      <div><dt><kbd>?</kbd></dt><dd>This list</dd></div>
    </dl>
    <form method="dialog"><button>Close</button></form>
  </dialog>`}function Tr(){let e=_(""),t=n=>{n.preventDefault(),e.value.trim()&&oo(e.value)};return a`<div class="sign-in card">
    <h1 tabindex="-1">Sign in</h1>
    <p role="status">The server says: ${He.value||"a token is needed"}.</p>
    <p>This command prints a link that brings the token along:</p>
    <${B} text="ensemble console" label="Command that prints the link" />
    <form onSubmit=${t}>
      <${J} label="Or paste a token" id="token" hint="It stays in this tab and is forgotten when the tab closes.">
        <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint"
          value=${e.value} onInput=${n=>e.value=n.currentTarget.value} />
      <//>
      <button class="primary">Sign in</button>
    </form>
  </div>`}var vn="ensemble.theme",Hs=["system","light","dark"],wt=b(Hs.includes(localStorage.getItem(vn))?localStorage.getItem(vn):"system");H(()=>{document.documentElement.dataset.theme=wt.value,localStorage.setItem(vn,wt.value)});function Er(){return a`<label class="theme">
    <span class="hidden">Colours</span>
    <select value=${wt.value} onChange=${e=>wt.value=e.currentTarget.value}>
      <option value="system">As the system</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  </label>`}var Ge=b(!1);function Cr(){xr();let[e]=Q.value,t=yt.find(o=>o.name===e),n=t?.title??"Not found";return zs(n),a`<div class="shell">
    <a class="skip" href="#main" onClick=${Vs}>Skip to the page</a>
    <${Fs} current=${e} title=${n} />
    <div class="middle">
      <${so} />
      <main id="main" tabindex="-1">
        ${E.value==="refused"?a`<${Tr} />`:a`<${Ws} page=${t} />`}
      </main>
    </div>
    <${Sr} />
  </div>`}function Ws({page:e}){return e?a`<${e.page} key=${e.name} />`:a`<h1 tabindex="-1">There is no such page</h1>
    <p><a href=${j("overview")}>The overview</a> leads to all there are.</p>`}function Fs({current:e,title:t}){let n=()=>Ge.value=!Ge.value;return a`<div class=${`side ${Ge.value?"open":""}`}>
    <div class="brand">
      <a href=${j("overview")} aria-label="Ensemble, overview"><${ao} /><span>Ensemble</span></a>
      <span class="here">${t}</span>
      <button type="button" class="menu quiet" aria-expanded=${Ge.value} aria-controls="pages" onClick=${n}>
        <${Jt} name="menu" /><span>Menu</span>
      </button>
    </div>
    <nav id="pages" aria-label="Pages" onClick=${()=>Ge.value=!1}>
      ${Ke().map(o=>a`<a key=${o.name} href=${j(o.name)}
          aria-current=${o.name===e?"page":void 0}>
        <${Jt} name=${o.name} /><span>${o.title}</span>${o.badge&&a`<${o.badge} />`}
      </a>`)}
    </nav>
    <footer>
      <${Js} />
      <${Er} />
    </footer>
  </div>`}var Us={opening:"Connecting",live:"Live",lost:"Not connected",refused:"Signed out"};function Js(){let e=E.value;return a`<div class=${`link-state ${e}`}>
    <span class="dot" aria-hidden="true"></span>
    <span>${Us[e]}</span>
    ${e==="live"&&V.value>0&&a`<span class="seq">#${R(V.value)}</span>`}
  </div>`}function zs(e){let t=K(!0),n=yt.reduce((o,r)=>o+(r.badge?.count()??0),0);P(()=>{document.title=`${n?`(${n}) `:""}${e} · Ensemble`},[e,n]),P(()=>{t.current||document.querySelector("main h1")?.focus({preventScroll:!0}),t.current=!1,scrollTo(0,0)},[e])}function Vs(e){e.preventDefault(),document.getElementById("main").focus()}jn(a`<${Cr} />`,document.getElementById("console"));vo();
