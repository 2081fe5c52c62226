/** The name of every cache begins with this; the rest tells builds apart. */
const PREFIX = 'duet-shell ';

/** The document that every page of the app begins with. */
const DOCUMENT = '/index.html';

/** How long a page waits for the network before it opens with what is kept, in milliseconds. */
const PATIENCE = 3_000;

/** Written pages and calls: the worker leaves them to the browser. */
const isOthers = (path: string): boolean =>
  path === '/' || path === '/privacy' || /^\/(?:api|socket\.io)(?:\/|$)/.test(path);

/** Whether the last part of a path is a file's name. */
const isFile = (path: string): boolean => path.slice(path.lastIndexOf('/') + 1).includes('.');

export interface Shell {
  /** Stores all files, or none of them. */
  keep: () => Promise<void>;
  /** Removes the files of older builds, other than the last one: its pages may still be open. */
  dropOlder: () => Promise<void>;
  /** The answer to a request; null leaves it to the browser. */
  answer: (request: Request) => Promise<Response> | null;
}

/** A name for this build's files: FNV-1a over their names, most of which have a hash of their content. */
function nameOf(files: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const sign of files.join(' ')) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return PREFIX + (hash >>> 0).toString(16);
}

/**
 * The app's files, for pages that open without a connection.
 * @param files the paths of this build's files; those in `/assets/` never change
 */
export function createShell(files: readonly string[], origin: string): Shell {
  const name = nameOf(files);

  const ofThisBuild = async (file: RequestInfo): Promise<Response | undefined> => (await caches.open(name)).match(file);

  /** A page's document is the network's where it answers in time, so that a reload always brings the newest build. */
  async function openPage(request: Request): Promise<Response> {
    const kept = await ofThisBuild(DOCUMENT);
    if (!kept) return fetch(request);
    const fresh = fetch(request).then((answer) => (answer.status < 500 ? answer : kept.clone()));
    const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept.clone()), PATIENCE));
    return Promise.race([fresh, late]).catch(() => kept.clone());
  }

  /** Also of other builds: the name of such a file stands for its content. */
  const keptFirst = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request);

  const networkFirst = (request: Request): Promise<Response> =>
    fetch(request).catch(async (error: unknown) => {
      const kept = await ofThisBuild(request);
      if (kept) return kept;
      throw error;
    });

  return {
    async keep() {
      const cache = await caches.open(name);
      await cache.addAll([DOCUMENT, ...files]);
      const document = await (await cache.match(DOCUMENT))?.text();
      // While a deployment is under way, the document may be another build's: the browser tries again later.
      const scripts = Array.from(document?.matchAll(/src="(\/assets\/[^"]+)"/g) ?? [], ([, path = '']) => path);
      if (scripts.length > 0 && scripts.every((path) => files.includes(path))) return;
      await caches.delete(name);
      throw new Error('the document belongs to another build');
    },

    async dropOlder() {
      // In the order in which they were made.
      const older = (await caches.keys()).filter((one) => one.startsWith(PREFIX) && one !== name);
      await Promise.all(older.slice(0, -1).map((one) => caches.delete(one)));
    },

    answer(request) {
      const { origin: asked, pathname } = new URL(request.url);
      if (request.method !== 'GET' || asked !== origin || isOthers(pathname)) return null;
      if (pathname.startsWith('/assets/')) return keptFirst(request);
      if (files.includes(pathname)) return networkFirst(request);
      return request.mode === 'navigate' && !isFile(pathname) ? openPage(request) : null;
    },
  };
}
