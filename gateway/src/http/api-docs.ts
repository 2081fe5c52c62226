import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const AT = '/api/docs';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Duet API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${AT}/swagger-ui.css" />
    <link rel="stylesheet" href="${AT}/page.css" />
  </head>
  <body>
    <div id="page"></div>
    <script src="${AT}/swagger-ui-bundle.js"></script>
    <script src="${AT}/page.js"></script>
  </body>
</html>
`;

/** The page follows the system's colour scheme, calls no external validator and stores no token. */
const SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({
  url: '${AT}/openapi.json',
  dom_id: '#page',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

/** Page styles that Swagger UI does not set, and wrapping of long paths on narrow screens. */
const STYLE = `body { margin: 0; background: #fff; }
.dark-mode body { background: #1c2022; }
@media (max-width: 600px) {
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .scheme-container .schemes { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: none; }
}
`;

/** Serves the API document and Swagger UI from this process. The page needs no exception from the content security policy. */
export function serveApiDocs(server: FastifyInstance): void {
  const ours = createRequire(import.meta.url);
  const assets = dirname(ours.resolve('swagger-ui-dist/package.json'));
  const files: [path: string, type: string, content: string][] = [
    ['', 'text/html', PAGE],
    ['/page.js', 'text/javascript', SCRIPT],
    ['/page.css', 'text/css', STYLE],
    ['/openapi.json', 'application/json', readFileSync(ours.resolve('#openapi.json'), 'utf8')],
    ['/swagger-ui.css', 'text/css', readFileSync(join(assets, 'swagger-ui.css'), 'utf8')],
    ['/swagger-ui-bundle.js', 'text/javascript', readFileSync(join(assets, 'swagger-ui-bundle.js'), 'utf8')],
  ];
  for (const [path, type, content] of files)
    server.get(`${AT}${path}`, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(content));
}
