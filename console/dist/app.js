var j,Hn,Lt,de,It,rt,Fn,nt,Un,Dt,Pt,hs,Le=Symbol.for("pv"),st={},at=[],vs=/^m(i|n|o|s|text|space)$/,Rt=Array.isArray,qt=at.slice,ye=Object.assign;function be(e){e&&e.parentNode&&e.remove()}function it(e,t,n){var o,r,s,i={},l=arguments.length;for(s in t)s=="key"?o=t[s]:s=="ref"&&typeof e!="function"?r=t[s]:i[s]=t[s];return l>2&&(i.children=l>3?qt.call(arguments,2):n),Pe(e,i,o,r,null)}function Pe(e,t,n,o,r){var s={type:e,props:t,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,constructor:Le,__v:r||++Hn,__i:-1,__u:0};return!r&&j.vnode&&j.vnode(s),s}function we(e){return e.children}function Ce(e,t){this.props=e,this.context=t,this.__g=0}function me(e,t){if(t==null)return e.__&&me(e.__,e.__i+1);for(var n;t<e.__k.length;t++)if((n=e.__k[t])&&n.__e)return n.__e;return typeof e.type!="function"||e.props.__P?null:me(e)}function _s(e){var t,n=e.__v,o=n.__e,r=[],s=[],i=e.__P;i&&((t=ye({constructor:Le},n)).__v=n.__v+1,j.vnode&&j.vnode(t),Wt(i,t,n,e.__n,i.namespaceURI,32&n.__u?[o]:null,r,o||me(n),32&n.__u,s),t.__v=n.__v,t.__.__k[t.__i]=t,Qn(r,t,s),n.__=n.__e=null,t.__e!=o&&Jn(t))}function Jn(e){if((e=e.__)&&e.__c&&!e.props.__P)return e.__e=null,e.__k.some(function(t){return t&&(e.__e=t.__e)}),Jn(e)}function Wn(e){(8&e.__g||(e.__g|=8,de.push(e),rt++))&&It==j.debounceRendering||((It=j.debounceRendering)||queueMicrotask)(zn)}function zn(){try{for(var e,t=1;de.length;)de.length>t&&de.sort(Fn),e=de.shift(),t=de.length,8&e.__g&&_s(e)}finally{(rt=de.length)&&(It||queueMicrotask)(zn)}}function Vn(e,t,n,o,r,s,i,l,u,p,c){var v,d,f,g,b,k,P=o.__k||at,E=t.length;for(u=gs(n,t,P,u,E),v=0;v<E;v++)(f=n.__k[v])!=null&&(d=~f.__i&&P[f.__i]||st,f.__i=v,k=Wt(e,f,d,r,s,i,l,u,p,c),g=f.__e,(d.ref!=f.ref||8&d.__u)&&(d.ref&&Bt(d.ref,null,f,d),f.ref&&c.push(f.ref,f.__c||g,f)),b=b||g,4&f.__u?(u=Gn(f,u,e,!d.__v),d.__e&&(d.__e=null)):typeof f.type=="function"&&k!==void 0?u=k:g&&(u=g.nextSibling),f.__u&=-21);return n.__e=b,u}function gs(e,t,n,o,r){var s,i,l,u,p,c,v,d,f,g=n.length,b=g,k=0,P=0,E=e.__k=Array(r);for(s=0;s<r;s++)(i=t[s])!=null&&typeof i!="boolean"&&typeof i!="function"?(typeof i!="object"||i.constructor===String?i=E[s]=Pe(null,i):Rt(i)?i=E[s]=Pe(we,{children:i}):i.constructor===Le&&i.__b?i=E[s]=Pe(i.type,i.props,i.key,i.ref,i.__v):E[s]=i,u=s+k,i.__=e,i.__b=e.__b+1,l=null,~(p=i.__i=bs(i,n,u,b))&&(b--,(l=n[p])&&(l.__u|=2)),l&&l.__v?(i.__u|=16,p==u-1?k--:p==u+1?k++:p!=u&&(p>u?k--:k++,P=1)):(~p||(r>g?k--:r<g&&k++),typeof i.type!="function"&&(i.__u|=4))):E[s]=null;if(P){for(c=[],v=[],s=0;s<r;s++)if((i=E[s])&&16&i.__u){for(k=0,d=c.length;k<d;)c[f=k+d>>1]<i.__i?k=f+1:d=f;c[k]=i.__i,v[s]=k+1}for(k=c.length;s--;)v[s]&&(v[s]==k?k--:E[s].__u|=4)}if(b)for(s=0;s<g;s++)!(l=n[s])||2&l.__u||(l.__e==o&&(o=me(l)),Ht(l,l));return o}function Gn(e,t,n,o){var r,s,i,l;if(typeof e.type=="function"){if(e.props.__P)return t;if(r=e.__k)for(s=0;s<r.length;s++)r[s]&&(r[s].__=e,t=Gn(r[s],t,n,!1));return t}for(t&&!t.parentNode&&(t=me(e))&&!t.parentNode&&(t=null),i=e.__e,l=t;l&&l.nodeType==8;)l=l.nextSibling;for(i!=l&&(!o&&n.moveBefore&&i.parentNode?n.moveBefore(i,t):n.insertBefore(i,t||null)),t=i;(t=t&&t.nextSibling)&&t.nodeType==8&&!t.data.startsWith("$s"););return t}function bs(e,t,n,o){var r,s=e.key,i=e.type,l=t[n],u=l&&!(2&l.__u);if(l===null&&s==null||u&&s==l.key&&i==l.type)return n;if(o>(u?1:0)){for(r=n-1;r>=0;r--)if((l=t[r])&&!(2&l.__u)&&s==l.key&&i==l.type)return r;for(r=n+1;r<t.length;r++)if((l=t[r])&&!(2&l.__u)&&s==l.key&&i==l.type)return r}return-1}function Bn(e,t,n){n==null&&(n=""),t[0]=="-"?e.setProperty(t,n):e[t]=n}function tt(e,t,n,o,r){var s,i;if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof o=="string"&&(e.style.cssText=o=""),o)for(t in o)n&&t in n||Bn(e.style,t);if(n)for(t in n)o&&n[t]==o[t]||Bn(e.style,t,n[t])}else if(t[0]=="o"&&t[1]=="n")typeof n!="function"&&(n=null),typeof o!="function"&&(o=null),(e.__e||(e.__e={}))[t]=n,n&&o||(i=Pt[t]||(Pt[t]=ys(t)),(e.__a||(e.__a={}))[t]=Dt,s=t!=(t=t.replace(Un,"$1")),(t=t.slice(2))[0]<"a"&&(t=t.toLowerCase()),n?e.addEventListener(t,i,s):e.removeEventListener(t,i,s));else{if(r=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{return void(e[t]=n??"")}catch{}if(typeof n=="function")return;n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&n==1?"":n)}}function ys(e){return function(t){var n=this.__e;if(n){if(n=n[e],t[nt]==null)t[nt]=Dt++;else if(t[nt]<this.__a[e])return;return n(j.event?j.event(t):t)}}}function Wt(e,t,n,o,r,s,i,l,u,p){var c,v,d,f,g,b,k,P,E,T,O,ve,Rn,et,_e,qn,pe,ge,ce=t.type;if(t.constructor!==Le)return null;128&n.__u&&(u=32&n.__u,c=n.__c.__z)&&(t.__u|=u,v=s=[],c.nodeType==8?l=ot(c,s):s.push(c),l=s[0]||l),(c=j.__b)&&c(t);e:if(typeof ce=="function"){d=i.length;try{if(P=t.props,E=(c=ce.prototype)&&c.render,T=(c=ce.contextType)&&o[c.__c],O=c?T?T.props.value:c.__:o,(f=n.__c)?(t.__c=f,2&f.__g&&(f.__g|=1)):(E?t.__c=f=new ce(P,O):(t.__c=f=new Ce(P,O),f.constructor=ce,f.render=ks),T&&T.sub(f),f.state||(f.state={}),f.__n=o,f.__g|=8,f.__h=[],f.__k=[]),E&&(f.__s||(f.__s=f.state),ce.getDerivedStateFromProps&&(f.__s==f.state&&(f.__s=ye({},f.__s)),ye(f.__s,ce.getDerivedStateFromProps(P,f.__s)))),g=f.props,b=f.state,f.__v=t,n.__c){if(P!==g&&E&&!ce.getDerivedStateFromProps&&f.componentWillReceiveProps&&f.componentWillReceiveProps(P,O),t.__v==n.__v&&!(8&f.__g)||!(4&f.__g)&&f.shouldComponentUpdate&&f.shouldComponentUpdate(P,f.__s,O)===!1){t.__v!=n.__v&&(f.props=P,f.state=f.__s,f.__g&=-9),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(oe){oe&&(oe.__=t)}),at.push.apply(f.__h,f.__k),f.__k=[],f.__h.length&&i.push(f),l=me(n);break e}f.componentWillUpdate&&f.componentWillUpdate(P,f.__s,O),E&&f.componentDidUpdate&&f.__h.push(function(){f.componentDidUpdate(g,b,k)})}else E&&!ce.getDerivedStateFromProps&&f.componentWillMount&&f.componentWillMount(),E&&f.componentDidMount&&f.__h.push(f.componentDidMount);f.context=O,f.props=P,f.__P=e,f.__g&=-5,ve=j.__r,Rn=E?25:0;do f.__g&=-9,ve&&ve(t),c=f.render(f.props,f.state=f.__s,f.context);while(8&f.__g&&++Rn<25);E&&(at.push.apply(f.__h,f.__k),f.__k=[]),f.state=f.__s,f.getChildContext&&(o=ye({},o,f.getChildContext())),E&&n.__c&&f.getSnapshotBeforeUpdate&&(k=f.getSnapshotBeforeUpdate(g,b)),et=c&&c.type===we&&c.key==null?c.props.children:c,P.__P&&(c=l,r=(e=P.__P).namespaceURI,u=s=null,n.props&&n.props.__P!=e&&(n.__k.some(function(oe){oe&&Ht(oe,oe)}),n.__k=null),l=n.__k?me(n,0):null),l=Vn(e,Rt(et)?et:[et],t,n,o,r,s,i,l,u,p),P.__P&&(t.__e=null,l=c),t.__u&=-161,v&&v.some(be),f.__h.length&&i.push(f),1&f.__g&&(f.__g&=-4)}catch(oe){if(i.length=d,t.__v=null,u||s)if(oe&&oe.then){if(t.__u|=128|u,s){for(~(pe=s.indexOf(l||void 0))||(pe=s.length);(ge=s[pe-1])&&ge.nodeType==8;)pe--;for(;pe<s.length;pe++)if(ge=s[pe])if(s[pe]=null,_e){if(ge==qn)break}else{if(ge.nodeType!=8)break;ge.data.startsWith("$s")&&(qn=ot(_e=ge))}}if(!_e){for(;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;_e=l}(c=ot(_e=t.__c.__z||(t.__c.__z=_e)))?(t.__e=_e,l=c):t.__e=l,l=l&&l.nextSibling}else s&&s.some(be);else t.__e=n.__e;t.__k||(t.__k=n.__k||[]),oe&&oe.then||Kn(t),j.__e(oe,t,n)}}else l=t.__e=ws(n.__e,t,n,o,r,s,i,u,p,e);return(c=j.diffed)&&c(t),l}function ot(e,t){if(e&&e.nodeType==8&&e.data.startsWith("$s"))for(var n=1;e=e.nextSibling;){if(e.nodeType==8){if(e.data.startsWith("$s"))n++;else if(e.data.startsWith("/$s")&&!--n)return e}t&&t.push(e)}}function Kn(e){e&&(e.__c&&(e.__c.__g|=4),e.__k&&e.__k.some(Kn))}function Qn(e,t,n){for(var o=0;o<n.length;)Bt(n[o++],n[o++],n[o++]);j.__c&&j.__c(t,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(s){s.call(r)})}catch(s){j.__e(s,r.__v)}})}function ws(e,t,n,o,r,s,i,l,u,p){var c,v,d,f,g,b,k,P,E=n.props||st,T=t.props,O=t.type;if(O=="svg"?r="http://www.w3.org/2000/svg":O=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),s){for(c=0;c<s.length;c++)if((g=s[c])&&(O?g.localName==O:g.nodeType==3)){e=g,s[c]=null;break}}if(!e){if(P=p.ownerDocument||document,!O)return P.createTextNode(T);e=P.createElementNS(r,O,T.is?T:p),l&&(j.__m&&j.__m(t,s),l=!1),s=null}if(O){if(p=O=="template"&&e.content||e,s=O=="textarea"&&T.defaultValue!=null?null:s&&qt.call(p.childNodes),!l&&s)for(E={},c=0;c<e.attributes.length;c++)E[(g=e.attributes[c]).name]=g.value;for(c in E)g=E[c],c=="dangerouslySetInnerHTML"?d=g:c=="children"||c in T||c=="value"&&"defaultValue"in T||c=="checked"&&"defaultChecked"in T||tt(e,c,null,g,r);for(c in T)g=T[c],c=="children"?f=g:c=="dangerouslySetInnerHTML"?v=g:c=="value"?b=g:c=="checked"?k=g:l&&typeof g!="function"||E[c]===g||tt(e,c,g,E[c],r);v?(l||d&&(v.__html==d.__html||v.__html==e.innerHTML)||(e.innerHTML=v.__html),t.__k=[]):(d&&(e.textContent=""),(O=="foreignObject"||r=="http://www.w3.org/1998/Math/MathML"&&vs.test(O))&&(r="http://www.w3.org/1999/xhtml"),Vn(p,Rt(f)?f:[f],t,n,o,r,s,i,s?s[0]:n.__k&&me(n,0),l,u),s&&s.some(be)),l&&O!="textarea"||(c="value",O=="progress"&&b==null?e.removeAttribute(c):b==null||b===e[c]&&(O!="progress"||b)||tt(e,c,b,E[c],r),c="checked",k!=null&&k!=e[c]&&tt(e,c,k,E[c],r))}else E===T||l&&e.data==T||(e.data=T);return e}function Bt(e,t,n,o){try{typeof e=="function"?t?t.__x=e(t)||1:o&&(o=o.__c||o.__e)&&(t=o.__x)&&(o.__x=null,typeof t=="function"?t():e(null)):e.current=t}catch(r){j.__e(r,n)}}function Ht(e,t,n){var o,r,s,i;if(j.unmount&&j.unmount(e),!(o=e.ref)||o.current&&o.current!=e.__e||Bt(o,null,t,e),o=e.__c){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(l){j.__e(l,t)}o.__P=o.__n=null}if(o=e.__k)for(i=0;i<o.length;i++)o[i]&&Ht(o[i],t,typeof e.type!="function"||n&&!e.props.__P);!n&&(o=e.__c)&&(o=o.__z)&&(r=ot(o,s=[]))&&(o==e.__e&&s.some(be),be(r),be(o)),n||be(e.__e),e.__e=e.__c=e.__=null}function ks(e,t,n){return this.constructor(e,n)}function Yn(e,t){var n,o,r,s;j.__&&j.__(e,t),t.nodeType==9&&(t=t.documentElement),o=(n=e&&32&e.__u)?null:t.__k,t.__k=Pe(we,{children:[e]}),r=[],s=[],Wt(t,t.__k,o||st,st,t.namespaceURI,o?null:t.firstChild?qt.call(t.childNodes):null,r,o?o.__e:t.firstChild,n,s),Qn(r,t.__k,s),t.__k.props.children=null}j={__e:function(e,t,n,o){for(var r,s,i;t=t.__;)if((r=t.__c)&&!(1&r.__g)){r.__g|=4;try{if((i=(s=r.constructor)&&s.getDerivedStateFromError)&&r.setState(s.getDerivedStateFromError(e)),r.componentDidCatch&&(r.componentDidCatch(e,o||{}),i=1),i&&8&r.__g)return void(r.__g|=2)}catch(l){e=l}}throw rt=0,e}},Hn=0,Lt=function(e){return e!=null&&e.constructor===Le},Ce.prototype.setState=function(e,t){var n=this.__s;n&&n!=this.state||(n=this.__s=ye({},this.state)),typeof e=="function"&&(e=e(ye({},n),this.props)),e&&(ye(n,e),this.__v&&(t&&this.__k.push(t),Wn(this)))},Ce.prototype.forceUpdate=function(e){this.__v&&(this.__g|=4,e&&this.__h.push(e),Wn(this))},Ce.prototype.render=we,de=[],rt=0,Fn=function(e,t){return e.__v.__b-t.__v.__b},nt=Symbol(),Un=/(PointerCapture)$|Capture$/i,Dt=0,Pt={},hs=0;var Xn=function(e,t,n,o){var r;t[0]=0;for(var s=1;s<t.length;s++){var i=t[s++],l=t[s]?(t[0]|=i?1:2,n[t[s++]]):t[++s];i===3?o[0]=l:i===4?o[1]=Object.assign(o[1]||{},l):i===5?(o[1]=o[1]||{})[t[++s]]=l:i===6?o[1][t[++s]]+=l+"":i?(r=e.apply(l,Xn(e,l,n,["",null])),o.push(r),l[0]?t[0]|=2:(t[s-2]=0,t[s]=r)):o.push(l)}return o},Zn=new Map;function eo(e){var t=Zn.get(this);return t||(t=new Map,Zn.set(this,t)),(t=Xn(this,t.get(e)||(t.set(e,t=(function(n){for(var o,r,s=1,i="",l="",u=[0],p=function(d){s===1&&(d||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?u.push(0,d,i):s===3&&(d||i)?(u.push(3,d,i),s=2):s===2&&i==="..."&&d?u.push(4,d,0):s===2&&i&&!d?u.push(5,0,!0,i):s>=5&&((i||!d&&s===5)&&(u.push(s,0,i,r),s=6),d&&(u.push(s,d,0,r),s=6)),i=""},c=0;c<n.length;c++){c&&(s===1&&p(),p(c));for(var v=0;v<n[c].length;v++)o=n[c][v],s===1?o==="<"?(p(),u=[u],s=3):i+=o:s===4?i==="--"&&o===">"?(s=1,i=""):i=o+i[0]:l?o===l?l="":i+=o:o==='"'||o==="'"?l=o:o===">"?(p(),s=1):s&&(o==="="?(s=5,r=i,i=""):o==="/"&&(s<5||n[c][v+1]===">")?(p(),s===3&&(u=u[0]),s=u,(u=u[0]).push(2,0,s),s=0):o===" "||o==="	"||o===`
`||o==="\r"?(p(),s=2):i+=o),s===3&&i==="!--"&&(s=4,u=u[0])}return p(),u})(e)),t),arguments,[])).length>1?t:t[0]}var a=eo.bind(it);var Re,z,Ft,to,xs=Object.is,Ut=0,uo=[],Jt=[],q=j,no=q.__b,oo=q.__r,ro=q.diffed,so=q.__c,ao=q.unmount,io=q.__;function Vt(e,t){q.__h&&q.__h(z,e,Ut||t),Ut=0;var n=z.__H||(z.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function L(e,t){var n=Vt(Re++,3);!q.__s&&Gt(n.__H,t)&&(n.__P=!0,n.__=e,n.u=t,z.__H.__h.push(n))}function fo(e,t){var n=Vt(Re++,4);!q.__s&&Gt(n.__H,t)&&(n.__P=!1,n.__=e,n.u=t,z.__h.push(n))}function X(e){return Ut=5,ne(function(){return{current:e}},[])}function ne(e,t){var n=Vt(Re++,7);return Gt(n.__H,t)&&(n.__=e(),n.__H=t),n.__}function Ss(){var e;do{for(;e=Jt.shift();)try{De(e)}catch(n){q.__e(n,{__:(e=e.__P)&&e.__v})}for(;e=uo.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(De),t.__h.some(zt),t.__h=[]}catch(n){t.__h=[],q.__e(n,e.__v)}}}while(Jt.length)}q.__b=function(e){z=null,no&&no(e)},q.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),io&&io(e,t)},q.__r=function(e){oo&&oo(e),Re=0;var t=(z=e.__c).__H;t&&(Ft==z?z.__h=[]:(t.__h.some(De),t.__h.some(zt),Re=0),t.__h=[],t.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})),Ft=z},q.diffed=function(e){ro&&ro(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&co(uo.push(t)),t.__H.__.some(function(n){n.u&&(n.__H=n.u)})),Ft=z=null},q.__c=function(e,t){t.some(function(n){try{n.__h.some(De),n.__h=n.__h.filter(function(o){return!o.__||zt(o)})}catch(o){n.__h=[function(){throw o}]}}),so&&so(e,t)},q.unmount=function(e){ao&&ao(e);var t,n,o=e.__c;o&&o.__H&&(o.__H.__.some(function(r){try{if(r.__P&&r.__c){if(n===void 0){for(n=e.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n=n&&n.__c}r.__P=n,co(Jt.push(r))}else De(r)}catch(s){t=s}}),o.__H=void 0,t&&q.__e(t,o.__v))};var lo=typeof requestAnimationFrame=="function";function Cs(e){var t,n=function(){clearTimeout(o),lo&&cancelAnimationFrame(t),setTimeout(e)},o=setTimeout(n,35);lo&&(t=requestAnimationFrame(n))}function co(e){e!=1&&to==q.requestAnimationFrame||((to=q.requestAnimationFrame)||Cs)(Ss)}function De(e){var t=z,n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),z=t}function zt(e){var t=z;e.__c=e.__(),z=t}function Gt(e,t){return!e||e.length!=t.length||t.some(function(n,o){return!xs(n,e[o])})}var Ts=Symbol.for("preact-signals");function ft(){if(ue>1)ue--;else{var e,t=!1;for((function(){var r=ct;for(ct=void 0;r!==void 0;){var s=r.S;if(s.v===r.v)for(var i=s.t;i!==void 0;i=i.x)i.i===r.i&&(i.i=s.i);r=r.o}})();We!==void 0;){var n=We;for(We=void 0,lt++;n!==void 0;){var o=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&mo(n))try{n.c()}catch(r){t||(e=r,t=!0)}n=o}}if(lt=0,ue--,t)throw e}}function Qt(e){if(ue>0)return e();Kt=++Es,ue++;try{return e()}finally{ft()}}var qe,D=void 0;function Be(e){var t=D,n=qe;D=void 0,qe=void 0;try{return e()}finally{D=t,qe=n}}var We=void 0,ue=0,lt=0,Es=0,Kt=0,ct=void 0,ut=0;function po(e){if(D!==void 0){var t=e.n;if(t===void 0||t.t!==D)return t={i:0,S:e,p:D.s,n:void 0,t:D,e:void 0,x:void 0,r:t},D.s!==void 0&&(D.s.n=t),D.s=t,e.n=t,32&D.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=D.s,t.n=void 0,D.s.n=t,D.s=t),t}}function W(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}W.prototype.brand=Ts;W.prototype.h=function(){return!0};W.prototype.S=function(e){var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n!==void 0?n.e=e:Be(function(){var o;(o=t.W)==null||o.call(t)}))};W.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,o=e.x;n!==void 0&&(n.x=o,e.e=void 0),o!==void 0&&(o.e=n,e.x=void 0),e===this.t&&(this.t=o,o===void 0&&Be(function(){var r;(r=t.Z)==null||r.call(t)}))}};W.prototype.subscribe=function(e){var t=this;return J(function(){var n=t.value;Be(function(){return e(n)})},{name:"sub"})};W.prototype.valueOf=function(){return this.value};W.prototype.toString=function(){return this.value+""};W.prototype.toJSON=function(){return this.value};W.prototype.peek=function(){var e=this;return Be(function(){return e.value})};Object.defineProperty(W.prototype,"value",{get:function(){var e=po(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(lt>100)throw new Error("Cycle detected");(function(n){ue!==0&&lt===0&&n.l!==Kt&&(n.l=Kt,ct={S:n,v:n.v,i:n.i,o:ct})})(this),this.v=e,this.i++,ut++,ue++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{ft()}}}});function y(e,t){return new W(e,t)}function mo(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function $o(e){for(var t=e.s;t!==void 0;t=t.n){var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function ho(e){for(var t=e.s,n=void 0;t!==void 0;){var o=t.p;t.i===-1?(t.S.U(t),o!==void 0&&(o.n=t.n),t.n!==void 0&&(t.n.p=o)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=o}e.s=n}function ke(e,t){W.call(this,void 0,t),this.x=e,this.s=void 0,this.g=ut-1,this.f=4}ke.prototype=new W;ke.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===ut))return!0;if(this.g=ut,this.f|=1,this.i>0&&!mo(this))return this.f&=-2,!0;var e=D;try{$o(this),D=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(n){this.v=n,this.f|=16,this.i++}return D=e,ho(this),this.f&=-2,!0};ke.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}W.prototype.S.call(this,e)};ke.prototype.U=function(e){if(this.t!==void 0&&(W.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}};ke.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(ke.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=po(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function Te(e,t){return new ke(e,t)}function vo(e){var t=e.j;if(e.j=void 0,typeof t=="function"){ue++;var n=D;D=void 0;try{t()}catch(o){throw e.f&=-2,e.f|=8,Yt(e),o}finally{D=n,ft()}}}function Yt(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,vo(e)}function Ns(e){if(D!==this)throw new Error("Out-of-order effect");ho(this),D=e,this.f&=-2;try{8&this.f&&Yt(this)}finally{ft()}}function Ee(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,qe&&qe.push(this)}Ee.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};Ee.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,vo(this),$o(this),ue++;var e=D;return D=this,Ns.bind(this,e)};Ee.prototype.N=function(){2&this.f||(this.f|=2,this.u=We,We=this)};Ee.prototype.d=function(){this.f|=8,1&this.f||Yt(this)};Ee.prototype.dispose=function(){this.d()};function J(e,t){var n=new Ee(e,t);try{n.c()}catch(r){throw n.d(),r}var o=n.d.bind(n);return o[Symbol.dispose]=o,o}var _o,dt,pt,Os=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__;var go=[];J(function(){_o=this.N})();function Ne(e,t){j[e]=t.bind(null,j[e]||function(){})}function He(e){if(pt){var t=pt;pt=void 0,t()}pt=e&&e.S()}function bo(e){var t=this,n=e.data,o=$(n);o.name="ReactiveDom",o.value=n;var r=ne(function(){for(var l=t,u=t.__v;u=u.__;)if(u.__c){u.__c.__$f|=4;break}var p=Te(function(){var f=o.value.value;return f===0?0:f===!0?"":f||""}),c=Te(function(){return!Array.isArray(p.value)&&!Lt(p.value)}),v=J(function(){if(this.N=yo,c.value){var f=p.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.data=f)}}),d=t.__$u.d;return t.__$u.d=function(){v(),d.call(this)},[c,p]},[]),s=r[0],i=r[1];return s.value?i.peek():i.value}bo.displayName="ReactiveTextNode";Object.defineProperties(W.prototype,{constructor:{configurable:!0,value:it(we,null).constructor},type:{configurable:!0,value:bo},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}});Ne("__b",function(e,t){if(He(),dt=void 0,typeof t.type=="string"){var n,o=t.props;for(var r in o)if(r!=="children"){var s=o[r];s instanceof W&&(n||(t.__np=n={}),n[r]=s,o[r]=s.peek())}}e(t)});Ne("__r",function(e,t){if(e(t),t.type!==we){He();var n,o=t.__c;o&&(o.__$f&=-2,(n=o.__$u)===void 0&&(o.__$u=n=(function(r,s){var i;return J(function(){i=this},{name:s}),i.c=r,i})((function(r){return function(){var s;Os&&((s=this.y)==null||s.call(this)),r.__$f|=1,r.setState({})}})(o),typeof t.type=="function"?t.type.displayName||t.type.name:""))),dt=o,He(n)}});Ne("__e",function(e,t,n,o){He(),dt=void 0,e(t,n,o)});Ne("diffed",function(e,t){He(),dt=void 0;var n;if(typeof t.type=="string"&&(n=t.__e)){var o=t.__np,r=t.props,s=n.U;if(s)for(var i in s){var l=s[i];l===void 0||o&&i in o||(l.d(),s[i]=void 0)}if(o){s||(s={},n.U=s);for(var u in o){var p=s[u],c=o[u];p===void 0?(p=js(n,u,c,r),s[u]=p):p.o(c,r)}}}e(t)});function js(e,t,n,o){var r=t in e&&e.ownerSVGElement===void 0,s=y(n);return{o:function(i,l){s.value=i,o=l},d:J(function(){this.N=yo;var i=s.value.value;o[t]!==i&&(o[t]=i,r?e[t]=i:i!=null&&(i!==!1||t[4]==="-")?e.setAttribute(t,i):e.removeAttribute(t))})}}Ne("unmount",function(e,t){if(typeof t.type=="string"){var n=t.__e;if(n){var o=n.U;if(o){n.U=void 0;for(var r in o){var s=o[r];s&&s.d()}}}var i=t.__np;if(i){var l=t.props;for(var u in i)l[u]=i[u]}t.__np=void 0}else{var p=t.__c;if(p){p.__$f|=8;var c=p.__$u;c&&(p.__$u=void 0,c.d())}}e(t)});Ne("__h",function(e,t,n,o){o<3&&(t.__$f|=2),e(t,n,o)});Ce.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var n=this.__$u,o=n&&n.s!==void 0;for(var r in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var s=2&this.__$f;if(!(o||s||4&this.__$f)||1&this.__$f)return!0}else if(!(o||4&this.__$f)||3&this.__$f)return!0;for(var i in e)if(i!=="__source"&&e[i]!==this.props[i])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function $(e,t){return ne(function(){return y(e,t)},[])}var As=function(e){queueMicrotask(function(){queueMicrotask(e)})};function Ms(){Qt(function(){for(var e;e=go.shift();)_o.call(e)})}function yo(){go.push(this)===1&&(j.requestAnimationFrame||As)(Ms)}var ee=class extends Error{constructor(){super("the server does not answer")}},Oe=class extends Error{constructor(t,n){super(n),this.status=t}},fe=class extends Error{constructor(t,{code:n="",hint:o=""}={}){super(t),this.code=n,this.hint=o}};function wo(e){let t=e._meta?.["ensemble/error"];if(t)return new fe(t.message,t);let n=(e.content??[]).find(o=>o.type==="text")?.text;return new fe(n??"the tool failed and gave no reason")}function Is(e){let t=e.replaceAll(`\r
`,`
`).split(`

`),n=t.pop();return{data:t.map(Ps).filter(r=>r!==""),rest:n}}function Ps(e){return e.split(`
`).filter(n=>n.startsWith("data:")).map(n=>n.slice(5).replace(/^ /,"")).join(`
`)}async function*Zt(e){let t=e.pipeThrough(new TextDecoderStream).getReader(),n="";try{for(;;){let{done:o,value:r}=await t.read();if(o)return;let{data:s,rest:i}=Is(n+r);n=i;for(let l of s)yield JSON.parse(l)}}finally{t.cancel().catch(()=>{})}}var Fe="2026-07-28",Xt="io.modelcontextprotocol/",Ls=0;function xo({base:e="",token:t=()=>null}={}){async function n(u,p,c,v){let d={jsonrpc:"2.0",id:++Ls,method:p,params:{...c,_meta:Ds(c)}},f=Rs(p,c,t()),g=JSON.stringify(d),b;try{b=await fetch(e+u,{method:"POST",headers:f,body:g,signal:v,cache:"no-store"})}catch(k){throw k.name==="AbortError"?k:new ee}if(b.status===401||b.status===403)throw new Oe(b.status,await Bs(b));return{response:b,id:d.id}}async function o(u,p,c={},{signal:v,progress:d}={}){let{response:f,id:g}=await n(u,p,c,v),b=ko(f)?await Hs(f,g,d):await Ws(f);if(b.error?.message&&b.jsonrpc)throw new fe(b.error.message,b.error.data??{});if(!b.result)throw new fe(b.error?.message??`the server answered ${f.status}`);return b.result}async function r(u,p,c={},v={}){let d=await o(u,"tools/call",{name:p,arguments:c},v);if(d.isError)throw wo(d);return d.structuredContent??d}async function s(u,p,c={}){let v=await o(u,"resources/read",{uri:p},c),[d]=v.contents;return d.mimeType==="application/json"?JSON.parse(d.text):d.text??d.blob}async function i(u,p,c){let v=[],d;do{let f=await o(u,p,d?{cursor:d}:{});v.push(...f[c]),d=f.nextCursor}while(d);return v}async function l(u,p,{signal:c,opened:v,news:d}){let{response:f}=await n(u,"subscriptions/listen",{notifications:p},c);if(!ko(f))throw new fe(`the server answered ${f.status}`);try{for await(let g of Zt(f.body))g.method==="notifications/subscriptions/acknowledged"?v?.():g.method&&d(g.method,g.params??{})}catch(g){throw g.name==="AbortError"?g:new ee}}return{request:o,call:r,read:s,list:i,listen:l}}function Ds(e){return{...e?._meta,[`${Xt}protocolVersion`]:Fe,[`${Xt}clientCapabilities`]:{},[`${Xt}clientInfo`]:{name:"ensemble-console",version:"0.1.0"}}}function Rs(e,t,n){let o={"content-type":"application/json",accept:"application/json, text/event-stream","mcp-protocol-version":Fe,"mcp-method":e},r=t?.name??t?.uri;return r&&(o["mcp-name"]=qs(r)),n&&(o.authorization=`Bearer ${n}`),o}function qs(e){if(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(e))return e;let t=new TextEncoder().encode(e);return`=?base64?${btoa(String.fromCharCode(...t))}?=`}function ko(e){return(e.headers.get("content-type")??"").startsWith("text/event-stream")}async function Ws(e){try{return await e.json()}catch{throw new fe(`the server answered ${e.status}`)}}async function Bs(e){return(await e.json().catch(()=>({}))).error?.message??`the server answered ${e.status}`}async function Hs(e,t,n){try{for await(let o of Zt(e.body)){if(o.id===t)return o;o.method==="notifications/progress"&&n?.(o.params)}}catch(o){if(o.name==="AbortError")throw o}throw new ee}var mt="ensemble.token",A=y("opening"),Ue=y(""),V=y(Js()),Fs=xo({token:()=>V.value}),m=Object.fromEntries(Object.entries(Fs).map(([e,t])=>[e,(...n)=>Us(t(...n))]));async function Us(e){try{return await e}catch(t){throw en(t),t}}function en(e){e instanceof Oe&&e.status===401?(Ue.value=e.message,A.value="refused"):e instanceof ee&&A.value!=="refused"&&(A.value="lost")}function So(e){V.value=e.trim(),sessionStorage.setItem(mt,V.value),Ue.value="",A.value="opening"}function Co(){sessionStorage.removeItem(mt),V.value=null,Ue.value="you signed out of this tab",A.value="refused"}function Js(){let e=/^#token=([^&]+)(?:&(.*))?$/.exec(location.hash);return e&&(sessionStorage.setItem(mt,decodeURIComponent(e[1])),history.replaceState(null,"",`${location.pathname}#${e[2]??"/"}`)),sessionStorage.getItem(mt)}var tn=y(!1),To=A.peek();J(()=>{let e=A.value;To==="lost"&&e==="live"&&(tn.value=!0,setTimeout(()=>tn.value=!1,4e3)),To=e});function Eo(){return a`<div class="banner" role="status">
    ${A.value==="lost"&&a`<p class="bad"><strong>The server does not answer.</strong> What you see is what it said last; the console comes back by itself.</p>`}
    ${A.value==="live"&&tn.value&&a`<p class="good"><strong>The server is back.</strong> Nothing was missed.</p>`}
  </div>`}var zs={overview:"M3 10.5 10 4l7 6.5M5 9v7h10V9",jobs:"M4 4h4v12H4zM12 4h4v7h-4z",approvals:"M10 2.5l6 2.5v4.5c0 4-2.6 6.7-6 8-3.4-1.3-6-4-6-8V5zM7.2 10l2 2 3.6-3.8",actors:"M6.5 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM14 16.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.3 7.8l4 4.4",reasoning:"M10 3v4M10 7 5 12v4M10 7l5 5v4M3.5 17h3M13.5 17h3M8.5 3h3",avatars:"M4 3.5h8.5L16 7v9.5H4zM7 9h6M7 12h6M7 6h3",journal:"M5 3v14M5 5h11M5 10h11M5 15h11",playground:"M4 5l4.5 5L4 15M10 15h6",setup:"M10 12.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM10 2.5v2.2M10 15.3v2.2M2.5 10h2.2M15.3 10h2.2M4.7 4.7l1.5 1.5M13.8 13.8l1.5 1.5M15.3 4.7l-1.5 1.5M6.2 13.8l-1.5 1.5",menu:"M3 5.5h14M3 10h14M3 14.5h14",check:"M4 10.5l4 4 8-9"};function nn({name:e}){return a`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${zs[e]} /></svg>`}function No(){return a`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="16" cy="16" r="5" class="mark-core" />
    <circle cx="16" cy="4.5" r="3" /><circle cx="27.5" cy="16" r="3" />
    <circle cx="16" cy="27.5" r="3" /><circle cx="4.5" cy="16" r="3" />
    <path d="M16 7.5V11M21 16h3.5M16 21v3.5M7.5 16H11" />
  </svg>`}function R({title:e,children:t,actions:n}){return a`<header class="head">
    <div>
      <h1 tabindex="-1">${e}</h1>
      ${t&&a`<p class="lead">${t}</p>`}
    </div>
    ${n&&a`<div class="actions">${n}</div>`}
  </header>`}function h({title:e,aside:t,children:n,...o}){let{class:r="",...s}=o;return a`<section class=${`card ${r}`} ...${s}>
    ${e&&a`<div class="card-head"><h2>${e}</h2>${t&&a`<div class="aside">${t}</div>`}</div>`}
    ${n}
  </section>`}function S({tone:e="plain",children:t}){return a`<span class=${`badge ${e}`}>${t}</span>`}function te({rows:e}){let t=e.filter(([,n])=>n!=null&&n!==""&&n!==!1);return a`<dl class="facts">
    ${t.map(([n,o])=>a`<div key=${n}><dt>${n}</dt><dd>${o}</dd></div>`)}
  </dl>`}function B({tone:e="plain",title:t,children:n}){let o=e==="bad"?"alert":"status";return a`<div class=${`notice ${e}`} role=${o}>
    ${t&&a`<strong>${t}</strong>`}
    <div>${n}</div>
  </div>`}function _({error:e}){if(!e)return null;let t=e.code&&a`<code>${e.code}</code>`;return a`<${B} tone="bad" title="That did not work">
    ${e.message} ${t} ${e.hint&&a`<div class="hint">${e.hint}</div>`}
  <//>`}function I({title:e,children:t}){return a`<div class="empty"><strong>${e}</strong>${t&&a`<p>${t}</p>`}</div>`}function xe({text:e,label:t="Copy"}){let n=$("");return a`<button type="button" class="quiet" onClick=${async()=>{try{await navigator.clipboard.writeText(typeof e=="function"?e():e),n.value="Copied"}catch{n.value="The browser did not let us"}setTimeout(()=>n.value="",1600)}}>
    <span aria-live="polite">${n.value||t}</span>
  </button>`}function F({text:e,label:t,copy:n}){return a`<div class="code">
    <pre tabindex="0" aria-label=${t}>${e}</pre>
    <${xe} text=${n??e} />
  </div>`}function U({label:e,hint:t,required:n,id:o,children:r}){return a`<div class="field">
    <label for=${o}>${e}${n&&a`<span class="required"> required</span>`}</label>
    ${r}
    ${t&&a`<div class="hint" id=${`${o}-hint`}>${t}</div>`}
  </div>`}function G(e,t=new Date){let n=new Date(e);if(Number.isNaN(n.getTime()))return String(e??"");let o=n.toLocaleTimeString("en-GB",{hour12:!1});return n.toDateString()===t.toDateString()?o:`${n.toLocaleDateString("en-CA")} ${o}`}function ae(e,t=Date.now()){let n=Math.max(0,Math.round((t-new Date(e).getTime())/1e3));return n<60?`${n} s ago`:n<3600?`${Math.floor(n/60)} min ago`:n*1e3<864e5?`${Math.floor(n/3600)} h ago`:`${Math.floor(n*1e3/864e5)} d ago`}function $t(e){let t=[["d",86400],["h",3600],["min",60],["s",1]],n=t.findIndex(([,s])=>e>=s);if(n<0)return"0 s";let o=[],r=Math.floor(e);for(let[s,i]of t.slice(n,n+2)){let l=Math.floor(r/i);r-=l*i,l&&o.push(`${l} ${s}`)}return o.join(" ")}function M(e){return Number(e??0).toLocaleString("en-GB")}function N(e,t){return`${M(e)} ${t}${Number(e)===1?"":"s"}`}function ht(e){return e<1e3?`${e} B`:e<1e6?`${Math.round(e/1e3)} kB`:e<1e9?`${(e/1e6).toFixed(1)} MB`:`${(e/1e9).toFixed(1)} GB`}function $e(e){return Number.isFinite(e)?e<.01?`${(e*1e3).toFixed(1)} ms`:e<1?`${Math.round(e*1e3)} ms`:`${e.toFixed(1)} s`:"–"}function se(e,t=12){return String(e??"").slice(0,t)}function je(e,t=160){if(e==null)return"";if(typeof e!="object")return String(e).slice(0,t);if(e.tool&&"micros"in e){let o=e.arguments?JSON.stringify(e.arguments):"",r=e.error?`failed with ${e.error}`:`in ${$e(e.micros/1e6)}`;return`${e.tool} ${o} ${r}`.slice(0,t)}return Object.entries(e).filter(([,o])=>o!==null&&o!=="").map(([o,r])=>`${o} ${typeof r=="object"?JSON.stringify(r):r}`).join(" · ").slice(0,t)}var Oo=100,on=2e3;function ie({value:e,open:t=2}){return a`<div class="json"><${jo} value=${e} open=${t} /></div>`}function jo({value:e,open:t}){return e!==null&&typeof e=="object"?a`<${Gs} value=${e} open=${t} />`:typeof e=="string"?a`<${Vs} text=${e} />`:a`<span class="json-other">${String(e)}</span>`}function Vs({text:e}){let t=$(!1);return e.length<=on||t.value?a`<span class="json-text">${e}</span>`:a`<span class="json-text">${e.slice(0,on)}…</span>
    <button type="button" class="link" onClick=${()=>t.value=!0}>
      ${e.length-on} more characters
    </button>`}function Gs({value:e,open:t}){let n=Array.isArray(e),o=n?e.map((u,p)=>[p,u]):Object.entries(e),r=$(t>0),s=$(Oo);if(!o.length)return a`<span class="json-other">${n?"[ ]":"{ }"}</span>`;let i=N(o.length,n?"item":"field"),l=u=>r.value=u.currentTarget.open;return a`<details open=${r.value} onToggle=${l}>
    <summary>${i}</summary>
    ${r.value&&a`<ul>
      ${o.slice(0,s.value).map(([u,p])=>a`<li key=${u}>
        <span class="json-key">${u}</span> <${jo} value=${p} open=${t-1} />
      </li>`)}
      ${o.length>s.value&&a`<li>
        <button type="button" class="link" onClick=${()=>s.value+=Oo}>
          ${o.length-s.value} more
        </button>
      </li>`}
    </ul>`}
  </details>`}function C(e,t=[]){let n=$(void 0),o=$(null),r=$(!1),s=X(0),i=async()=>{let u=++s.current;r.value=!0;try{let p=await e();if(u!==s.current)return;n.value=p,o.value=null}catch(p){u===s.current&&!(p instanceof ee)&&(o.value=p)}finally{u===s.current&&(r.value=!1)}},l=A.value==="live";return L(()=>{l&&i()},[l,...t]),{value:n.value,error:o.value,busy:r.value,reload:i}}function w(e){let t=$({busy:!1,error:null,value:void 0}),n=async(...r)=>{t.value={...t.peek(),busy:!0,error:null};try{let s=await e(...r);return t.value={busy:!1,error:null,value:s},s}catch(s){t.value={busy:!1,error:s,value:void 0};return}},o=()=>t.value={busy:!1,error:null,value:void 0};return{...t.value,run:n,clear:o}}var K=y([]),Je=y(!1);async function rn(){let e=await sn("/readyz").then(n=>JSON.parse(n)),t=Object.keys(e.services??{});t.sort((n,o)=>Ao(n)-Ao(o)||n.localeCompare(o)),K.value=await Promise.all(t.map(n=>Ks(n,e.services[n]))),Je.value=!0}async function Ks(e,t){let n=`/mcp/${e}`,o=await m.request(n,"server/discover"),[r,s,i]=await Promise.all([m.list(n,"tools/list","tools"),m.list(n,"resources/list","resources"),m.list(n,"resources/templates/list","resourceTemplates")]),l=o._meta?.["io.modelcontextprotocol/serverInfo"]??{};return{name:e,endpoint:n,...t,about:l,tools:r,resources:s,templates:i}}async function sn(e){try{return await(await fetch(e,{cache:"no-store"})).text()}catch{let t=new ee;throw en(t),t}}function Ao(e){let t=["house","orchestrator","theater","reasoner","avatar"].indexOf(e);return t<0?99:t}function an(e){return K.value.find(t=>t.name===e)}function H(e,t){return an(e)?.tools.some(n=>n.name===t)??!1}var Mo=Te(()=>K.value.flatMap(e=>e.tools.map(t=>({service:e,tool:t}))));function Qs(e,t){return t.filter(n=>!H(e,n))}function le({title:e,name:t,tools:n,children:o}){if(!Je.value)return a`<${R} title=${e} />`;let r=Qs(t,n);if(!r.length)return o;let s=an(t)?`The service ${t} runs, but without ${r.join(", ")}.`:`The service ${t} does not run here.`;return a`<${R} title=${e} /><${h}><${I} title="Not served by this server">${s}<//><//>`}var pn="/mcp/house",un="ensemble://events",Ys=500,Zs=2e4,Xs=200,Se=y([]),Q=y(0),Ve=y(0),Me=y(!1),fn=new Set;function Ie(e){return fn.add(e),()=>fn.delete(e)}async function Ge(e,t=Ys){return m.read(pn,`${un}?after=${e}&limit=${t}`)}var Ae=null;async function Lo(){let e=500;for(;;){let t=Date.now(),n=V.peek();try{if(await rn(),!K.value.some(o=>o.name==="house")){Me.value=!0,A.value="live",await Po(3e4);continue}await ea(),A.value="lost"}catch{if(V.peek()!==n)continue;(A.value==="opening"||A.value==="live")&&(A.value="lost")}e=Date.now()-t>1e4?500:Math.min(e*1.6,5e3),await Po(A.value==="refused"?null:e)}}async function ea(){let e=new AbortController,t=()=>document.visibilityState==="visible"&&cn().catch(()=>e.abort());document.addEventListener("visibilitychange",t);let n=V.peek(),o=J(()=>{(V.value!==n||A.value==="refused")&&e.abort()});try{await m.listen(pn,{resourceSubscriptions:[un],toolsListChanged:!0},{signal:e.signal,opened:()=>cn().then(()=>A.value="live",()=>e.abort()),news:(r,s)=>{s.uri===un&&cn().catch(()=>e.abort()),r==="notifications/tools/list_changed"&&rn().catch(()=>{})}})}finally{o(),document.removeEventListener("visibilitychange",t)}}var ze=null,ln=!1;function cn(){return ze?(ln=!0,ze):(ze=(async()=>{try{do ln=!1,await ta();while(ln)}finally{ze=null}})(),ze)}async function ta(){for(Ae===null&&await Io();;){let e=await Ge(Ae);if(e.head<Ae){Se.value=[],await Io();continue}if(e.events.length&&na(e.events),Ae=e.next_after,Q.value=e.head,Ae>=e.head)return}}async function Io(){let{journal:e}=await m.read(pn,"ensemble://status");Ve.value=e.archived_up_to,Ae=Math.max(Ve.value,e.head-Xs),Q.value=e.head}function na(e){Se.value=[...Se.value,...e].slice(-Zs);for(let t of fn)t(e)}function Po(e){return new Promise(t=>{let n=V.value,o=e===null?null:setTimeout(s,e),r=setInterval(()=>V.value!==n&&s(),100);addEventListener("online",s,{once:!0});function s(){clearTimeout(o),clearInterval(r),removeEventListener("online",s),t()}})}var oa=200;function re(e,t=()=>!0){let n=$(0);return L(()=>{let o=null,r=Ie(s=>{!s.some(l=>l.service===e&&l.kind!=="call.made"&&t(l))||o||(o=setTimeout(()=>{o=null,n.value+=1},oa))});return()=>{clearTimeout(o),r()}},[e]),n.value}function Do({top:e,view:t,height:n,total:o}){let r=Math.max(0,Math.floor(e/n)-8),s=Math.min(o,Math.ceil((e+t)/n)+8);return{first:Math.min(r,Math.max(0,o-1)),last:s}}function Ro(e,t,{page:n,total:o}){let r={ArrowDown:1,ArrowUp:-1,PageDown:n,PageUp:-n,Home:-o,End:o};if(!(e in r)||!o)return null;let s=t<0?r[e]>0?-1:0:t;return Math.max(0,Math.min(o-1,s+r[e]))}function vt({items:e,height:t=36,keyOf:n,render:o,chosen:r,choose:s,label:i,onEnd:l,id:u}){let p=X(null),c=$(0),v=$(600);fo(()=>{let T=()=>v.value=p.current?.clientHeight??600;T();let O=new ResizeObserver(T);return O.observe(p.current),()=>O.disconnect()},[]);let{first:d,last:f}=Do({top:c.value,view:v.value,height:t,total:e.length}),g=()=>{c.value=p.current.scrollTop,p.current.scrollTop+p.current.clientHeight>p.current.scrollHeight-10*t&&l?.()},b=e.findIndex(T=>n(T)===r),k=T=>{let O=Math.max(1,Math.floor(v.value/t)-1),ve=Ro(T.key,b,{page:O,total:e.length});ve!==null&&(T.preventDefault(),s(n(e[ve])),ra(p.current,ve,t))},P=T=>`${u}-${n(T)}`,E=b>=d&&b<f?P(e[b]):void 0;return a`<div class="rows" ref=${p} role="listbox" tabindex="0" aria-label=${i}
      aria-activedescendant=${E} onScroll=${g} onKeyDown=${k}>
    <div class="rows-all" role="presentation" style=${{height:`${e.length*t}px`}}>
      ${e.slice(d,f).map((T,O)=>a`<div key=${n(T)} id=${P(T)}
          class="row" role="option" aria-selected=${n(T)===r} aria-setsize=${e.length}
          aria-posinset=${d+O+1} onClick=${()=>s(n(T))}
          style=${{top:`${(d+O)*t}px`,height:`${t}px`}}>
        ${o(T)}
      </div>`)}
    </div>
  </div>`}function ra(e,t,n){let o=t*n;o<e.scrollTop?e.scrollTop=o:o+n>e.scrollTop+e.clientHeight&&(e.scrollTop=o+n-e.clientHeight)}var Y=y(qo());addEventListener("hashchange",()=>Y.value=qo());function qo(){let t=location.hash.replace(/^#\/?/,"").split("/").filter(Boolean).map(sa);return t.length?t:["overview"]}function sa(e){try{return decodeURIComponent(e)}catch{return e}}function x(...e){return`#/${e.map(encodeURIComponent).join("/")}`}function Z(...e){location.hash=x(...e)}function Wo(e){return e.map((t,n)=>{let o=e[n-1],r=!o||t.previous_id===void 0||t.previous_id===o.event_id;return{...t,holds:r}}).reverse()}var aa=new Set(["ActorStarted","StateChanged","ActorRestored"]);function Bo(e,t){for(let n=Math.min(t,e.length-1);n>=0;n-=1)if(aa.has(e[n].type))return n;return-1}function Ho(e){if(typeof e!="string")return e??null;try{return JSON.parse(e)}catch{return e}}var Uo="/mcp/theater",Fo=10,ia=4,dn=30,$n=e=>m.read(Uo,`theater://event/${encodeURIComponent(e)}`);function Jo({event:e}){let t=$(Fo),n=C(async()=>{let{actors:s}=await m.read(Uo,"theater://actors");return new Map(s.map(i=>[i.id,i.name]))}),o=C(()=>la(e,t.value),[e.event_id,t.value]);if(o.error)return a`<${_} error=${o.error} />`;if(!o.value)return a`<p class="dim">Looking.</p>`;let r={id:e.event_id,names:n.value??new Map};return a`<div class="tree">
    ${o.value.parent_id&&a`<button type="button" class="link" onClick=${()=>t.value+=Fo}>Earlier causes</button>`}
    <ul><li><${zo} key=${o.value.event_id} event=${o.value} around=${r} open=${ia} /></li></ul>
  </div>`}async function la(e,t){let n=e;for(let o=0;o<t&&n.parent_id;o+=1)n=await $n(n.parent_id);return n}async function ca(e){let t=[e];for(;t.at(-1).children?.length===1&&t.length<dn;){let n=await $n(t.at(-1).children[0].id);if(n.actor_id!==e.actor_id)break;t.push(n)}return t}function zo({event:e,around:t,open:n}){let o=C(()=>ca(e),[e.event_id,e.children?.length]),r=o.value??[e],s=r.at(-1);return a`<${_} error=${o.error} />
    ${r.slice(0,-1).map(i=>a`<div class="leaf" key=${i.event_id}><${mn} event=${i} around=${t} /></div>`)}
    <${ua} key=${s.event_id} event=${s} around=${t} open=${n} />`}function ua({event:e,around:t,open:n}){let o=$(n>0);return e.children?.length?a`<details open=${o.value} onToggle=${r=>o.value=r.currentTarget.open}>
    <summary><${mn} event=${e} around=${t} /></summary>
    ${o.value&&a`<${fa} ids=${e.children.map(r=>r.id)} around=${t} open=${n-1} />`}
  </details>`:a`<div class="leaf"><${mn} event=${e} around=${t} /></div>`}function mn({event:e,around:t}){let n=t.names.get(e.actor_id)??se(e.actor_id,8);return a`<span><${S} tone="accent">${n}<//>${" "}
    <strong aria-current=${e.event_id===t.id?"true":void 0}>${e.type.replace(/^theater:simple\//,"")}</strong>${" "}
    <span class="dim">${je(e.data,60)}</span></span>`}function fa({ids:e,around:t,open:n}){let o=$(dn),r=e.slice(0,o.value),s=C(()=>Promise.all(r.map($n)),[r.length,e.length]);return a`<${_} error=${s.error} /><ul>
    ${(s.value??[]).map(i=>a`<li key=${i.event_id}><${zo} event=${i} around=${t} open=${n} /></li>`)}
    ${e.length>r.length&&a`<li><button type="button" class="link" onClick=${()=>o.value+=dn}>${e.length-r.length} more</button></li>`}
  </ul>`}var Vo="/mcp/theater";function Go({id:e,events:t}){let n=$(null),o=w(c=>m.call(Vo,"restore_actor",{actor_id:e,event_id:c.event_id})),r=w(()=>m.call(Vo,"replay_actor",{actor_id:e}));if(!t.length)return null;let s=t.findIndex(c=>c.event_id===n.value),i=s<0?t.length-1:s,l=t[i],u=c=>n.value=t[Math.max(0,Math.min(t.length-1,c))].event_id,p=H("theater","replay_actor")&&a`<button type="button" disabled=${r.busy} onClick=${r.run}>${r.busy?"Replaying":"Replay"}</button>`;return a`<${h} title="Its past" aside=${p}>
    <div aria-live="polite">${r.value&&a`<${da} report=${r.value} />`}</div>
    <${_} error=${r.error??o.error} />
    <div class="step">
      <button type="button" disabled=${i===0} onClick=${()=>u(i-1)}>Earlier</button>
      <label class="hidden" for="past">Event</label>
      <input id="past" type="range" min="0" max=${t.length-1} value=${i}
        aria-valuetext=${`event ${l.sequence}, ${l.type}`} onInput=${c=>u(Number(c.currentTarget.value))} />
      <button type="button" disabled=${i===t.length-1} onClick=${()=>u(i+1)}>Later</button>
    </div>
    <p>Event ${M(l.sequence)}, <strong>${l.type}</strong> <span class="dim">${G(l.timestamp)}</span></p>
    <h3>Its state then</h3>
    <${pa} events=${t} at=${i} />
    <div class="actions below">
      ${s<0&&a`<button type="button" onClick=${()=>u(i)}>What led to it</button>`}
      ${i<t.length-1&&H("theater","restore_actor")&&a`<button type="button" class="danger" disabled=${o.busy}
        onClick=${()=>o.run(l)}>Go back to this state</button>`}
      ${s>=0&&a`<button type="button" onClick=${()=>n.value=null}>To the newest</button>`}
    </div>
    ${s>=0&&a`<h3>What led to it, and what followed, across actors</h3>
      <${Jo} key=${l.event_id} event=${l} />`}
  <//>`}function pa({events:e,at:t}){let n=Bo(e,t);return n<0?a`<p class="dim">It was set before the events shown here.</p>`:a`<div class="state-then"><${ie} value=${Ho(e[n].data?.state)} open=${2} /></div>`}function da({report:e}){return e.equal?a`<${B} tone="good">Run again from its chain: ${N(e.events,"event")} equal, ${N(e.calls,"call")} made again.<//>`:a`<${B} tone="bad" title=${`Event ${M(e.difference?.sequence)} came out otherwise`}>
    <p>Recorded: <code>${e.difference?.recorded}</code></p><p>Replayed: <code>${e.difference?.replayed}</code></p>
  <//>`}var Qo="/mcp/theater",hn=200;function Yo({id:e,turn:t}){let n=C(()=>m.read(Qo,`theater://events/${encodeURIComponent(e)}?limit=${hn}`),[e,t]),o=Wo(n.value??[]),r=o.filter(i=>!i.holds).length,s=o.length>0&&a`<${S} tone=${r?"bad":"good"}>${r?`${N(r,"link")} broken`:"linked"}<//>`;return a`<${Go} id=${e} events=${n.value??[]} />
  <${h} title="Its life, newest first" aside=${s}>
    <${_} error=${n.error} />
    ${!o.length&&a`<p class="dim">No event yet.</p>`}
    <ol class="timeline">${o.map(i=>a`<li key=${i.event_id} id=${`event-${i.event_id}`}><${ma} event=${i} /></li>`)}</ol>
    ${o.length===hn&&a`<p class="hint">The last ${hn}; older ones are in the resource <code>theater://events/${e}</code>.</p>`}
  <//>`}function ma({event:e}){let t=$(!1);return a`<div><details open=${t.value} onToggle=${n=>t.value=n.currentTarget.open}>
    <summary><time datetime=${e.timestamp}>${G(e.timestamp)}</time> <strong>${e.type}</strong> <span class="dim">${je(e.data,90)}</span>
      ${!e.holds&&a`<${S} tone="bad">does not name the one before<//>`}</summary>
    ${t.value&&a`<p class="hint">Hash <code>${e.event_id}</code>${e.parent_id&&a`, follows from <${Ko} id=${e.parent_id} />`}
        ${e.children?.length>0&&a`, led to ${e.children.map(n=>a`<${Ko} key=${n.id} id=${n.id} /> `)}`}</p>
      <${ie} value=${e.data} open=${2} />`}
  </details></div>`}function Ko({id:e}){let t=$(!1),n=C(()=>t.value?m.read(Qo,`theater://event/${encodeURIComponent(e)}`):null,[t.value]);return n.value?a`<code>${se(e)}</code> (<a href=${`#/actors/${encodeURIComponent(n.value.actor_id)}`}>${n.value.type} of ${se(n.value.actor_id)}</a>)`:a`<button type="button" class="link" onClick=${()=>t.value=!0}><code>${se(e)}</code></button>`}function vn(e){return btoa(String.fromCharCode(...new TextEncoder().encode(e)))}function _t(e){try{let t=Uint8Array.from(atob(e),n=>n.charCodeAt(0));return new TextDecoder("utf-8",{fatal:!0}).decode(t)}catch{return e}}var Ke="/mcp/theater";function Zo({id:e}){let t=$(""),n=w(async r=>{let s=await m.call(Ke,r,{actor_id:e,data:vn(t.value)});return r==="request_message"?s.text??_t(s.data??""):"Delivered."});return a`<${h} title="Talk to it"><form onSubmit=${r=>{r.preventDefault(),n.run("request_message")}}>
    <label class="hidden" for="talk">Message</label>
    <textarea id="talk" class="mono" rows="2" spellcheck="false" value=${t.value} onInput=${r=>t.value=r.currentTarget.value}></textarea>
    <div class="actions below">
      <button class="primary" disabled=${n.busy}>Request an answer</button>
      <button type="button" disabled=${n.busy} onClick=${()=>n.run("send_message")}>Send</button>
    </div>
    <${_} error=${n.error} />
    <div aria-live="polite">${n.value!==void 0&&a`<${B} tone="good"><span class="pre">${n.value}</span><//>`}</div>
  </form><//>`}function Xo({id:e}){let t=$(null),n=$([]),o=$(""),r=w(async()=>{let{channel_id:p,message:c}=await m.call(Ke,"open_channel",{actor_id:e});t.value=p,n.value=c?[{from:"actor",text:_t(c)}]:[]}),s=w(async()=>{await m.call(Ke,"send_on_channel",{channel_id:t.value,message:vn(o.value)}),n.value=[...n.value,{from:"you",text:o.value}],o.value=""}),i=w(async()=>{await m.call(Ke,"close_channel",{channel_id:t.value}),t.value=null});if($a(t.value,n),!H("theater","open_channel"))return null;let l=p=>{p.preventDefault(),s.run()},u=t.value&&a`<button type="button" onClick=${i.run} disabled=${i.busy}>Close</button>`;return a`<${h} title="Channel" aside=${u}>
    <${_} error=${r.error??s.error??i.error} />
    ${!t.value&&a`<button type="button" onClick=${r.run} disabled=${r.busy}>Open a channel</button>`}
    ${t.value&&a`<ol class="said" aria-live="polite">${n.value.map((p,c)=>a`<li key=${c} class=${p.from}>
        <span class="dim">${p.from}</span> <span class="pre">${p.text}</span></li>`)}</ol>
      <form class="line" onSubmit=${l}>
        <label class="hidden" for="channel-text">On the channel</label>
        <input id="channel-text" value=${o.value} onInput=${p=>o.value=p.currentTarget.value} />
        <button disabled=${s.busy}>Send</button>
      </form>`}
  <//>`}function $a(e,t){let n=re("theater",s=>s.kind==="channel.changed"),o=C(async()=>e?m.read(Ke,`theater://channel/${encodeURIComponent(e)}`):null,[e,n]),r=o.value?.channel_id===e?o.value?.messages??[]:[];L(()=>{let s=new Set(t.value.map(l=>l.number)),i=r.filter(l=>!s.has(l.number));i.length&&(t.value=[...t.value,...i.map(l=>({from:"actor",number:l.number,text:l.text??_t(l.data)}))])},[r.length])}var Qe="/mcp/theater",ha=["start_actor","stop_actor","restart_actor","send_message","request_message"],er={RUNNING:"good",FAILED:"bad",STOPPED:"plain"};function tr(){return a`<${le} title="Actors" name="theater" tools=${ha}><${va} /><//>`}function va(){let e=Y.value[1],t=re("theater"),n=C(()=>m.read(Qe,"theater://actors"),[t]),o=n.value?.actors??[];return a`<${R} title="Actors">WebAssembly in a sandbox; every event of an actor's life is a link in its chain.<//>
    <${_} error=${n.error} />
    <div class="split narrow-left">
      <div class="stack">
        <${h} class="list">
          ${!o.length&&a`<${I} title="No actor runs" />`}
          ${o.length>0&&a`<${vt} id="actor" label="Actors" items=${o} height=${44} chosen=${e} keyOf=${r=>r.id}
            choose=${r=>Z("actors",r)} render=${r=>a`<span class="actor-line"><strong>${r.name}</strong> <${S} tone=${er[r.status]??"warn"}>${r.status.toLowerCase()}<//></span>`} />
            <p class="list-foot">${M(n.value.total)} in all</p>`}
        <//>
      </div>
      <div class="stack">
        ${e&&a`<${_a} key=${e} id=${e} turn=${t} />`}
        <${ba} />
      </div>
    </div>`}function _a({id:e,turn:t}){let n=encodeURIComponent(e),o=C(()=>m.read(Qe,`theater://actor/${n}`),[e,t]),r=C(()=>m.read(Qe,`theater://actor/${n}/state`),[e,t]),s=w(u=>m.call(Qe,u,{actor_id:e})),i=o.value,l=i&&a`<${S} tone=${er[i.status]??"warn"}>${i.status.toLowerCase()}<//>
    <button type="button" disabled=${s.busy} onClick=${()=>s.run("restart_actor")}>Restart</button>
    <button type="button" class="danger" disabled=${s.busy} onClick=${()=>s.run("stop_actor")}>Stop</button>
    <a href=${x("actors")}>Close</a>`;return a`<${h} title=${i?.name??"Actor"} aside=${l}>
      <${_} error=${o.error??s.error} />
      ${i&&a`<${te} rows=${[["Id",a`<code>${i.id}</code>`],["Since",a`<time datetime=${i.created_at}>${ae(i.created_at)}</time>`],["Failure",i.failure&&JSON.stringify(i.failure)],...ga(i.metrics??{}),["Parent",i.parent&&a`<a href=${x("actors",i.parent)}>${i.parent}</a>`],["Children",i.children?.length>0&&i.children.map(u=>a`<a key=${u} href=${x("actors",u)}>${u}</a> `)]]} />`}
      <h3>State</h3>
      ${r.error?a`<${_} error=${r.error} />`:a`<${ie} value=${r.value??null} open=${2} />`}
    <//>
    <${Zo} id=${e} />
    <${Xo} id=${e} />
    <${Yo} id=${e} turn=${t} />`}function ga(e){return[["Handled",e.operations!==void 0&&`${M(e.operations)}, ${M(e.failed_operations)} failed`],["Slowest",e.max_processing_ns>0&&$e(e.max_processing_ns/1e9)],["Memory",e.memory_bytes>0&&ht(e.memory_bytes)],["Waiting",e.queued_messages>0&&M(e.queued_messages)],["Restarts",e.restarts>0&&M(e.restarts)],["Age",e.age_seconds>0&&$t(e.age_seconds)]]}function ba(){let e=$(""),t=$(""),n=w(async()=>{let r=t.value.trim()?{initial_state:JSON.parse(t.value)}:{},s=await m.call(Qe,"start_actor",{manifest:e.value,...r});Z("actors",s.actor_id??s.id)});return a`<${h} title="Start an actor"><form onSubmit=${r=>{r.preventDefault(),n.run()}}>
    <${U} label="Manifest" id="manifest" hint="Its text, or the path of its file.">
      <textarea id="manifest" class="mono" rows="6" spellcheck="false" data-search aria-describedby="manifest-hint" value=${e.value}
        onInput=${r=>e.value=r.currentTarget.value}></textarea><//>
    <${U} label="First state" id="initial" hint="A JSON object, or nothing.">
      <textarea id="initial" class="mono" rows="1" spellcheck="false" aria-describedby="initial-hint" value=${t.value}
        onInput=${r=>t.value=r.currentTarget.value}></textarea><//>
    <button class="primary" disabled=${n.busy||!e.value.trim()}>${n.busy?"Starting":"Start"}</button>
    <${_} error=${n.error} />
  </form><//>`}var ya="/mcp/orchestrator",Ye=y([]),gt=y(null);async function bt(){if(H("orchestrator","list_pending_approvals"))try{Ye.value=(await m.read(ya,"approvals://pending")).pending,gt.value=null}catch(e){gt.value=e}}var wa=/^(job|approval|session)\./;Ie(e=>{e.some(n=>n.service==="orchestrator"&&wa.test(n.kind)&&n.kind!=="job.progress")&&bt()});J(()=>{A.value==="live"&&K.value.length&&bt()});function nr(e){let t=[],n=null,o=!1;for(let r of e.split(`
`))if(r.startsWith("diff --git "))n={name:ka(r),added:0,removed:0,lines:[]},t.push(n),o=!1;else if(n){if(r.startsWith("@@")&&(o=!0),!o&&/^(index|---|\+\+\+) /.test(r))continue;let s=xa(r,o);(s==="added"||s==="removed")&&(n[s]+=1),(r||o)&&n.lines.push({kind:s,text:r})}for(let r of t)for(;r.lines.at(-1)?.text==="";)r.lines.pop();return t}function ka(e){let t=e.slice(11),n=/ "b\/(.*)"$/.exec(t);if(n)return n[1];let o=t.lastIndexOf(" b/");return o<0?t:t.slice(o+3)}function xa(e,t){return e.startsWith("@@")?"place":t?e.startsWith("+")?"added":e.startsWith("-")?"removed":e.startsWith("\\")?"about":"same":"about"}var _n=400,Sa=6;function or({patch:e,truncated:t}){let n=ne(()=>nr(e),[e]),o=$(50);return n.length?a`<div class="diff">
    ${n.slice(0,o.value).map(r=>a`<${Ca} key=${r.name} file=${r} open=${n.length<=Sa} />`)}
    ${n.length>o.value&&a`<button type="button" class="link" onClick=${()=>o.value+=50}>${N(n.length-o.value,"more file")}</button>`}
    ${t&&a`<p class="hint">The patch is longer than the server sends; the rest is in the worktree.</p>`}
  </div>`:a`<p class="dim">Nothing changed.</p>`}function Ca({file:e,open:t}){let n=$(t&&e.lines.length<=_n),o=$(_n);return a`<details open=${n.value} onToggle=${r=>n.value=r.currentTarget.open}>
    <summary><code>${e.name}</code> <span class="added">${e.added}</span> <span class="removed">${e.removed}</span></summary>
    ${n.value&&a`<pre tabindex="0" aria-label=${`Changes of ${e.name}`}>${e.lines.slice(0,o.value).map((r,s)=>a`<span key=${s} class=${`patch ${r.kind}`}>${r.text}${`
`}</span>`)}</pre>
      ${e.lines.length>o.value&&a`<button type="button" class="link" onClick=${()=>o.value+=_n}>${N(e.lines.length-o.value,"more line")}</button>`}`}
  </details>`}var rr="/mcp/orchestrator";function sr({id:e,turn:t}){let n=a`<a href=${x("jobs")}>Close</a>`;return a`<${h} title=${`Work of session ${e}`} aside=${n} class="job">
    <${Ta} id=${e} turn=${t} />
    <${gn} id=${e} turn=${t} />
  <//>`}function gn({id:e,turn:t}){let n=C(()=>m.call(rr,"get_session_diff",{session_id:e}),[e,t]);return H("orchestrator","get_session_diff")?a`<${_} error=${n.error} />
    ${n.value&&a`<h3>${N(n.value.files_changed.length,"file")} changed</h3>
      <${or} patch=${n.value.diff} truncated=${n.value.truncated} />`}`:null}function Ta({id:e,turn:t}){let n=C(()=>m.call(rr,"forecast_conflicts",{session_id:e}),[e,t]);return H("orchestrator","forecast_conflicts")?a`<${_} error=${n.error} />
    ${n.value&&a`<${bn} list=${n.value.conflicts} />`}`:null}function bn({list:e}){return e.length?a`<${B} tone="warn" title="It would collide">
    <ul>${e.map(t=>a`<li key=${t.session_id}>with <a href=${x("jobs","session",t.session_id)}>${t.session_id}</a>${" "}
      on <code>${t.branch}</code> in ${t.files.map(n=>a`<code key=${n}>${n}</code> `)}</li>`)}</ul>
  <//>`:a`<${B} tone="good">A merge with any other open session would go through.<//>`}var Ea="/mcp/orchestrator",Na=["list_pending_approvals","approve_job","deny_job"],Oa={deploy:"bad",push:"bad",shell:"warn",write:"accent"};function yn(){let e=Ye.value.length;return e>0&&a`<span class="tally">${e}<span class="hidden"> waiting</span></span>`}yn.count=()=>Ye.value.length;function ar(){return a`<${le} title="Approvals" name="orchestrator" tools=${Na}><${ja} /><//>`}function ja(){let e=$(""),t=Ye.value;return a`<${R} title="Approvals">An agent waits until a person answers; the answer is for this exact command.<//>
    <div aria-live="polite">${e.value&&a`<${B} tone="good">${e.value}<//>`}</div>
    <${_} error=${gt.value} />
    ${!t.length&&a`<${h}><${I} title="Nothing waits for you" /><//>`}
    <div class="stack">${t.map(n=>a`<${Aa} key=${n.approval_id??n.job_id} asked=${n} say=${o=>e.value=o} />`)}</div>`}function Aa({asked:e,say:t}){let n=$(""),o=w(async(i,l)=>{let{message:u}=await m.call(Ea,i,{job_id:e.job_id,...l});t(u),await bt()}),r=e.approval_id?{approval_id:e.approval_id}:{},s=e.scopes??[e.approval_scope];return a`<${h} class="question" title=${e.instruction}
      aside=${s.map(i=>a`<${S} key=${i} tone=${Oa[i]??"warn"}>${i}<//>`)}>
    ${e.command&&a`<${F} label="The exact command" text=${e.command} />`}
    <${te} rows=${[["Job",a`<a href=${x("jobs",e.job_id)}>${se(e.job_id,18)}</a>`],["Session",`${e.session_id} of ${e.project_id}`],["Tool",e.tool],["Asked",a`<time datetime=${e.created_at}>${ae(e.created_at)}</time>`],["Expires",e.expires_at&&a`<time datetime=${e.expires_at}>${G(e.expires_at)}</time>`],["Digest",e.digest&&a`<code>${se(e.digest,24)}</code>`],["Approved by",e.approvers?.length?e.approvers.join(", "):""]]} />
    ${e.conflicts?.length>0&&a`<${bn} list=${e.conflicts} />`}
    <${Ma} id=${e.session_id} />
    <${_} error=${o.error} />
    <${U} label="Reason, if you deny it" id=${`reason-${e.job_id}`}>
      <input id=${`reason-${e.job_id}`} value=${n.value} onInput=${i=>n.value=i.currentTarget.value} />
    <//>
    <div class="actions">
      <button type="button" class="primary" disabled=${o.busy} onClick=${()=>o.run("approve_job",r)}>Approve</button>
      <button type="button" disabled=${o.busy} onClick=${()=>o.run("approve_job",{...r,scope:"job"})}>Allow for this job</button>
      <button type="button" class="danger" disabled=${o.busy}
        onClick=${()=>o.run("deny_job",n.value.trim()?{reason:n.value.trim()}:{})}>Deny</button>
    </div>
  <//>`}function Ma({id:e}){let t=$(!1);return a`<details class="changes-of" onToggle=${n=>t.value=n.currentTarget.open}>
    <summary>What the session changed so far</summary>
    ${t.value&&a`<${gn} id=${e} />`}
  </details>`}function ir(e,t){let n=t.trim().split(/\s+/).filter(Boolean);if(!n.length)return[e,"",""];let o=n.map(i=>i.replace(/[.*+?^${}()|[\]\\]/g,"\\$&")).join("\\s+"),r=new RegExp(o,"u").exec(e);if(!r)return[e,"",""];let s=r.index+r[0].length;return[e.slice(0,r.index),r[0],e.slice(s)]}var wn=y("");function kn(e){wn.value=e??""}function lr(e,t){return t?.source_number?x("avatars",e,"source",t.source_number,t.page_label??t.page_index??1):null}function cr({id:e,number:t,label:n,work:o}){let r=`avatar://${encodeURIComponent(e)}/source/${t}/page/${encodeURIComponent(n)}`,s=C(()=>m.read("/mcp/avatar",r),[r]),i=X(null);L(()=>i.current?.scrollIntoView({block:"center"}),[s.value,wn.value]);let[l,u,p]=ir(s.value??"",wn.value),c=o?`${o.title}, page ${n}`:`Source ${t}, page ${n}`,v=a`<${Ia} id=${e} number=${t} label=${n} pages=${o?.pages??0} /><a href=${x("avatars",e)}>Close</a>`;return a`<${h} title=${c} aside=${v}>
    <${_} error=${s.error} />
    <div class="page-text" tabindex="0" role="region" aria-label="Text of the page">${l}${u&&a`<mark ref=${i}>${u}</mark>`}${p}</div>
  <//>`}function Ia({id:e,number:t,label:n,pages:o}){if(o<2||!/^\d+$/.test(n))return null;let r=(i,l)=>a`<a href=${x("avatars",e,"source",t,i)} onClick=${()=>kn("")}>${l}</a>`,s=Number(n);return a`${s>1&&r(s-1,"Page before")} ${s<o&&r(s+1,"Next page")}`}var Pa={high:"good",medium:"accent",low:"warn"};function ur({id:e}){let t=$(""),n=w(r=>m.call("/mcp/avatar","generate_response",{avatar:e,question:r}));return a`<${h} title="Ask">
    <form class="line" onSubmit=${r=>{r.preventDefault(),t.value.trim()&&n.run(t.value.trim())}}>
      <label class="hidden" for="avatar-question">Question</label>
      <input id="avatar-question" data-search autocomplete="off" value=${t.value}
        onInput=${r=>t.value=r.currentTarget.value} />
      <button class="primary" disabled=${n.busy}>${n.busy?"Reading":"Ask"}</button>
    </form>
    <${_} error=${n.error} />
    <div aria-live="polite">${n.value&&a`<${La} id=${e} answer=${n.value} />`}</div>
  <//>`}function La({id:e,answer:t}){return a`<div class="answer">
    <p class="answer-text pre">${t.response}</p>
    <p><${S} tone=${Pa[t.confidence]??"plain"}>confidence ${t.confidence}<//>
      ${t.citations.length===0&&a` <span class="dim">no quotation, so no claim</span>`}</p>
    ${t.citations.length>0&&a`<h3>Quotations</h3>
      <ol class="evidence">${t.citations.map((n,o)=>a`<li key=${o}>
        <q>${n.quote}</q> <${xn} id=${e} cited=${n} quote=${n.quote} />
      </li>`)}</ol>`}
  </div>`}function xn({id:e,cited:t,quote:n}){let o=`${t.source}${t.page?`, page ${t.page}`:""}`,r=lr(e,t._meta);return r?a`<a href=${r} onClick=${()=>kn(n)}><cite>${o}</cite></a>`:a`<cite>${o}</cite>`}function fr({id:e}){let t=$(""),n=w(r=>m.call("/mcp/avatar","query_corpus",{avatar:e,query:r,limit:10,threshold:0}));return a`<${h} title="Search">
    <form class="line" onSubmit=${r=>{r.preventDefault(),t.value.trim()&&n.run(t.value.trim())}}>
      <label class="hidden" for="avatar-search">Words</label>
      <input id="avatar-search" type="search" value=${t.value} onInput=${r=>t.value=r.currentTarget.value} />
      <button disabled=${n.busy}>Search</button>
    </form>
    <${_} error=${n.error} />
    <div aria-live="polite">
      ${n.value?.passages.length===0&&a`<${I} title="No passage fits" />`}
      <ol class="passages">${n.value?.passages.map((r,s)=>a`<li key=${s}>
        <meter min="0" max="1" value=${r.score} aria-label=${`score ${r.score}`}></meter>
        <span class="dim">${r.score.toFixed(2)}</span>
        <${xn} id=${e} cited=${r} quote=${r.content} />
        <p class="clamp">${r.content}</p>
      </li>`)}</ol>
    </div>
  <//>`}var Sn="/mcp/avatar",Da=["query_corpus","generate_response","get_avatar_info"];function pr(){return a`<${le} title="Avatars" name="avatar" tools=${Da}><${Ra} /><//>`}function Ra(){let[,e,t,n,o]=Y.value,r=re("avatar"),s=C(async()=>(await m.list(Sn,"resources/list","resources")).map(({uri:v})=>/^avatar:\/\/([^/]+)$/.exec(v)?.[1]).filter(Boolean).map(decodeURIComponent),[r]),i=s.value??[],l=e??i[0],u=C(()=>l?m.read(Sn,`avatar://${encodeURIComponent(l)}/sources`):null,[l,r]),p=u.value&&u.value.avatar===l?u.value.sources:[];return a`<${R} title="Avatars">Every claim is a quotation with its page, or the answer is that the writings do not say.<//>
    <${_} error=${s.error} />
    ${s.value&&!i.length&&a`<${h}><${I} title="No avatar yet">
      The command <code>ensemble avatar</code> makes one and adds writings to it.<//><//>`}
    ${i.length>0&&a`<div class="split narrow-left">
      <${h} title="Avatars" class="choice"><ul>${i.map(c=>a`<li key=${c}>
        <a href=${x("avatars",c)} aria-current=${c===l?"true":void 0}>${c}</a></li>`)}</ul><//>
      <div class="stack" key=${l}>
        ${t==="source"&&a`<${cr} id=${l} number=${n} label=${o} work=${p[Number(n)-1]} />`}
        <${ur} id=${l} />
        <${fr} id=${l} />
        <${qa} id=${l} turn=${r} sources=${p} error=${u.error} />
      </div>
    </div>`}`}function qa({id:e,turn:t,sources:n,error:o}){let r=C(()=>m.call(Sn,"get_avatar_info",{avatar:e}),[e,t]),s=r.value;return a`<${h} title=${s?.name??e}>
    <${_} error=${r.error??o} />
    ${s&&a`<p>${s.description}</p>
      <${te} rows=${[["Writings",`${N(s.document_count,"document")}, ${M(s.corpus_size)} words`],["Knows about",s.expertise?.map(i=>a`<${S} key=${i}>${i}<//> `)]]} />`}
    ${n.length>0&&a`<h3>Works</h3>
      <ol class="works">${n.map(i=>a`<li key=${i.id}>
        <a href=${x("avatars",e,"source",i.number,"1")}>${i.title}</a>
        <span class="dim">${[i.year,i.pages>0&&N(i.pages,"page"),`${M(i.words)} words`].filter(Boolean).join(", ")}</span>
        ${i.warnings?.map(l=>a`<div class="hint" key=${l}>${l}</div>`)}
      </li>`)}</ol>`}
  <//>`}var yt="/mcp/orchestrator",dr=500,Wa={done:"good",failed:"bad",canceled:"plain",running:"accent",waiting_approval:"warn"};function mr({id:e,turn:t}){let n=re("orchestrator",c=>c.data?.job_id===e),o=C(async()=>(await m.call(yt,"get_job",{job_id:e})).job,[e,t]),r=C(()=>m.call(yt,"get_job_logs",{job_id:e,tail:dr}),[e,t,n]),s=w(()=>m.call(yt,"cancel_job",{job_id:e,reason:"canceled in the console"})),i=w(async({session_id:c,instruction:v})=>{let d=await m.call(yt,"run_instruction",{session_id:c,instruction:v});Z("jobs",d.job.job_id)}),l=o.value;L(()=>scrollTo(0,0),[e]);let u=l&&!l.finished_at,p=l&&a`<${S} tone=${Wa[l.status]??"plain"}>${l.status.replace("_"," ")}<//>
    ${u&&a`<button type="button" class="danger" disabled=${s.busy} onClick=${s.run}>Cancel</button>`}
    ${l.finished_at&&a`<button type="button" disabled=${i.busy} onClick=${()=>i.run(l)}>Retry</button>`}
    <a href=${x("jobs")}>Close</a>`;return a`<${h} title=${l?.instruction??"Job"} aside=${p} class="job">
    <${_} error=${o.error??s.error??i.error} />
    ${l&&a`<${te} rows=${[["Session",a`<a href=${x("jobs","session",l.session_id)}>${l.session_id}</a> of ${l.project_id}`],["Waits for",l.status==="waiting_approval"&&a`<a href=${x("approvals")}>your answer: ${l.approval_scope}</a>`],["Began",l.started_at&&G(l.started_at)],["Ended",l.finished_at&&G(l.finished_at)],["Cost",l.cost_usd>0&&`$${l.cost_usd.toFixed(2)}`],["Result",l.result_summary],["Error",l.error],["Files",l.files_changed?.length>0&&a`<ul>${l.files_changed.map(c=>a`<li key=${c}><code>${c}</code></li>`)}</ul>`]]} />`}
    <h3>What it printed${r.value?.truncated?`, the last ${dr} lines`:""}</h3>
    <${Ba} text=${r.value?.content??""} error=${r.error} />
  <//>`}function Ba({text:e,error:t}){let n=X(null),o=X(!0),r=({currentTarget:s})=>o.current=s.scrollTop+s.clientHeight>s.scrollHeight-20;return L(()=>{o.current&&n.current&&(n.current.scrollTop=n.current.scrollHeight)},[e]),t?a`<${_} error=${t} />`:a`<pre class="log" ref=${n} onScroll=${r} tabindex="0" aria-label="Log">${e||"Nothing yet."}</pre>`}var Cn="/mcp/orchestrator";function $r({sessions:e}){let t=e[0]?.session_id??"",n=$({session_id:"",instruction:""}),o=w(async()=>{let s=n.value.session_id||t,{job:i}=await m.call(Cn,"run_instruction",{session_id:s,instruction:n.value.instruction});n.value={...n.value,instruction:""},Z("jobs",i.job_id)}),r=s=>i=>n.value={...n.value,[s]:i.currentTarget.value};return a`<${h} title="New job"><form onSubmit=${Tn(o)}>
    <${U} label="Session" id="job-session"><select id="job-session" value=${n.value.session_id||t} onChange=${r("session_id")}>
      ${e.map(s=>a`<option key=${s.session_id} value=${s.session_id}>${s.session_id} ${s.display_name}</option>`)}
    </select><//>
    <${U} label="Instruction" id="job-instruction">
      <textarea id="job-instruction" rows="2" value=${n.value.instruction} onInput=${r("instruction")}></textarea><//>
    <button class="primary" disabled=${o.busy||!e.length||!n.value.instruction.trim()}>Queue it</button>
    <${_} error=${o.error} />
  </form><//>`}function hr({projects:e}){let t=e[0]?.project_id??"",n=$({project_id:"",branch:"",display_name:""}),o=w(async()=>{let{project_id:s,branch:i,display_name:l}=n.value,u=l.trim()?{display_name:l.trim()}:{};await m.call(Cn,"create_session",{project_id:s||t,branch:i.trim(),...u}),n.value={project_id:s,branch:"",display_name:""}}),r=s=>i=>n.value={...n.value,[s]:i.currentTarget.value};return a`<${h} title="New session"><form onSubmit=${Tn(o)}>
    <${U} label="Project" id="session-project"><select id="session-project" value=${n.value.project_id||t} onChange=${r("project_id")}>
      ${e.map(s=>a`<option key=${s.project_id} value=${s.project_id}>${s.name}</option>`)}
    </select><//>
    <${U} label="Branch" id="session-branch" hint="Made if it does not exist.">
      <input id="session-branch" spellcheck="false" aria-describedby="session-branch-hint" value=${n.value.branch} onInput=${r("branch")} /><//>
    <${U} label="Name" id="session-display"><input id="session-display" value=${n.value.display_name} onInput=${r("display_name")} /><//>
    <button disabled=${o.busy||!e.length||!n.value.branch.trim()}>Make it</button>
    <${_} error=${o.error} />
  </form><//>`}function vr(){let e=$(""),t=w(async()=>{await m.call(Cn,"register_project",{path:e.value.trim()}),e.value=""});return a`<${h} title="New project"><form onSubmit=${Tn(t)}>
    <${U} label="Folder of a git repository" id="project-path">
      <input id="project-path" spellcheck="false" value=${e.value} onInput=${n=>e.value=n.currentTarget.value} /><//>
    <button disabled=${t.busy||!e.value.trim()}>Register it</button>
    <${_} error=${t.error} />
  </form><//>`}function Tn(e){return t=>{t.preventDefault(),e.run()}}var Ha={running:"accent",blocked:"warn",idle:"plain"};function _r({projects:e,sessions:t}){let n=w(o=>m.call("/mcp/orchestrator","close_session",{session_id:o}));return a`<${h} title="Projects and sessions">
    <${_} error=${n.error} />
    ${n.value&&a`<${B} tone="good">${n.value.message}<//>`}
    ${!e.length&&a`<${I} title="No project yet">Register a repository to begin.<//>`}
    ${e.map(o=>a`<div key=${o.project_id} class="project">
      <h3>${o.name} <code>${o.path}</code></h3>
      <ul>${t.filter(r=>r.project_id===o.project_id).map(r=>a`<li key=${r.session_id}>
        <div><a href=${x("jobs","session",r.session_id)} aria-label=${`Work of session ${r.session_id}`}><strong>${r.session_id}</strong></a> ${r.display_name} <code>${r.branch}</code>
          <div class="hint">${r.blocked_reason??r.last_summary??""} ${ae(r.last_activity_at)}</div></div>
        <div class="actions"><${S} tone=${Ha[r.state]??"plain"}>${r.state}<//>
          <button type="button" class="quiet" disabled=${n.busy} aria-label=${`Close session ${r.session_id}`}
            onClick=${()=>n.run(r.session_id)}>Close</button></div>
      </li>`)}</ul>
    </div>`)}
  <//>`}var En="/mcp/orchestrator",Fa=["list_projects","list_sessions","list_jobs","run_instruction"],Ua=[["Queued",["queued"]],["Running",["running"]],["Waiting for you",["waiting_approval"]],["Done",["done"]],["Not done",["failed","canceled"]]];function gr(){return a`<${le} title="Jobs" name="orchestrator" tools=${Fa}><${Ja} /><//>`}function Ja(){let e=re("orchestrator",p=>p.kind!=="job.progress"),t=C(async()=>{let[{projects:p},{sessions:c},{jobs:v}]=await Promise.all([m.read(En,"projects://list"),m.read(En,"sessions://active"),m.call(En,"list_jobs",{limit:100})]);return{projects:p,sessions:c,jobs:v}},[e]),[,n,o]=Y.value,r=n==="session"?o:null,s=r?null:n,{projects:i=[],sessions:l=[],jobs:u=[]}=t.value??{};return a`<${R} title="Jobs">Coding agents on real repositories, each session in a worktree of its own.<//>
    <${_} error=${t.error} />
    ${s&&a`<${mr} key=${s} id=${s} turn=${e} />`}
    ${r&&a`<${sr} key=${r} id=${r} turn=${e} />`}
    <${za} jobs=${u} current=${s} />
    <div class="grid top">
      <${_r} projects=${i} sessions=${l} />
      <div class="stack">
        <${$r} sessions=${l} />
        <${hr} projects=${i} />
        <${vr} />
      </div>
    </div>`}function za({jobs:e,current:t}){return e.length?a`<div class="board">${Ua.map(([n,o])=>{let r=e.filter(s=>o.includes(s.status));return a`<section key=${n} class="lane" aria-label=${n}>
      <h2>${n} <span class="dim">${r.length}</span></h2>
      <ul>${r.slice(0,30).map(s=>a`<li key=${s.job_id}>
        <a href=${x("jobs",s.job_id)} aria-current=${s.job_id===t?"true":void 0}>
          <span class="clamp">${s.instruction}</span>
          <span class="hint">${s.session_id} · ${ae(s.finished_at??s.started_at??s.created_at)}</span>
          ${s.status==="failed"&&a`<${S} tone="bad">failed<//>`}
        </a>
      </li>`)}</ul>
    </section>`})}</div>`:a`<${h}><${I} title="No job yet">Give a session an instruction below.<//><//>`}function wt({event:e}){return a`<span class="event-line">
    <span class="seq">#${e.seq}</span>${" "}
    <time datetime=${e.at}>${G(e.at)}</time>${" "}
    <span class=${`service ${e.service}`}>${e.service}</span>${" "}
    <span class="kind">${e.kind}</span>${" "}
    <span class="gist">${je(e.data)}</span>
  </span>`}var he=y({busy:!1});async function br(){if(!he.value.busy){he.value={busy:!0};try{let e=({progress:o,total:r})=>he.value={busy:!0,done:o,total:r},t={name:"verify_audit",arguments:{},_meta:{progressToken:"verify"}},n=await m.request("/mcp/house","tools/call",t,{progress:e});if(n.isError)throw new Error(n.content?.[0]?.text??"the check failed");he.value={busy:!1,result:n.structuredContent,at:new Date().toISOString()}}catch(e){he.value={busy:!1,error:e}}}}function kt(){let{busy:e,done:t,total:n}=he.value,o=n?` ${Math.round(100*t/n)} %`:"";return a`<button type="button" onClick=${br} disabled=${e}>${e?`Checking${o}`:"Verify now"}</button>`}function xt(){let{result:e,error:t,at:n}=he.value;return a`<div class="verdict" aria-live="polite">
    ${t&&a`<${_} error=${t} />`}
    ${e?.ok&&a`<${S} tone="good">Verified<//>
      <span>${N(e.events,"event")} up to #${M(e.head)}, every link, at ${G(n)}</span>`}
    ${e&&!e.ok&&a`<${B} tone="bad" title="The journal is not as it was written">
      <ul>${e.faults.map(o=>a`<li key=${o}>${o}</li>`)}</ul>
    <//>`}
    ${!e&&!t&&a`<span class="dim">Not checked in this tab yet</span>`}
  </div>`}function Nn(e,t){return["service","kind","stream","principal"].every(n=>!e[n]||e[n]===t[n])}function yr(e,t,{limit:n=1e3,floor:o=0}={}){let r=t,s=500;async function i(l,u){let p=[],c=l;for(;c<u-1;){let v=await e(c,n),d=v.filter(f=>f.seq<u);if(p.push(...d),v.length<n||d.length<v.length)break;c=v.at(-1).seq}return p}return{get done(){return r<=o+1},get low(){return r},async older(){for(;r>o+1;){let l=Math.max(o,r-1-s),u=await i(l,r);if(r=l+1,s=u.length<n/2?Math.min(s*4,1048576):500,u.length)return u.reverse()}return[]}}}var On=1e3;function wr(e){let t=y([]),n=y(0),o=y(!1),r=y(!1),s=y(null),i=null,l=0;async function u(){if(!(r.value||o.value||!i)){r.value=!0;try{let d=await i.older();t.value=[...t.value,...d],n.value=i.low,o.value=i.done,s.value=null}catch(d){d instanceof ee||(s.value=d)}finally{r.value=!1}}}function p(){let d=Se.peek();t.value=d.filter(b=>Nn(e,b)).reverse();let f=d.length?d[0].seq:Q.peek()+1;l=d.length?d.at(-1).seq:Q.peek(),i=yr((b,k)=>kr(e,b,k),f,{limit:On,floor:Ve.peek()}),n.value=f,o.value=i.done,t.peek().length<100&&u()}function c(){let d=Ie(g=>{let b=g.filter(k=>k.seq>l&&Nn(e,k)).reverse();l=Math.max(l,g.at(-1).seq),b.length&&(t.value=[...b,...t.peek()])}),f=J(()=>{Q.value>0&&!i&&queueMicrotask(()=>i??p())});return()=>{d(),f()}}return{rows:t,low:n,done:o,busy:r,error:s,more:u,start:c,find:d=>t.value.find(f=>f.seq===d)}}async function kr(e,t,n){let o=Object.fromEntries(Object.entries(e).filter(([,s])=>s));return Object.keys(o).length?(await m.call("/mcp/house","list_events",{...o,after:t,limit:n})).events:(await Ge(t,n)).events}async function xr(e){let t=[],n=Ve.peek();for(;;){let s=await kr(e,n,On);if(t.push(...s.map(i=>`${JSON.stringify(i)}
`)),s.length<On)break;n=s.at(-1).seq}let o=URL.createObjectURL(new Blob(t,{type:"application/x-ndjson"})),r=document.createElement("a");return r.href=o,r.download="ensemble-journal.jsonl",r.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4),t.length}function Sr(){let e=$({service:"",kind:"",stream:"",principal:""}),t=Va(e.value),n=Number(Y.value[1])||null,o=i=>Z("journal",i),r=w(()=>xr(e.value));if(Me.value)return a`<${R} title="Journal" /><${I} title="Not served by this server">It runs without the house's own service.<//>`;let s=a`<${kt} />
    <button type="button" onClick=${r.run} disabled=${r.busy}>${r.busy?"Exporting":"Export"}</button>`;return a`<${R} title="Journal" actions=${s}>
      Everything that happened, hash-chained. <span class="nowrap">${N(Q.value,"event")}.</span>
    <//>
    <${xt} />
    <${_} error=${r.error??t.error.value} />
    <${Ga} filter=${e} />
    <div class="split">
      <${Ka} reel=${t} chosen=${n} choose=${o} />
      <${Qa} reel=${t} seq=${n} />
    </div>`}function Va(e){let t=JSON.stringify(e),n=ne(()=>wr(e),[t]);return L(()=>n.start(),[n]),n}function Ga({filter:e}){let t=r=>s=>{let i=s.currentTarget.value.trim();i!==e.value[r]&&(e.value={...e.value,[r]:i})},n=K.value.map(r=>r.name),o=(r,s)=>a`<label>${s}
    <input type="search" value=${e.value[r]} onChange=${t(r)} data-search=${r==="kind"} spellcheck="false" /></label>`;return a`<form class="filters" role="search" aria-label="Filter events" onSubmit=${r=>r.preventDefault()}>
    <label>Service
      <select value=${e.value.service} onChange=${t("service")}>
        <option value="">all</option>
        ${n.map(r=>a`<option key=${r} value=${r}>${r}</option>`)}
      </select>
    </label>
    ${o("kind","Kind")}${o("stream","Stream")}${o("principal","Person")}
  </form>`}function Ka({reel:e,chosen:t,choose:n}){let o=e.rows.value;if(!o.length&&e.done.value)return a`<${h} class="list"><${I} title="No event matches">Take a filter away to see more.<//><//>`;let r=e.done.value?`${N(o.length,"event")}, all there are`:`${N(o.length,"event")}, back to #${M(e.low.value)}`;return a`<${h} class="list">
    <${vt} id="event" label="Events, newest first" items=${o} keyOf=${s=>s.seq}
      chosen=${t} choose=${n} onEnd=${e.more} render=${s=>a`<${wt} event=${s} />`} />
    <p class="list-foot"><span>${r}</span>
      ${!e.done.value&&a`<button type="button" class="link" onClick=${e.more} disabled=${e.busy.value}>Look further back</button>`}
    </p>
  <//>`}function Qa({reel:e,seq:t}){let n=t&&e.find(t),o=C(()=>t&&!n?Ge(t-1,1):null,[t]),r=n||o.value?.events.find(s=>s.seq===t);return r?a`<${h} class="detail" title=${`#${M(r.seq)} ${r.kind}`} aside=${a`<${xe} label="Copy JSON" text=${()=>JSON.stringify(r,null,2)} />`}>
    <${te} rows=${[["When",a`<time datetime=${r.at}>${r.at}</time>`],["Service",r.service],["Stream",a`<code>${r.stream}</code>`],["Person",r.principal],["Hash",a`<code class="wrap">${r.hash}</code>`],["Touches",r.touches?.length?r.touches.map(s=>a`<${S} key=${s}>${s}<//>`):""]]} />
    <h3>What happened</h3>
    <${ie} value=${r.data} open=${3} />
  <//>`:a`<${h} class="detail"><${I} title="Choose an event">It shows what exactly was recorded, and its link in the chain.<//><//>`}var Ya=/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/,Za=/(\w+)="((?:[^"\\]|\\.)*)"/g;function Tr(e){let t=[];for(let n of e.split(`
`)){if(!n||n.startsWith("#"))continue;let o=Ya.exec(n);if(!o)continue;let r=Object.fromEntries([...(o[2]??"").matchAll(Za)].map(([,s,i])=>[s,i]));t.push({name:o[1],labels:r,value:Number(o[3])})}return t}var Cr="mcp_server_operation_duration_seconds";function jn(e){let t=e.filter(s=>s.labels.mcp_method_name==="tools/call"),n=t.filter(s=>s.name===`${Cr}_count`),o=new Map;for(let s of t.filter(i=>i.name===`${Cr}_bucket`)){let i=s.labels.le==="+Inf"?1/0:Number(s.labels.le);o.set(i,(o.get(i)??0)+s.value)}let r=s=>s.reduce((i,l)=>i+l.value,0);return{total:r(n),failed:r(n.filter(s=>s.labels.error_type)),buckets:[...o].sort(([s],[i])=>s-i)}}function An(e,t){let n=e.at(-1)?.[1]??0;if(!n)return NaN;let o=e.find(([,r])=>r>=t*n);return o[0]!==1/0?o[0]:e.at(-2)?.[0]??NaN}function Er(e){return{connections:e.filter(n=>n.name==="ensemble_connections").map(n=>[n.labels.network_protocol_name,n.value]),subscriptions:e.find(n=>n.name==="ensemble_subscriptions")?.value??0,refused:e.filter(n=>n.name==="ensemble_refused_total").map(n=>[n.labels.reason,n.value])}}function ei(e,t,n,o=Math.max(...e,0)){if(e.length<2)return"";let r=t/(e.length-1),s=i=>o>0?n-i/o*(n-2)-1:n-1;return e.map((i,l)=>`${l?"L":"M"}${(l*r).toFixed(1)} ${s(i).toFixed(1)}`).join("")}function Nr({values:e,label:t,width:n=320,height:o=56}){let r=ei(e,n,o);return a`<svg class="chart" viewBox=${`0 0 ${n} ${o}`} preserveAspectRatio="none" role="img" aria-label=${t}>
    ${r&&a`<path class="chart-area" d=${`${r}L${n} ${o}L0 ${o}Z`} />`}
    ${r&&a`<path class="chart-line" d=${r} />`}
  </svg>`}var Or=5e3,ti=60;function jr(){let t=C(()=>m.read("/mcp/house","ensemble://status"),[Q.value]).value,n=t&&a`Version ${t.version}, up for ${$t(t.uptime_seconds)}, process ${t.pid}.`;return a`<${R} title="Overview">${n||"What runs here, and what it did last."}<//>
    <div class="grid">
      <${ni} />
      <${oi} />
      <${ai} listeners=${t?.listeners} />
      <${ii} journal=${t?.journal} />
      <${li} />
    </div>`}function ni(){return a`<${h} title="Services" class="wide">
    <ul class="services">
      ${K.value.map(e=>a`<li key=${e.name}>
        <div><span class=${`service ${e.name}`}>${e.name}</span> <span class="dim">${e.about.description}</span></div>
        <div class="services-state">
          ${e.tools.length?a`<a href=${x("playground",e.name)}>${N(e.tools.length,"tool")}</a>`:a`<span class="dim">no tools</span>`}
          <${S} tone=${e.ready?"good":"bad"}>${e.ready?"ready":"not ready"}<//>
        </div>
        ${e.reason&&a`<div class="hint">${e.reason}</div>`}
      </li>`)}
    </ul>
  <//>`}function oi(){let{now:e,rates:t}=si(),n=e&&jn(e),o=e&&Er(e),r=t.at(-1)??0,s=`Tool calls a minute over the last ${Math.round(t.length*Or/6e4)} minutes, now ${r.toFixed(0)}`;return a`<${h} title="Calls">
    <p class="figure"><strong>${r.toFixed(0)}</strong> <span class="dim">tool calls a minute</span></p>
    ${t.length>1&&a`<${Nr} values=${t} label=${s} />`}
    ${n&&a`<${te} rows=${[["Since the start",`${M(n.total)}, ${M(n.failed)} failed`],["Half within",$e(An(n.buckets,.5))],["95 % within",$e(An(n.buckets,.95))],["Connections",ri(o.connections)],["Subscriptions",M(o.subscriptions)],["Turned away",o.refused.map(([i,l])=>`${M(l)} for ${i}`).join(", ")]]} />`}
  <//>`}function ri(e){let t=e.filter(([,n])=>n>0);return t.length?t.map(([n,o])=>`${M(o)} ${n}`).join(", "):"none held open"}function si(){let e=$({now:null,rates:[],last:null});return L(()=>{let t=async()=>{if(document.visibilityState!=="visible"||A.peek()!=="live")return;let o=Tr(await sn("/metrics").catch(()=>""));if(!o.length)return;let{rates:r,last:s}=e.peek(),i={at:performance.now(),total:jn(o).total},l=s&&(i.total-s.total)*6e4/(i.at-s.at),u=l===null?r:[...r,Math.max(0,l)].slice(-ti);e.value={now:o,rates:u,last:i}};t();let n=setInterval(t,Or);return()=>clearInterval(n)},[A.value==="live"]),e.value}function ai({listeners:e}){return a`<${h} title="Listens on">
    <${te} rows=${[["HTTP",e?.http&&a`<code>${e.http}</code>`],["WebSocket",e?.http&&a`<code>${`ws://${e.http}/mcp`}</code>`],["TCP",e?.tcp&&a`<code>${e.tcp}</code>`],["Unix socket",e?.unix&&a`<code>${e.unix}</code>`],["Standard input",e?.stdio&&"yes"]]} />
    <p><a href=${x("setup")}>Connect a client</a></p>
  <//>`}function ii({journal:e}){return a`<${h} title="Journal" aside=${a`<${kt} />`}>
    <p class="figure"><strong>${M(Q.value)}</strong> <span class="dim">${Q.value===1?"event":"events"}</span></p>
    <${xt} />
    ${e&&a`<${te} rows=${[["Head",a`<span class="hash"><code title=${e.hash}>${se(e.hash,16)}…</code><${xe} text=${e.hash} /></span>`],["On disk",ht(e.file_bytes)],["Archived up to",e.archived_up_to?`#${M(e.archived_up_to)}`:""],["Failed commits",e.failed_commits||""]]} />`}
  <//>`}function li(){let e=Se.value.slice(-12).reverse();return a`<${h} title="Just now" class="wide" aside=${a`<a href=${x("journal")}>The whole journal</a>`}>
    ${Me.value&&a`<${I} title="This server keeps no journal for us">It runs without the house's own service.<//>`}
    ${!Me.value&&!e.length&&a`<${I} title="Nothing has happened yet" />`}
    <ol class="recent">
      ${e.map(t=>a`<li key=${t.seq}>
        <a href=${x("journal",t.seq)}><${wt} event=${t} /></a>
      </li>`)}
    </ol>
  <//>`}function Mr(e){let t=new Set(e?.required??[]);return Object.entries(e?.properties??{}).map(([o,r])=>{let s=St(r,e);return{name:o,required:t.has(o),hint:s.description??r.description??"",fallback:s.default??r.default,...ci(s,e)}}).sort((o,r)=>Number(r.required)-Number(o.required))}function St(e,t,n=0){if(e===!0||e===void 0||n>8)return{};if(e.$ref?.startsWith("#/")){let r=e.$ref.slice(2).split("/").reduce((s,i)=>s?.[i],t);return{...St(r,t,n+1),...Mn(e,"$ref")}}let o=(e.anyOf??e.oneOf??[]).filter(r=>r.type!=="null");return o.length===1?{...St(o[0],t,n+1),...Mn(e,"anyOf","oneOf")}:o.length&&o.every(r=>"const"in r)?{...Mn(e,"anyOf","oneOf"),enum:o.map(r=>r.const)}:e}function Mn(e,...t){return Object.fromEntries(Object.entries(e).filter(([n])=>!t.includes(n)))}function ci(e,t){let n=[e.type].flat().filter(i=>i&&i!=="null"),[o]=n.length===1?n:[],r=e.enum?.filter(i=>i!==null);if(r)return{control:"choice",choices:r};if(o==="boolean")return{control:"choice",choices:[!0,!1]};if(o==="integer"||o==="number")return{control:"number",whole:o==="integer",minimum:e.minimum,maximum:e.maximum};if(o==="string")return{control:"text"};let s=o==="array"&&St(e.items,t);return s&&s.type==="string"&&!s.enum?{control:"lines"}:{control:"json"}}var Ar="";function Ir(e,t){let n={};for(let o of e){let r=t[o.name]??Ar;if(r===Ar){o.required&&o.control==="text"&&(n[o.name]="");continue}n[o.name]=ui(o,r)}return n}function ui(e,t){switch(e.control){case"choice":return e.choices.find(n=>String(n)===t);case"number":{let n=Number(t);if(!Number.isFinite(n))throw new Error(`\`${e.name}\` is not a number`);return n}case"lines":return t.split(`
`).filter(n=>n.trim()!=="");case"json":try{return JSON.parse(t)}catch(n){throw new Error(`\`${e.name}\` is not JSON: ${n.message}`)}default:return t}}function Pr({fields:e,typed:t,change:n,id:o}){return e.length?e.map(r=>a`<${U} key=${r.name} id=${`${o}-${r.name}`} required=${r.required}
      label=${a`<code>${r.name}</code>`} hint=${fi(r)}>
    <${pi} field=${r} id=${`${o}-${r.name}`} text=${t[r.name]??""}
      change=${s=>n(r.name,s.currentTarget.value)} />
  <//>`):a`<p class="dim">This tool takes no arguments.</p>`}function fi(e){let t=[];e.control==="lines"&&t.push("one a line"),e.control==="json"&&t.push("as JSON"),e.fallback!==void 0&&e.fallback!==null&&t.push(`${JSON.stringify(e.fallback)} if left empty`);let n=t.length?`(${t.join(", ")})`:"";return`${e.hint} ${n}`.trim()}function pi({field:e,id:t,text:n,change:o}){let r={id:t,"aria-describedby":`${t}-hint`,value:n,onInput:o};if(e.control==="choice")return a`<select ...${r}>
      <option value="">${e.required?"choose":"left empty"}</option>
      ${e.choices.map(l=>a`<option key=${l} value=${String(l)}>${String(l)}</option>`)}
    </select>`;if(e.control==="number"){let l=e.whole?1:"any";return a`<input type="number" step=${l} min=${e.minimum} max=${e.maximum} ...${r} />`}let s=e.control==="text"?1:3,i=e.control==="json";return a`<textarea rows=${s} spellcheck=${!i} class=${i?"mono":""} ...${r}></textarea>`}var Lr=`{
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
`;var Dr=`{
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
`;var Rr=`[mcp_servers.ensemble]
http_headers = { Authorization = "Bearer ens_secret" }
url = "http://127.0.0.1:7420/mcp"
`;var qr=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "url": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var Wr=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "httpUrl": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var Br=`extensions:
  ensemble:
    description: "Actors, coding jobs, cited answers and proofs"
    enabled: true
    headers:
      Authorization: "Bearer ens_secret"
    name: "ensemble"
    timeout: 300
    type: "streamable_http"
    uri: "http://127.0.0.1:7420/mcp"
`;var Hr=`{
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
`;var Fr=`{
  "mcpServers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "serverUrl": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var Ur=`{
  "context_servers": {
    "ensemble": {
      "headers": {
        "Authorization": "Bearer ens_secret"
      },
      "url": "http://127.0.0.1:7420/mcp"
    }
  }
}
`;var wi="http://127.0.0.1:7420/mcp",ki="ens_secret",Ct="YOUR-TOKEN",Tt=[{name:"claude-code",title:"Claude Code",file:"~/.claude.json",sample:Lr},{name:"claude-desktop",title:"Claude Desktop",file:"claude_desktop_config.json",sample:Dr},{name:"cursor",title:"Cursor",file:"~/.cursor/mcp.json",sample:qr},{name:"vscode",title:"VS Code",file:"mcp.json of the user",sample:Hr},{name:"codex",title:"Codex",file:"~/.codex/config.toml",sample:Rr},{name:"gemini",title:"Gemini CLI",file:"~/.gemini/settings.json",sample:Wr},{name:"zed",title:"Zed",file:"settings.json",sample:Ur},{name:"goose",title:"Goose",file:"config.yaml",sample:Br},{name:"windsurf",title:"Windsurf",file:"~/.codeium/windsurf/mcp_config.json",sample:Fr}];function Jr(e,t,n=Ct){return e.replaceAll(wi,t).replaceAll(ki,n).trimEnd()}function zr(e,t){let n={Authorization:`Bearer ${Ct}`};return JSON.stringify({mcpServers:{[e]:{type:"http",url:t,headers:n}}},null,2)}function Vr(e,t,n){let s=JSON.stringify({jsonrpc:"2.0",id:1,method:"tools/call",params:{name:t,arguments:n,_meta:{"io.modelcontextprotocol/protocolVersion":Fe,"io.modelcontextprotocol/clientCapabilities":{}}}});return[`curl ${e}`,'-H "Authorization: Bearer $ENSEMBLE_TOKEN"',"-H 'Content-Type: application/json'","-H 'Accept: application/json, text/event-stream'",`-H 'MCP-Protocol-Version: ${Fe}'`,"-H 'Mcp-Method: tools/call'",`-H 'Mcp-Name: ${t}'`,`-d '${s.replaceAll("'","'\\''")}'`].join(` \\
  `)}function Gr(){let[,e,t]=Y.value,n=Mo.value.find(o=>o.service.name===e&&o.tool.name===t);return a`<${R} title="Playground">Any tool of any service, with the request it makes and the answer it gives.<//>
    <div class="split narrow-left">
      <${xi} serviceName=${e} toolName=${t} />
      ${n?a`<${Si} key=${`${e}/${t}`} service=${n.service} tool=${n.tool} />`:a`<${h}><${I} title=${t&&Je.value?`There is no tool ${t} here`:"Choose a tool"} /><//>`}
    </div>`}function xi({serviceName:e,toolName:t}){let n=$(""),o=n.value.trim().toLowerCase(),r=i=>!o||`${i.name} ${i.description}`.toLowerCase().includes(o),s=K.value.map(i=>({service:i,list:i.tools.filter(r)})).filter(({list:i})=>i.length);return a`<${h} class="choice">
    <label class="search"><span class="hidden">Find a tool</span>
      <input type="search" placeholder="Find a tool" data-search value=${n.value}
        onInput=${i=>n.value=i.currentTarget.value} />
    </label>
    ${!s.length&&a`<p class="dim">No tool matches.</p>`}
    ${s.map(({service:i,list:l})=>a`<details key=${i.name} open=${!!o||!e||i.name===e}>
      <summary><span class=${`service ${i.name}`}>${i.name}</span> <span class="dim">${l.length}</span></summary>
      <ul>${l.map(u=>a`<li key=${u.name}>
        <a href=${x("playground",i.name,u.name)} aria-current=${i.name===e&&u.name===t?"true":void 0}>${u.name}</a>
      </li>`)}</ul>
    </details>`)}
  <//>`}function Si({service:e,tool:t}){let n=ne(()=>Mr(t.inputSchema),[t]),o=$({}),r=$(null),{args:s,wrong:i}=Ci(n,o.value,r.value),l=w(async()=>{let c=performance.now(),v={name:t.name,arguments:s};return{result:await m.request(e.endpoint,"tools/call",v),seconds:(performance.now()-c)/1e3}});L(()=>l.clear(),[t.name]);let u=c=>{c.preventDefault(),i||l.run()},p=c=>(c.ctrlKey||c.metaKey)&&c.key==="Enter"&&u(c);return a`<div class="stack">
    <${h} title=${t.name} aside=${a`<${Ti} tool=${t} />`}>
      <p>${t.description}</p>
      <form onSubmit=${u} onKeyDown=${p}>
        ${r.value===null?a`<${Pr} id="arg" fields=${n} typed=${o.value} change=${(c,v)=>o.value={...o.value,[c]:v}} />`:a`<label class="field">Arguments as JSON
              <textarea class="mono" rows="8" spellcheck="false" value=${r.value} onInput=${c=>r.value=c.currentTarget.value}></textarea>
            </label>`}
        ${i&&a`<${B} tone="warn">${i.message}<//>`}
        <div class="actions">
          <button class="primary" disabled=${l.busy||!!i}>${l.busy?"Running":"Run"}</button>
          <button type="button" class="quiet" onClick=${()=>r.value=r.value===null?JSON.stringify(s??{},null,2):null}>
            ${r.value===null?"Type JSON instead":"Use the form"}
          </button>
        </div>
      </form>
    <//>
    <${Ei} call=${l} />
    <${Ni} service=${e} tool=${t} args=${s??{}} />
  </div>`}function Ci(e,t,n){try{return{args:n===null?Ir(e,t):JSON.parse(n)}}catch(o){return{wrong:o}}}function Ti({tool:e}){let t=e.annotations??{};return t.readOnlyHint?a`<${S} tone="good">reads<//>`:t.destructiveHint?a`<${S} tone="bad">destroys<//>`:a`<${S} tone="warn">changes<//>`}function Ei({call:e}){if(e.error)return a`<${_} error=${e.error} />`;if(!e.value)return null;let{result:t,seconds:n}=e.value,o=t.structuredContent??t.content,r=t.isError?"bad":"good";return a`<${h} title="Answer" aside=${a`<${S} tone=${r}>${t.isError?"error":"ok"}<//> <span class="dim">${$e(n)}</span> <${xe} text=${()=>JSON.stringify(o,null,2)} />`}>
    <div aria-live="polite">
      ${t.isError?a`<${_} error=${t._meta?.["ensemble/error"]??{message:t.content?.[0]?.text}} />`:a`<${ie} value=${o} open=${3} />`}
    </div>
  <//>`}function Ni({service:e,tool:t,args:n}){let o=`${location.origin}${e.endpoint}`;return a`<${h} title="The same from elsewhere">
    <h3>On the command line</h3>
    <${F} label="ensemble call" text=${`ensemble call ${t.name} '${JSON.stringify(n).replaceAll("'","'\\''")}'`} />
    <h3>As curl</h3>
    <${F} label="curl" text=${Vr(o,t.name,n)} />
    <h3>As a client's configuration</h3>
    <${F} label="client configuration" text=${zr(e.name,o)} />
  <//>`}function In(e,t=1/0){let n=0,o=[...e];for(;o.length&&n<t;)n+=1,o.push(...o.pop().children??[]);return n}var Kr=40,Qr=50;function Yr({nodes:e}){let t=In(e,Kr+1)<=Kr;return a`<div class="proof">
    <p class="hint">${N(In(e),"step")}</p>
    <${Zr} nodes=${e} open=${t?1/0:1} />
  </div>`}function Zr({nodes:e,open:t}){let n=$(Qr);return a`<ul>
    ${e.slice(0,n.value).map((o,r)=>a`<li key=${r}><${Oi} node=${o} open=${t} /></li>`)}
    ${e.length>n.value&&a`<li><button type="button" class="link" onClick=${()=>n.value+=Qr}>
      ${e.length-n.value} more
    </button></li>`}
  </ul>`}function Oi({node:e,open:t}){let n=$(t>0),o=a`<code>${e.goal}</code> ${e.origin&&a`<span class="because">because <q>${e.origin.statement}</q></span>`}`;return e.children?.length?a`<details open=${n.value} onToggle=${r=>n.value=r.currentTarget.open}>
    <summary>${o}</summary>
    ${n.value&&a`<${Zr} nodes=${e.children} open=${t-1} />`}
  </details>`:a`<div class="leaf">${o}</div>`}var ji={yes:"good",no:"bad",unknown:"warn",answers:"accent"};function Xr({id:e}){let t=$(""),n=w(async r=>{let i={sessionId:e,naturalLanguageQuestion:r,queryOptions:{trace:!0}};return{question:r,...await m.call("/mcp/reasoner","session_query",i)}});return a`<${h} title="Ask">
    <form class="line" onSubmit=${r=>{r.preventDefault(),t.value.trim()&&n.run(t.value.trim())}}>
      <label class="hidden" for="question">Question</label>
      <input id="question" autocomplete="off" placeholder="Is Socrates mortal?" value=${t.value}
        onInput=${r=>t.value=r.currentTarget.value} />
      <button class="primary" disabled=${n.busy}>${n.busy?"Thinking":"Ask"}</button>
    </form>
    <${_} error=${n.error} />
    <div aria-live="polite">${n.value&&a`<${Ai} reply=${n.value} />`}</div>
  <//>`}function Ai({reply:e}){let t=e.debugInfo?.proof??[];return a`<div class="answer">
    <p class="answer-text"><${S} tone=${ji[e.verdict]??"plain"}>${e.verdict}<//> ${e.answer}</p>
    ${e.evidence?.length>0&&a`<h3>It rests on</h3>
      <ol class="evidence">${e.evidence.map((n,o)=>a`<li key=${o}><${Mi} source=${n} /></li>`)}</ol>`}
    ${e.missing?.length>0&&a`<h3>It would be so if any of these were known</h3>
      <ul class="evidence">${e.missing.map((n,o)=>a`<li key=${o}>${n.join(" and ")}</li>`)}</ul>`}
    ${e.conflict?.length>0&&a`<h3>These cannot hold together</h3>
      <ul class="evidence">${e.conflict.map(n=>a`<li key=${n}>${n}</li>`)}</ul>`}
    ${t.length>0&&a`<h3>The proof</h3><${Yr} nodes=${t} />`}
    ${e.explanation&&!t.length&&a`<h3>Step by step</h3><p class="pre">${e.explanation}</p>`}
    ${e.debugInfo?.prologQuery&&a`<p class="hint">Asked as <code>${e.debugInfo.prologQuery}</code>${e.decidedBy&&`, decided by ${e.decidedBy}`}</p>`}
  </div>`}function Mi({source:e}){let t=e.label!==void 0&&e.label!==null?`statement ${e.label}${e.author?` of ${e.author}`:""}`:e.ontology&&`ontology ${e.ontology}`;return a`<q>${e.statement}</q> ${t&&a`<span class="dim">${t}</span>`}`}function Ii(e){let t=[],n=0,o="";for(let r=0;r<e.length;r+=1){let s=e[r];if(o)s==="\\"?r+=1:s===o&&(o="");else if(s==="'"||s==='"'||s==="`")o=s;else if(s==="%"){let i=e.indexOf(`
`,r);r=i<0?e.length:i}else if(s==="."&&(r+1===e.length||/\s/.test(e[r+1]))){let i=e.slice(n,r).trim();i&&t.push(i),n=r+1}}return t}function Pn(e,t){let n=[],o=0,r="",s=0;for(let i=0;i<e.length;i+=1){let l=e[i];r?l==="\\"?i+=1:l===r&&(r=""):l==="'"||l==='"'?r=l:"([{".includes(l)?o+=1:")]}".includes(l)?o-=1:o===0&&e.startsWith(t,i)&&(n.push(e.slice(s,i)),s=i+t.length,i=s-1)}return n.push(e.slice(s)),n.map(i=>i.trim())}var Pi=/^('(?:[^'\\]|\\.)*'|[a-z]\w*)(\(([^]*)\))?$/,Li=/^(\\\+|not)\s*\(?/;function es(e){let t=e.trim(),n=Li.test(t)&&!/^not\w/.test(t);n&&(t=t.replace(/^(\\\+|not)\s*/,""),t.startsWith("(")&&t.endsWith(")")&&(t=t.slice(1,-1).trim()));let o=Pi.exec(t);if(!o)return null;let r=o[3]===void 0?0:Pn(o[3],",").length;return{name:`${o[1]}/${r}`,denied:n}}function ts(e,t=300){let n=new Map,o=new Map,r=i=>(!n.has(i)&&n.size<t&&n.set(i,{name:i,clauses:[],facts:0}),n.get(i)),s=0;for(let i of Ii(e)){let[l,u]=Pn(i,":-"),p=es(l),c=p&&r(p.name);if(!c){s+=1;continue}c.clauses.push(`${i}.`),u===void 0&&(c.facts+=1);for(let v of u===void 0?[]:Pn(u,",").map(es)){if(!v||!r(v.name))continue;let d=`${v.name} ${p.name} ${v.denied}`;o.set(d,{from:v.name,to:p.name,denied:v.denied})}}return{nodes:[...n.values()],edges:[...o.values()],left:s}}function ns({nodes:e,edges:t}){let n=new Map(e.map(({name:s})=>[s,0]));for(let s=0;s<Math.min(e.length,60);s+=1){let i=!1;for(let{from:l,to:u}of t){let p=n.get(l)+1;l!==u&&n.get(u)<p&&p<e.length&&(n.set(u,p),i=!0)}if(!i)break}let o=[...new Set(n.values())].sort((s,i)=>s-i),r=new Map;return e.map(s=>{let i=o.indexOf(n.get(s.name)),l=r.get(i)??0;return r.set(i,l+1),{...s,column:i,row:l}})}var Nt=200,Ot=44,Et={width:150,height:28},Di=300;function os({session:e}){let t=$(""),n=ne(()=>ts(e.facts??"",Di),[e.facts]),o=ne(()=>ns(n),[n]);if(!o.length)return null;let r=new Map(o.map(p=>[p.name,p])),s=(Math.max(...o.map(p=>p.column))+1)*Nt,i=(Math.max(...o.map(p=>p.row))+1)*Ot,l=r.get(t.value),u=a`<span class="dim">${N(o.length,"predicate")}, ${N(n.edges.length,"line")}</span>`;return a`<${h} title="What rests on what" aside=${u}>
    <div class="graph" tabindex="0" role="region" aria-label="Graph of the knowledge base">
      <svg width=${s} height=${i} viewBox=${`0 0 ${s} ${i}`} aria-label="Predicates and the lines between them" role="group">
        ${n.edges.map(p=>a`<${qi} key=${`${p.from} ${p.to} ${p.denied}`} edge=${p} at=${r} chosen=${t.value} />`)}
        ${o.map(p=>a`<${Ri} key=${p.name} node=${p} isChosen=${p.name===t.value} choose=${()=>t.value=p.name} />`)}
      </svg>
    </div>
    ${n.left>0&&a`<p class="hint">${N(n.left,"clause")} not in the picture.</p>`}
    <div aria-live="polite">${l&&a`<h3>${l.name}</h3>
      <ul class="evidence">${l.clauses.slice(0,50).map((p,c)=>a`<li key=${c}><code>${p}</code></li>`)}</ul>
      ${!l.clauses.length&&a`<p class="dim">Nothing is known of it; others rest on it.</p>`}
      ${l.clauses.length>50&&a`<p class="hint">${N(l.clauses.length-50,"more clause")} among the clauses above.</p>`}`}</div>
  <//>`}function Ri({node:e,isChosen:t,choose:n}){let[o,r]=[e.column*Nt+10,e.row*Ot+8],s=l=>{l.key!=="Enter"&&l.key!==" "||(l.preventDefault(),n())},i=e.name.length>20?`${e.name.slice(0,19)}…`:e.name;return a`<g class=${`node ${e.clauses.length?"":"unknown"}`} role="button" tabindex="0" aria-pressed=${t}
      aria-label=${`${e.name}, ${N(e.clauses.length,"clause")}`} onClick=${n} onKeyDown=${s}>
    <rect x=${o} y=${r} width=${Et.width} height=${Et.height} rx="7" />
    <text x=${o+Et.width/2} y=${r+19} text-anchor="middle">${i}</text>
  </g>`}function qi({edge:e,at:t,chosen:n}){let[o,r]=[t.get(e.from),t.get(e.to)];if(!o||!r)return null;let[s,i]=[o.column*Nt+10+Et.width,o.row*Ot+22],[l,u]=[r.column*Nt+10,r.row*Ot+22],p=n&&(e.from===n||e.to===n),c=l>s?(l-s)/2:40;return a`<path class=${`edge ${e.denied?"denied":""} ${p?"near":""}`} d=${`M${s} ${i}C${s+c} ${i} ${l-c} ${u} ${l} ${u}`} />`}var rs="/mcp/reasoner",ss=200;function as({session:e}){let t=H("reasoner","session_history"),n=C(()=>t?m.call(rs,"session_history",{sessionId:e.id,from:Math.max(0,(e.version??0)-ss),limit:ss}):null,[e.id,e.version]),o=w(async s=>{let i=await m.call(rs,"session_fork",{sessionId:e.id,asOf:s});Z("reasoning",i.data.id)});if(!t)return null;let r=[...n.value?.changes??[]].reverse();return a`<${h} title="How it came to this">
    <${_} error=${n.error??o.error} />
    ${!r.length&&a`<p class="dim">No change yet.</p>`}
    <ol class="changes">${r.map(s=>a`<li key=${s.version}>
      <div><${S}>${s.version}<//> <strong>${s.action}</strong> <span class="dim">${s.author}, ${G(s.at)}</span></div>
      <ul>
        ${s.added.map(i=>a`<li key=${`a${i.label}`} class="added"><span class="hidden">added</span>${i.text}</li>`)}
        ${s.removed.map(i=>a`<li key=${`r${i.label}`} class="removed"><span class="hidden">taken back</span>${i.text}</li>`)}
      </ul>
      ${H("reasoner","session_fork")&&a`<button type="button" class="quiet" disabled=${o.busy}
        aria-label=${`Fork here, at version ${s.version}`} onClick=${()=>o.run(s.version)}>Fork here</button>`}
    </li>`)}</ol>
  <//>`}var is="/mcp/reasoner";function ls({session:e}){return a`<${h} title="What it knows" aside=${a`<span class="dim">version ${e.version??0}</span>`}>
    <${Wi} id=${e.id} />
    <div class="split even">
      <div><h3>As it was told</h3><${Hi} session=${e} /></div>
      <div><h3>As clauses</h3>
        ${e.facts?a`<${F} label="Clauses" text=${e.facts} />`:a`<p class="dim">Nothing yet.</p>`}</div>
    </div>
  <//>`}function Wi({id:e}){let t=$(""),n=w(async s=>{let i=await m.call(is,"session_assert",{sessionId:e,naturalLanguageText:s});return t.value="",i}),o=s=>{s.preventDefault(),t.value.trim()&&n.run(t.value)};return a`<form class="line" onSubmit=${o} onKeyDown=${s=>(s.ctrlKey||s.metaKey)&&s.key==="Enter"&&o(s)}>
      <label class="hidden" for="tell">Tell it</label>
      <textarea id="tell" rows="1" placeholder="Every man is mortal. Socrates is a man." value=${t.value}
        onInput=${s=>t.value=s.currentTarget.value}></textarea>
      <button disabled=${n.busy}>${n.busy?"Reading":"Tell it"}</button>
    </form>
    <${_} error=${n.error} />
    <div aria-live="polite">${n.value&&a`<${Bi} told=${n.value} />`}</div>`}function Bi({told:e}){let t=e.addedFacts??[];return a`<${B} tone=${e.success?"good":"warn"} title=${e.message}>
    ${t.length>0&&a`<ul>${t.map(n=>a`<li key=${n}><code>${n}</code></li>`)}</ul>`}
    ${e.contradictions?.length>0&&a`<p>${N(e.contradictions.length,"contradiction")} with what was known.</p>`}
  <//>`}function Hi({session:e}){let t=w(o=>m.call(is,"session_retract",{sessionId:e.id,labels:[o]})),n=e.statements??[];return n.length?a`<${_} error=${t.error} />
    <ol class="statements">${n.map(o=>a`<li key=${o.label}>
      <${S}>${o.label}<//>
      <div><div>${o.text}</div><div class="hint">${o.author}, ${ae(o.at)}</div></div>
      ${H("reasoner","session_retract")&&a`<button type="button" class="quiet" disabled=${t.busy}
        aria-label=${`Take back statement ${o.label}`} onClick=${()=>t.run(o.label)}>Take back</button>`}
    </li>`)}</ol>`:a`<${I} title="Nothing yet">Tell it something above.<//>`}var Ln="/mcp/reasoner",Fi=["session_create","session_get","session_assert","session_query"];function cs(){return a`<${le} title="Reasoning" name="reasoner" tools=${Fi}><${Ui} /><//>`}function Ui(){let e=Y.value[1],t=re("reasoner"),n=C(()=>m.read(Ln,"reasoner://sessions"),[t]),o=C(async()=>e?(await m.call(Ln,"session_get",{sessionId:e})).data:null,[e,t]),r=o.value?.id===e?o.value:null;return a`<${R} title="Reasoning">Facts and rules in English or Prolog; answers with the statements they rest on.<//>
    <div class="split narrow-left">
      <${Ji} list=${n.value??[]} error=${n.error} current=${e} />
      <div class="stack">
        ${!e&&a`<${h}><${I} title="Choose a session, or make one">A session holds what it was told, and every change of it.<//><//>`}
        ${e&&a`<${_} error=${o.error} />`}
        ${r&&a`<${Xr} key=${`ask-${e}`} id=${e} />
          <${ls} key=${`kb-${e}`} session=${r} />
          <${os} key=${`graph-${e}`} session=${r} />
          <${as} key=${`past-${e}`} session=${r} />`}
      </div>
    </div>`}function Ji({list:e,error:t,current:n}){let o=$(""),r=w(async()=>{let i=o.value.trim(),l=await m.call(Ln,"session_create",i?{sessionId:i}:{});o.value="",Z("reasoning",l.data.id)}),s=i=>{i.preventDefault(),r.run()};return a`<${h} title="Sessions" class="choice">
    <${_} error=${t} />
    <ul>${e.map(i=>a`<li key=${i.id}>
      <a href=${x("reasoning",i.id)} aria-current=${i.id===n?"true":void 0}>${i.id}</a>
    </li>`)}</ul>
    ${!e.length&&a`<p class="dim">None yet.</p>`}
    <form onSubmit=${s}>
      <${U} label="New session" id="session-name" hint="A name, or nothing for one that is made up.">
        <input id="session-name" data-search autocomplete="off" spellcheck="false" aria-describedby="session-name-hint"
          value=${o.value} onInput=${i=>o.value=i.currentTarget.value} />
      <//>
      <button disabled=${r.busy}>Make it</button>
    </form>
    <${_} error=${r.error} />
  <//>`}function us(){let e=$(Tt[0].name),t=Tt.find(n=>n.name===e.value);return a`<${R} title="Setup">Connect a client in one command, or copy what belongs into its file.<//>
    <div class="grid">
      <${h} title="Connect a client" class="wide">
        <div class="chips" role="group" aria-label="Client">
          ${Tt.map(n=>a`<button type="button" key=${n.name} aria-pressed=${n.name===e.value}
            onClick=${()=>e.value=n.name}>${n.title}</button>`)}
        </div>
        <${zi} client=${t} />
      <//>
      <${Vi} />
      <${Gi} />
      <${Ki} />
    </div>`}function zi({client:e}){let t=$(!1),n=`${location.origin}/mcp`,o=t.value&&V.value||Ct;return a`<h3>One command</h3>
    <${F} label="install command" text=${`ensemble install ${e.name} --url=${n}`} />
    <h3>Or by hand, into <code>${e.file}</code></h3>
    <${F} label=${`entry for ${e.title}`} text=${Jr(e.sample,n,o)} />
    ${V.value&&a`<label class="check"><input type="checkbox" checked=${t.value}
      onChange=${r=>t.value=r.currentTarget.checked} /> Put the token of this tab in</label>`}`}function Vi(){return a`<${h} title="Tokens">
    <p>Each client can have a token of its own that may do less, and can be taken back.</p>
    <${F} label="make a token" text="ensemble token new phone --scope read --scope jobs:approve" />
    <${F} label="list tokens" text="ensemble token list" />
    <${F} label="revoke a token" text="ensemble token revoke phone" />
    ${V.value&&a`<div class="actions"><button type="button" onClick=${Co}>Sign out of this tab</button></div>`}
  <//>`}function Gi(){return a`<${h} title="Endpoints">
    <p>All services together, or one under its own name:</p>
    <ul class="endpoints">
      <li><code>${location.origin}/mcp</code></li>
      ${K.value.map(e=>a`<li key=${e.name}><code>${location.origin}${e.endpoint}</code></li>`)}
    </ul>
    <p>Over WebSocket the same paths answer at <code>${location.origin.replace(/^http/,"ws")}</code> with subprotocol <code>mcp</code>.</p>
  <//>`}function Ki(){return a`<${h} title="When something does not work">
    <p>The doctor looks at the files, the store, the tokens, the clients and the running server, and says how to fix what it finds.</p>
    <${F} label="doctor" text="ensemble doctor" />
    <${F} label="settings" text="ensemble config show --origin" />
  <//>`}var jt=[{name:"overview",title:"Overview",key:"o",page:jr},{name:"jobs",title:"Jobs",key:"b",page:gr,needs:["orchestrator","run_instruction"]},{name:"approvals",title:"Approvals",key:"a",page:ar,badge:yn,needs:["orchestrator","approve_job"]},{name:"actors",title:"Actors",key:"t",page:tr,needs:["theater","start_actor"]},{name:"reasoning",title:"Reasoning",key:"r",page:cs,needs:["reasoner","session_query"]},{name:"avatars",title:"Avatars",key:"v",page:pr,needs:["avatar","generate_response"]},{name:"journal",title:"Journal",key:"j",page:Sr},{name:"playground",title:"Playground",key:"p",page:Gr},{name:"setup",title:"Setup",key:"s",page:us}];function Ze(){return jt.filter(e=>!e.needs||H(...e.needs))}var At=y(!1),Qi=1500;function fs(){L(()=>{let e=0,t=n=>{if(n.ctrlKey||n.metaKey||n.altKey||Yi(n.target))return;let o=Date.now()-e<Qi&&Ze().find(r=>r.key===n.key);e=0,o?Z(o.name):n.key==="g"?e=Date.now():n.key==="?"?At.value=!0:n.key==="/"&&Zi(n)};return addEventListener("keydown",t),()=>removeEventListener("keydown",t)},[])}function Yi(e){return e.closest?.("input, textarea, select, [contenteditable]")!=null}function Zi(e){let t=document.querySelector("main [data-search]");t&&(e.preventDefault(),t.focus())}function ps(){let e=X(null);return L(()=>{At.value&&!e.current.open&&e.current.showModal()},[At.value]),a`<dialog ref=${e} class="shortcuts" aria-labelledby="keys" onClose=${()=>At.value=!1}>
    <h2 id="keys">Keys</h2>
    <dl>
      ${Ze().map(t=>a`<div key=${t.name}><dt><kbd>g</kbd> <kbd>${t.key}</kbd></dt><dd>${t.title}</dd></div>`)}
      <div><dt><kbd>/</kbd></dt><dd>Search or filter on this page</dd></div>
      <div><dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>Move in a list</dd></div>
      <div><dt><kbd>Ctrl</kbd> <kbd>Enter</kbd></dt><dd>Send the form you are in</dd></div>
      <div><dt><kbd>?</kbd></dt><dd>This list</dd></div>
    </dl>
    <form method="dialog"><button>Close</button></form>
  </dialog>`}function ds(){let e=$(""),t=n=>{n.preventDefault(),e.value.trim()&&So(e.value)};return a`<div class="sign-in card">
    <h1 tabindex="-1">Sign in</h1>
    <p role="status">The server says: ${Ue.value||"a token is needed"}.</p>
    <p>This command prints a link that brings the token along:</p>
    <${F} text="ensemble console" label="Command that prints the link" />
    <form onSubmit=${t}>
      <${U} label="Or paste a token" id="token" hint="It stays in this tab and is forgotten when the tab closes.">
        <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint"
          value=${e.value} onInput=${n=>e.value=n.currentTarget.value} />
      <//>
      <button class="primary">Sign in</button>
    </form>
  </div>`}var Dn="ensemble.theme",Xi=["system","light","dark"],Mt=y(Xi.includes(localStorage.getItem(Dn))?localStorage.getItem(Dn):"system");J(()=>{document.documentElement.dataset.theme=Mt.value,localStorage.setItem(Dn,Mt.value)});function ms(){return a`<label class="theme">
    <span class="hidden">Colours</span>
    <select value=${Mt.value} onChange=${e=>Mt.value=e.currentTarget.value}>
      <option value="system">As the system</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  </label>`}var Xe=y(!1);function $s(){fs();let[e]=Y.value,t=jt.find(o=>o.name===e),n=t?.title??"Not found";return rl(n),a`<div class="shell">
    <a class="skip" href="#main" onClick=${sl}>Skip to the page</a>
    <${tl} current=${e} title=${n} />
    <div class="middle">
      <${Eo} />
      <main id="main" tabindex="-1">
        ${A.value==="refused"?a`<${ds} />`:a`<${el} page=${t} />`}
      </main>
    </div>
    <${ps} />
  </div>`}function el({page:e}){return e?a`<${e.page} key=${e.name} />`:a`<h1 tabindex="-1">There is no such page</h1>
    <p><a href=${x("overview")}>The overview</a> leads to all there are.</p>`}function tl({current:e,title:t}){let n=()=>Xe.value=!Xe.value;return a`<div class=${`side ${Xe.value?"open":""}`}>
    <div class="brand">
      <a href=${x("overview")} aria-label="Ensemble, overview"><${No} /><span>Ensemble</span></a>
      <span class="here">${t}</span>
      <button type="button" class="menu quiet" aria-expanded=${Xe.value} aria-controls="pages" onClick=${n}>
        <${nn} name="menu" /><span>Menu</span>
      </button>
    </div>
    <nav id="pages" aria-label="Pages" onClick=${()=>Xe.value=!1}>
      ${Ze().map(o=>a`<a key=${o.name} href=${x(o.name)}
          aria-current=${o.name===e?"page":void 0}>
        <${nn} name=${o.name} /><span>${o.title}</span>${o.badge&&a`<${o.badge} />`}
      </a>`)}
    </nav>
    <footer>
      <${ol} />
      <${ms} />
    </footer>
  </div>`}var nl={opening:"Connecting",live:"Live",lost:"Not connected",refused:"Signed out"};function ol(){let e=A.value;return a`<div class=${`link-state ${e}`}>
    <span class="dot" aria-hidden="true"></span>
    <span>${nl[e]}</span>
    ${e==="live"&&Q.value>0&&a`<span class="seq">#${M(Q.value)}</span>`}
  </div>`}function rl(e){let t=X(!0),n=jt.reduce((o,r)=>o+(r.badge?.count()??0),0);L(()=>{document.title=`${n?`(${n}) `:""}${e} · Ensemble`},[e,n]),L(()=>{t.current||document.querySelector("main h1")?.focus({preventScroll:!0}),t.current=!1,scrollTo(0,0)},[e])}function sl(e){e.preventDefault(),document.getElementById("main").focus()}Yn(a`<${$s} />`,document.getElementById("console"));Lo();
