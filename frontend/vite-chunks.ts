import { basename } from 'node:path';
import { type Plugin, type Rolldown, build } from 'vite';
import { DRAWN_ICON } from './vite-icons.js';

type Chunk = Rolldown.OutputChunk;

/** The parts that a browser loads whole before a page can be used: the ends of the names of their first modules. */
const PARTS = {
  entrance: ['/index.html'],
  signIn: ['/features/auth/login-page.tsx'],
  app: ['/app/whole-app.tsx'],
  chat: ['/app/routes/chat-page.tsx'],
  dashboard: ['/app/routes/dashboard-page.tsx'],
};

/** Keeps and restores what Duet shows, beside every page of the app from its start. */
const KEEPER = '/app/kept/keeper.ts';

/** The conversation, which the dashboard of a phone never loads. */
const CONVERSATION = '/app/couple-conversation.tsx';

const LOADS_LATER = [...PARTS.app, ...PARTS.chat];

/** The module for whose import a chunk exists; none for a chunk of what several others share. */
const firstModule = ({ facadeModuleId }: Chunk): string => facadeModuleId ?? '';

const isOfPart = (chunk: Chunk): boolean =>
  Object.values(PARTS)
    .flat()
    .some((end) => firstModule(chunk).endsWith(end));

const isAnotherPage = (chunk: Chunk): boolean => !isOfPart(chunk) && /-pages?\.tsx$/.test(firstModule(chunk));

/** The modules that these chunks load, with all that they import; what they load later is not among them. */
function modulesFrom(starts: readonly Chunk[], chunks: readonly Chunk[]): ReadonlySet<string> {
  const needed = new Set(starts);
  for (const { imports } of needed) for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
  return new Set([...needed].flatMap(({ moduleIds }) => moduleIds));
}

/** The late components and dialogs of the app and the chat, and what these load later in turn. */
function lateChunks(chunks: readonly Chunk[]): readonly Chunk[] {
  const isLate = (chunk: Chunk): boolean => !isOfPart(chunk) && !isAnotherPage(chunk);
  const seen = new Set(chunks.filter((chunk) => LOADS_LATER.some((end) => firstModule(chunk).endsWith(end))));
  for (const { imports, dynamicImports } of seen)
    for (const chunk of chunks)
      if (imports.includes(chunk.fileName) || (dynamicImports.includes(chunk.fileName) && isLate(chunk)))
        seen.add(chunk);
  return [...seen].filter((chunk) => firstModule(chunk) && isLate(chunk));
}

/** Says which file a module belongs to: that of the widest part that loads it. A module of no page has none. */
function filesOf(chunks: readonly Chunk[]): (id: string) => string | null {
  const starting = (ends: readonly string[]) =>
    modulesFrom(
      chunks.filter((chunk) => ends.some((end) => firstModule(chunk).endsWith(end))),
      chunks,
    );
  const entrance = starting(PARTS.entrance);
  const signIn = starting(PARTS.signIn);
  const app = starting(PARTS.app);
  const chat = starting(PARTS.chat);
  const dashboard = starting(PARTS.dashboard);
  const keeper = starting([KEEPER]);
  const later = modulesFrom(lateChunks(chunks), chunks);
  const others = chunks
    .filter(isAnotherPage)
    .map((chunk) => ({ name: basename(firstModule(chunk), '.tsx'), modules: modulesFrom([chunk], chunks) }));
  // A late component may need one module of the chat: the app has it, so that it does not bring the rest of the chat.
  const withoutChat = new Set(
    chunks
      .filter(firstModule)
      .map((chunk) => [...modulesFrom([chunk], chunks)])
      .filter((modules) => !modules.some((id) => id.endsWith(CONVERSATION)))
      .flat(),
  );
  return (id) => {
    // The component of icons is a part of Lucide: beside our own code, the two files would import each other in a circle.
    const libraries = id.includes('/node_modules/') || id === DRAWN_ICON ? '-libraries' : '';
    if (entrance.has(id) || (signIn.has(id) && (app.has(id) || chat.has(id)))) return `entrance${libraries}`;
    if (signIn.has(id)) return dashboard.has(id) ? 'fields' : 'sign-in';
    // Every page of the app loads what chat and dashboard share.
    if (app.has(id) || (chat.has(id) && dashboard.has(id))) return `app${libraries}`;
    const pages = others.filter(({ modules }) => modules.has(id)).map(({ name }) => name);
    // The keeper loads beside every page: it must bring no other one.
    if (keeper.has(id) && !chat.has(id)) return dashboard.has(id) || pages.length > 0 ? 'kept' : null;
    if (chat.has(id) && pages.length > 0) return 'chat-and-others';
    if (chat.has(id)) return withoutChat.has(id) ? 'app' : 'chat';
    // A module that a late component shares with a page must not bring the rest of that page.
    if (later.has(id) && dashboard.has(id)) return 'dashboard-and-later';
    if (later.has(id) && pages.length > 0) return libraries ? 'later-libraries' : null;
    if (dashboard.has(id)) return pages.length > 0 ? 'dashboard-and-others' : 'dashboard';
    return pages.length > 0 ? pages.toSorted().join('-') : null;
  };
}

/**
 * Puts the modules that load together into one file: Brotli compresses one large file better than dozens of small ones. What
 * a module imports is loaded wherever the module is, so that files never import each other in a circle. Only a build knows
 * which modules a page needs, after unused exports of their neighbours are gone: the pages are built twice, first to learn
 * that, without writing anything.
 * @param plugins makes those that change the modules, for the first build
 */
export const chunksOfPages = (plugins: () => Plugin[]): Plugin => ({
  name: 'chunks-of-pages',
  apply: 'build',
  config: async ({ build: settings }) => {
    const first = await build({
      configFile: false,
      root: import.meta.dirname,
      plugins: plugins(),
      logLevel: 'error',
      build: { ...settings, write: false, minify: false },
    });
    const chunks = [first]
      .flat()
      .flatMap((one) => ('output' in one ? one.output : []))
      .filter((one) => one.type === 'chunk');
    // The first modules of pages stay chunks of their own, which imports and the manifest name.
    const pages = chunks.filter((chunk) => isOfPart(chunk) || isAnotherPage(chunk));
    const starts = new Set([...pages.map(firstModule), `${import.meta.dirname}/src/main.tsx`]);
    const fileOf = filesOf(chunks);
    const name = (id: string): string | null => (starts.has(id) ? null : fileOf(id));
    return {
      build: {
        rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name }] } } },
      },
    };
  },
});
