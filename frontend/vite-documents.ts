import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TEXT_LANGUAGES } from '@duet/contracts/plain';
import { type Plugin, build } from 'vite';
import type { WrittenPage } from './src/documents/documents.js';

const ROOT = import.meta.dirname;

/** The tags with which the built `index.html` loads the app. */
const OF_THE_APP = ['<script type="module"', '<link rel="modulepreload"', '<link rel="stylesheet"'];

const TITLE = '<title>Duet</title>';
const LANGUAGE = '<html lang="en">';
const DESCRIPTION = /<meta name="description" content="[^"]*" \/>/;

/** Tells search engines the addresses of a page's languages. The plain address is negotiated. */
const alternates = (path: string): string =>
  [...TEXT_LANGUAGES.map((language) => [language, `${path}?lang=${language}`] as const), ['x-default', path] as const]
    .map(([language, href]) => `<link rel="alternate" hreflang="${language}" href="${href}" />`)
    .join('\n    ');

/** The page around a body: the head of `index.html`, with the written page's style sheet in place of the app. */
function around(index: string, { language, path, title, description, body }: WrittenPage, styles: string): string {
  const [head = ''] = index.split('<body>', 1);
  if (![TITLE, LANGUAGE].every((part) => head.includes(part))) throw new Error('index.html has another head');
  const kept = head.split('\n').filter((line) => !OF_THE_APP.some((tag) => line.trimStart().startsWith(tag)));
  return `${kept
    .join('\n')
    .replace(LANGUAGE, () => `<html lang="${language}">`)
    .replace(DESCRIPTION, () => `<meta name="description" content="${description}" />`)
    .replace(TITLE, () => `<title>${title}</title>`)
    .replace(
      '</head>',
      `  ${alternates(path)}\n    <script src="/visitor.js"></script>\n    <link rel="stylesheet" href="/assets/${styles}" />\n  </head>`,
    )}<body>\n    <div id="root">${body}</div>\n  </body>\n</html>\n`;
}

/** Writes the landing and the privacy page of a build, and their assets beside those of the app. */
async function writeDocuments(): Promise<void> {
  await build({ configFile: join(ROOT, 'vite.documents.config.ts'), root: ROOT, logLevel: 'warn' });
  const folder = join(ROOT, 'dist', '.documents');
  const { writePages }: { writePages: () => Promise<WrittenPage[]> } = await import(
    pathToFileURL(join(folder, 'documents.js')).href
  );
  const assets = await readdir(join(folder, 'assets'));
  const styles = assets.find((name) => name.endsWith('.css'));
  if (styles === undefined) throw new Error('the written pages have no style sheet');
  const index = await readFile(join(ROOT, 'dist', 'index.html'), 'utf8');
  for (const page of await writePages()) await writeFile(join(ROOT, 'dist', page.file), around(index, page, styles));
  await cp(join(folder, 'assets'), join(ROOT, 'dist', 'assets'), { recursive: true });
  await rm(folder, { recursive: true });
}

/** A build of the pages also writes those that need no app. */
export const documents: Plugin = {
  name: 'documents',
  apply: 'build',
  closeBundle: { sequential: true, handler: writeDocuments },
};
