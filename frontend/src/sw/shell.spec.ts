import { createShell } from './shell.js';

const ORIGIN = 'https://duet.example';
const FILES = ['/assets/index-1.js', '/assets/chat-1.js', '/theme.js'];
const DOCUMENT = '<script type="module" src="/assets/index-1.js"></script>';

/** The browser's caches, as far as the worker uses them. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>();

  private readonly pathOf = (request: RequestInfo): string =>
    new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;

  open = async (name: string) => {
    const files = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, files);
    return {
      addAll: async (paths: string[]) => {
        for (const path of paths) {
          const answer = await fetch(path);
          if (!answer.ok) throw new TypeError('not ok');
          files.set(path, answer);
        }
      },
      match: async (request: RequestInfo) => files.get(this.pathOf(request))?.clone(),
    };
  };
  match = async (request: RequestInfo) => {
    for (const files of this.all.values()) {
      const found = files.get(this.pathOf(request));
      if (found) return found.clone();
    }
    return undefined;
  };
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);
}

let caches: FakeCaches;
let network: (path: string) => Promise<Response>;

const ok = async (path: string): Promise<Response> =>
  new Response(path === '/index.html' ? DOCUMENT : `network ${path}`);
const gone = (): Promise<Response> => Promise.reject(new TypeError('no network'));

beforeEach(() => {
  caches = new FakeCaches();
  network = ok;
  Reflect.set(globalThis, 'caches', caches);
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((asked) =>
      network(new URL(asked instanceof Request ? asked.url : String(asked), ORIGIN).pathname),
    );
});
afterEach(() => jest.restoreAllMocks());

/** A request as the browser gives it to the worker; no program can make one that navigates. */
const asked = (path: string, mode = 'cors', method = 'GET'): Request => {
  const request = new Request(new URL(path, ORIGIN), { method });
  return Object.defineProperty(request, 'mode', { value: mode });
};
const textOf = async (answer: Promise<Response> | null): Promise<string | undefined> => (await answer)?.text();

describe('the worker', () => {
  it.each([
    ['a call', asked('/api/messages')],
    ['a picture', asked('/api/media/attachments/a/display')],
    ['the socket', asked('/socket.io/?transport=polling')],
    ['the landing page', asked('/', 'navigate')],
    ['the privacy page', asked('/privacy', 'navigate')],
    ['a file that is none of the app', asked('/robots.txt', 'navigate')],
    ['a page of another site', asked('https://elsewhere.example/chat', 'navigate')],
    ['a form', asked('/chat', 'navigate', 'POST')],
  ])('leaves %s to the browser', (_what, request) => {
    expect(createShell(FILES, ORIGIN).answer(request)).toBeNull();
  });

  it('opens every page of the app without a network, with its files', async () => {
    const shell = createShell(FILES, ORIGIN);
    await shell.keep();
    network = gone;
    expect(await textOf(shell.answer(asked('/chat/c1?seq=3', 'navigate')))).toBe(DOCUMENT);
    expect(await textOf(shell.answer(asked('/assets/chat-1.js')))).toBe('network /assets/chat-1.js');
    expect(await textOf(shell.answer(asked('/theme.js')))).toBe('network /theme.js');
    await expect(shell.answer(asked('/assets/unknown-1.js'))).rejects.toThrow('no network');
  });

  it('prefers the network’s page, but not an answer that says that the server fails', async () => {
    const shell = createShell(FILES, ORIGIN);
    await shell.keep();
    network = async () => new Response('newer');
    expect(await textOf(shell.answer(asked('/chat', 'navigate')))).toBe('newer');
    network = async () => new Response('bad gateway', { status: 502 });
    expect(await textOf(shell.answer(asked('/chat', 'navigate')))).toBe(DOCUMENT);
  });

  it('does not wait long for a network that says nothing', async () => {
    const shell = createShell(FILES, ORIGIN);
    await shell.keep();
    network = () => new Promise(() => undefined);
    jest.useFakeTimers();
    const page = textOf(shell.answer(asked('/chat', 'navigate')));
    await jest.advanceTimersByTimeAsync(3_000);
    jest.useRealTimers();
    expect(await page).toBe(DOCUMENT);
  });

  it('stores nothing of a build whose document is another one’s', async () => {
    const newer = createShell(['/assets/index-2.js'], ORIGIN);
    await expect(newer.keep()).rejects.toThrow('another build');
    expect(await caches.keys()).toEqual([]);
  });

  it('keeps the files of the build before for its open pages, and no older ones', async () => {
    caches.all.set('of somebody else', new Map());
    for (const [name, file] of [
      ['duet-shell one', '/assets/a.js'],
      ['duet-shell two', '/assets/b.js'],
    ] as const)
      caches.all.set(name, new Map([[file, new Response(file)]]));
    const shell = createShell(FILES, ORIGIN);
    await shell.keep();
    await shell.dropOlder();
    network = gone;
    expect(await textOf(shell.answer(asked('/assets/b.js')))).toBe('/assets/b.js');
    await expect(shell.answer(asked('/assets/a.js'))).rejects.toThrow('no network');
    expect(await caches.keys()).toContain('of somebody else');
  });
});
