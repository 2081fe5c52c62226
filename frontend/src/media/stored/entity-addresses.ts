import type { AttachmentVariant, DescribedFile, EntityFileView } from '@duet/contracts';
import { serverNow } from '../../api/server-time.js';
import { session } from '../../platform/session/session.js';
import type { FileAddresses } from '../../sync/index.js';

/** A link this close to its expiry is not used, so that a download with it completes. Links may live for 60 s only. Milliseconds. */
const MARGIN = 10_000;

/** Requests within this time share one call, in milliseconds. */
const BATCH_DELAY = 20;

/** How many files one call describes. */
const PER_CALL = 50;

/** Asks the server for files of one entity, with new links. */
type DescribeFiles = (ids: string[]) => Promise<DescribedFile[]>;

/** Descriptions with signed links by attachment id, shared by the page. The first valid one stays, so that the browser's cache serves it again. */
const known = new Map<string, EntityFileView>();
let owner = session.get().user?._id;

// Links are signed for one user.
session.subscribe(() => {
  const now = session.get().user?._id;
  if (now !== owner) known.clear();
  owner = now;
});

const usableFor = (file: EntityFileView | undefined): number =>
  file ? Math.max(0, Date.parse(file.expiresAt) - serverNow() - MARGIN) : 0;

function remember(id: string, file: EntityFileView): void {
  // A voice note that is prepared by now has a link that it had not before.
  const before = known.get(id);
  if (usableFor(before) === 0 || before?.url === null) known.set(id, file);
}

/** The parts of answers that carry files: contributions of a capsule, parts of a step. */
interface WithFiles {
  attachments: readonly { id: string; file: EntityFileView | null }[];
}

/** Keeps the links that came with an answer. */
export function rememberFiles(pieces: readonly WithFiles[]): void {
  for (const { attachments } of pieces) for (const { id, file } of attachments) if (file) remember(id, file);
}

function addressIn({ url, display, thumbnail }: EntityFileView, variant: AttachmentVariant): string | null {
  if (variant === 'original') return url;
  return (variant === 'thumbnail' ? thumbnail : undefined) ?? display ?? url;
}

function cached(id: string, variant: AttachmentVariant): string | null {
  const file = known.get(id);
  return file && usableFor(file) > 0 ? addressIn(file, variant) : null;
}

/** The addresses of an entity's files. New ones come in batches. */
export function entityAddresses(describe: DescribeFiles): FileAddresses {
  const asking = new Map<string, Promise<void>>();
  let waiting: { id: string; answered: () => void }[] = [];

  const ask = async (batch: typeof waiting): Promise<void> => {
    const found = await describe(batch.map(({ id }) => id)).catch(() => []);
    for (const { id, file } of found) known.set(id, file);
    for (const { id, answered } of batch) {
      asking.delete(id);
      answered();
    }
  };
  const flush = (): void => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += PER_CALL) void ask(all.slice(from, from + PER_CALL));
  };
  const renew = (id: string): Promise<void> => {
    const running = asking.get(id);
    if (running) return running;
    if (waiting.length === 0) setTimeout(flush, BATCH_DELAY);
    const answer = new Promise<void>((answered) => waiting.push({ id, answered }));
    asking.set(id, answer);
    return answer;
  };

  return {
    cached,
    fetch: async (id, variant) => {
      if (usableFor(known.get(id)) === 0) await renew(id);
      return cached(id, variant);
    },
    drop: (id, address) => {
      const file = known.get(id);
      if (file && [file.url, file.display, file.thumbnail].includes(address)) known.delete(id);
    },
    usableFor: (id) => usableFor(known.get(id)),
  };
}
