import { PAGE_STYLE } from '../exports/export-style.js';

/** The style sheet of a capsule's page: as on the screen, and on paper two pictures side by side, none cut by the page. */
export const ARCHIVE_STYLE = `${PAGE_STYLE}
main{max-width:60rem}
.front{display:block;width:100%;max-height:26rem;object-fit:cover;border-radius:.75rem;margin-bottom:1rem}
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:1rem;align-items:start;margin:0 0 1rem}
figure{margin:0;break-inside:avoid}
figure img,figure video{display:block;width:100%;height:auto;border-radius:.5rem}
figcaption{font-size:.875rem;color:var(--soft);margin-top:.25rem;overflow-wrap:anywhere}
.words{margin:0 0 1rem;padding:.75rem 1rem;border-radius:.75rem;background:var(--theirs);color:var(--on-theirs);break-inside:avoid}
.words p{white-space:pre-wrap;overflow-wrap:anywhere}
@page{margin:1.5cm}
@media print{:root{color-scheme:light}main,header{max-width:none;padding:0}h2{break-after:avoid}.front{max-height:9cm}
.pictures{grid-template-columns:1fr 1fr}figure img{max-height:11cm;object-fit:contain;object-position:left}
.words{border:1px solid var(--line)}video,audio{display:none}}
`;
