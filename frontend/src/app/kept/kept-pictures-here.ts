import type { KeptPictures, ShownPicture } from '../../platform/kept/kept-pictures.js';
import { keptStorage } from '../../platform/kept/kept-storage.js';

/** How many pictures keep an address in this page. */
const MAX_URLS = 200;

/** The pictures of this page: those that are kept, and those that were shown and may be kept. */
export function createKeptPictures(): KeptPictures & {
  /** Keeps of the shown pictures those that the kept state shows, and forgets all others. */
  keepOnly: (ids: ReadonlySet<string>) => void;
  forget: () => void;
} {
  const urls = new Map<string, { id: string; url: string }>();
  const shown = new Map<string, ShownPicture>();
  let wanted: ReadonlySet<string> = new Set();

  const keyOf = (id: string, variant: string): string => `${id} ${variant}`;

  function release(key: string): void {
    URL.revokeObjectURL(urls.get(key)?.url ?? '');
    urls.delete(key);
  }

  async function keep(key: string): Promise<void> {
    const picture = shown.get(key);
    if (!picture || !wanted.has(picture.id)) return;
    shown.delete(key);
    const isKept = await store(picture).catch(() => false);
    // Perhaps this tab may not write yet: the next kept state tries again.
    if (!isKept && wanted.has(picture.id) && !shown.has(key)) shown.set(key, picture);
  }

  async function store({ id, variant, address }: ShownPicture): Promise<boolean> {
    // The browser has just loaded it: this reads its copy.
    const answer = await fetch(address, { cache: 'force-cache' });
    if (!answer.ok) return false;
    const bytes = await answer.arrayBuffer();
    const type = answer.headers.get('content-type') ?? '';
    return keptStorage.writePicture(id, variant, { bytes, type }, () => wanted.has(id));
  }

  return {
    async urlOf(id, variant) {
      const key = keyOf(id, variant);
      const known = urls.get(key);
      if (known) return known.url;
      const kept = await keptStorage.readPicture(id, variant);
      if (!kept) return null;
      const url = URL.createObjectURL(kept);
      urls.set(key, { id, url });
      const [oldest] = urls.keys();
      if (urls.size > MAX_URLS && oldest !== undefined) release(oldest);
      return url;
    },

    shown(id, variant, address) {
      if (address.startsWith('blob:')) return;
      shown.set(keyOf(id, variant), { id, variant, address });
      void keep(keyOf(id, variant));
    },

    keepOnly(ids) {
      wanted = ids;
      for (const [key, { id }] of urls) if (!ids.has(id)) release(key);
      for (const key of shown.keys()) void keep(key);
    },

    forget() {
      wanted = new Set();
      shown.clear();
      for (const key of urls.keys()) release(key);
    },
  };
}
