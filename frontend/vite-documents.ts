import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, build } from 'vite';
import type { WrittenPage } from './src/documents/documents.js';

const ROOT = import.meta.dirname;

/** The tags with which the built `index.html` loads the app. */
const OF_THE_APP = /\s*<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*>(?:<\/script>)?/g;

/** The page around a body: the head of `index.html`, with the written page's style sheet in place of the app. */
const around = (index: string, { title, body }: WrittenPage, styles: string): string =>
  index
    .replaceAll(OF_THE_APP, '')
    .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
    .replace(
      '</head>',
      `  <script src="/visitor.js"></script>\n    <link rel="stylesheet" href="/assets/${styles}" />\n  </head>`,
    )
    .replace(/<body>[\s\S]*<\/body>/, () => `<body>\n    <div id="root">${body}</div>\n  </body>`);

/** Writes the landing and the privacy page of a build, and their assets beside those of the app. */
async function writeDocuments(): Promise<void> {
  await build({ configFile: join(ROOT, 'vite.documents.config.ts'), root: ROOT, logLevel: 'warn' });
  const folder = join(ROOT, 'dist', '.documents');
  const { writePages }: { writePages: () => WrittenPage[] } = await import(
    pathToFileURL(join(folder, 'documents.js')).href
  );
  const assets = await readdir(join(folder, 'assets'));
  const styles = assets.find((name) => name.endsWith('.css'));
  if (styles === undefined) throw new Error('the written pages have no style sheet');
  const index = await readFile(join(ROOT, 'dist', 'index.html'), 'utf8');
  for (const page of writePages())
    await writeFile(join(ROOT, 'dist', `${page.name}.html`), around(index, page, styles));
  await cp(join(folder, 'assets'), join(ROOT, 'dist', 'assets'), { recursive: true });
  await rm(folder, { recursive: true });
}

/** A build of the pages also writes those that need no app. */
export const documents: Plugin = {
  name: 'documents',
  apply: 'build',
  closeBundle: { sequential: true, handler: writeDocuments },
};
