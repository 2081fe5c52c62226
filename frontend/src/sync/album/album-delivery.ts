import * as v from 'valibot';
import type { LiveStore } from '../live-store.js';
import type { Attempt } from '../pending/delivery.js';
import type { PendingList } from '../pending/pending-list.js';
import { upload } from '../pending/upload-request.js';
import type { AlbumFile } from './album-file.js';
import { albumActions } from './album-slice.js';

/** The stored contribution, with its file. */
const answer = v.object({
  data: v.looseObject({ _id: v.string(), attachments: v.pipe(v.array(v.unknown()), v.minLength(1)) }),
});

const isStored = (body: unknown): true | null => (v.is(answer, body) ? true : null);

function bodyOf({ clientId, name, isShared, happenedAt, place }: AlbumFile, bytes: Blob): FormData {
  const body = new FormData();
  // The fields first: the server reads the body as a stream.
  body.append('clientId', clientId);
  if (isShared) body.append('visibility', 'shared');
  if (happenedAt !== undefined) body.append('happenedAt', happenedAt);
  if (place) body.append('place', JSON.stringify(place));
  body.append('files', bytes, name);
  return body;
}

/** Sends files of albums, each in a request of its own, with their progress in the store. */
export class AlbumDelivery {
  private readonly underWay = new Map<string, AbortController>();

  constructor(
    private readonly store: LiveStore,
    private readonly list: PendingList<AlbumFile>,
  ) {}

  isUnderWay = (clientId: string): boolean => this.underWay.has(clientId);

  async deliver(file: AlbumFile): Promise<Attempt<true>> {
    const { clientId } = file;
    const abort = new AbortController();
    this.underWay.set(clientId, abort);
    try {
      const found = await this.list.bytesOf(clientId);
      if (!found) return { kind: 'unknown' };
      const [bytes] = found;
      if (!bytes) return { kind: 'refused', code: 'FILE_UNREADABLE' };
      this.progress(clientId, 0);
      const request = {
        path: `/capsules/${file.capsuleId}/contributions`,
        body: bodyOf(file, bytes),
        signal: abort.signal,
        onProgress: (share: number) => this.progress(clientId, share),
      };
      return await upload(request, isStored);
    } finally {
      this.underWay.delete(clientId);
      this.progress(clientId, null);
    }
  }

  abort(clientId: string): void {
    this.underWay.get(clientId)?.abort();
  }

  /** Aborts the uploads that do not pass: those that another tab has cancelled, or all at the end. */
  abortUnless(isPending: (clientId: string) => boolean): void {
    for (const [clientId, abort] of this.underWay) if (!isPending(clientId)) abort.abort();
  }

  private progress(clientId: string, share: number | null): void {
    this.store.dispatch(albumActions.progressed({ clientId, share }));
  }
}
