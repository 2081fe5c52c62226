/** The style sheet of the exported page, for light and dark screens and for paper. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#faf5f4,#17101a);--surface:light-dark(#fff,#211825);--ink:light-dark(#251726,#f7eef2);--soft:light-dark(#655366,#c3b2c1);--line:light-dark(#e8dcde,#3b2d41);--mine:light-dark(#8f2f5c,#f2a3c0);--on-mine:light-dark(#fff,#35102a);--theirs:light-dark(#fdf0da,#3a2b19);--on-theirs:light-dark(#251726,#f7eef2)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header,main{max-width:46rem;margin:0 auto;padding:1rem}
header{display:flex;justify-content:space-between;flex-wrap:wrap;gap:.5rem;color:var(--soft)}
p{margin:0}.brand{font-weight:700;color:var(--mine)}
section{background:var(--surface);border:1px solid var(--line);border-radius:1rem;padding:1.25rem;margin-bottom:1rem}
h1,h2,h3{line-height:1.2;margin:0 0 .75rem}h2{font-size:1.25rem}h3{font-size:1.125rem}
h4{text-align:center;font-size:.875rem;color:var(--soft);margin:1.5rem 0 .5rem}
dl{margin:0 0 1rem}dl div{display:flex;flex-wrap:wrap;gap:0 1rem}dt{min-width:6rem;color:var(--soft)}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
.avatar{width:6rem;height:6rem;border-radius:50%;object-fit:cover;margin-bottom:.75rem}
.soft,.when{color:var(--soft);font-size:.875rem}
.chat+.chat{margin-top:2rem;border-top:1px solid var(--line);padding-top:1.5rem}
ol{list-style:none;margin:0;padding:0;display:flex;flex-direction:column;gap:.5rem}
.chat ol>li{display:flex;flex-direction:column;align-items:flex-start}.chat ol>li.mine{align-items:flex-end}
.bubble{max-width:85%;padding:.5rem .875rem;border-radius:1.25rem;background:var(--theirs);color:var(--on-theirs)}
.mine .bubble{background:var(--mine);color:var(--on-mine)}
.bubble p{white-space:pre-wrap;overflow-wrap:anywhere}.who{font-size:.8125rem}
.bubble .when{font-size:.75rem;color:inherit;opacity:.85}
.picture{display:block;max-width:100%;max-height:24rem;border-radius:.75rem}
blockquote{margin:.25rem 0;padding-inline-start:.5rem;border-inline-start:3px solid currentColor;font-size:.875rem;overflow-wrap:anywhere}
.felt{display:flex;gap:.25rem;list-style:none;margin:.125rem .5rem 0;padding:0}
.hidden,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
a{color:var(--mine)}
@media print{body{background:none}section{border:0;padding:0}.bubble{break-inside:avoid;border:1px solid var(--line)}}
`;
