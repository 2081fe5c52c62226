import type { ErrorCode } from '@duet/contracts/plain';
import type { ReactingQueue } from '../late-queue.js';
import type { LiveStore } from '../live-store.js';
import { currentUser, pendingOwner } from '../pending/current-user.js';
import type { Unstored } from '../pending/delivery.js';
import { PendingList } from '../pending/pending-list.js';
import type { QueueSignals } from '../pending/queue-signals.js';
import { type RowStorage, type RowTable, openRows } from '../pending/row-storage.js';
import { TabTurns } from '../pending/tab-turns.js';
import { UploadPauseTimer } from '../pending/upload-pause.js';
import { findCapsule } from './album-calls.js';
import { AlbumDelivery } from './album-delivery.js';
import { type AboutFiles, type AlbumFile, type NewAlbumFile, readAlbumFile } from './album-file.js';
import { ALBUM_QUEUE, albumActions, albumFiles } from './album-slice.js';

/** Requests at the same moment: while the server prepares one picture, the next ones arrive. */
const AT_ONCE = 3;

/** Attempts without an answer before a file counts as failed, and the pause after the first, in milliseconds; each pause is twice the one before. */
const ATTEMPTS = 4;
const FIRST_RETRY = 1_000;

/** Another tab stores many files one by one: this one reads them after a pause, in milliseconds. */
const REREAD_DELAY = 250;

/** The capsule cannot be reached any more: nothing can be done with its files. */
const GONE: ReadonlySet<ErrorCode> = new Set(['CAPSULE_NOT_FOUND', 'NO_PARTNER']);

/** The capsule takes nothing now, perhaps because the partner has finished or sealed it: each further file would be refused too. */
const CLOSED: ReadonlySet<ErrorCode> = new Set(['CAPSULE_SEALED', 'CAPSULE_STATE']);

const ALBUM_FILES: RowTable<AlbumFile> = {
  database: ALBUM_QUEUE,
  store: 'files',
  key: 'clientId',
  idOf: ({ clientId }) => clientId,
  read: readAlbumFile,
};

export const openAlbumFiles = (): Promise<RowStorage<AlbumFile>> => openRows(ALBUM_FILES);

/**
 * The files on their way into capsules. Each is stored in the browser before the server has it, so that a reload goes on where
 * it stopped. One tab sends, a few files at a time; a failed file does not hold up the others.
 */
export class AlbumQueue implements ReactingQueue {
  private readonly list: PendingList<AlbumFile>;
  private readonly delivery: AlbumDelivery;
  private readonly pause: UploadPauseTimer;
  private readonly turns = new TabTurns(ALBUM_QUEUE, () => this.drain());
  private readonly attempts = new Map<string, number>();
  private rereading: ReturnType<typeof setTimeout> | undefined;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private readonly sending = new Set<Promise<void>>();
  /** This tab has the turn. */
  private isDraining = false;

  constructor(
    private readonly store: LiveStore,
    private readonly signals: QueueSignals,
    open: () => Promise<RowStorage<AlbumFile>> = openAlbumFiles,
  ) {
    const { dispatch, getState } = store;
    this.list = new PendingList(
      ALBUM_FILES,
      {
        rows: () => albumFiles(getState()),
        put: (file) => void dispatch(albumActions.put([file])),
        removed: (id) => void dispatch(albumActions.removed(id)),
        replaced: (files) => void dispatch(albumActions.replaced(files)),
      },
      open(),
      signals.announceChange,
      () => void this.userChanged(),
    );
    this.delivery = new AlbumDelivery(store, this.list);
    this.pause = new UploadPauseTimer(
      () => getState().album.pause,
      (pause) => void dispatch(albumActions.paused(pause)),
      this.kick,
    );
  }

  /** Shows the files at once and sends them in this order. They are stored meanwhile. */
  async add(capsuleId: string, about: AboutFiles, chosen: readonly NewAlbumFile[]): Promise<void> {
    const userId = pendingOwner();
    if (userId === null) return;
    const from = this.list.nextOrder();
    const added = chosen.map(({ bytes, ...file }, index) => ({
      bytes,
      row: {
        ...file,
        clientId: crypto.randomUUID(),
        userId,
        capsuleId,
        ...about,
        order: from + index,
        state: 'waiting' as const,
        failure: null,
      },
    }));
    this.store.dispatch(albumActions.put(added.map(({ row }) => row)));
    const stored = added.map(({ row, bytes }) => this.list.add(row, [bytes]));
    this.kick();
    await Promise.all(stored);
  }

  readonly kick = (): void => {
    this.fill();
    this.turns.kick();
  };

  /** Sends failed files again, under their ids and in their places. */
  async retry(clientIds: readonly string[]): Promise<void> {
    const again = this.list.shown().filter(({ clientId, state }) => state === 'failed' && clientIds.includes(clientId));
    for (const { clientId } of again) this.attempts.delete(clientId);
    await Promise.all(again.map((file) => this.list.save({ ...file, state: 'waiting', failure: null })));
    this.resume();
  }

  /** Ends every pause, also the one that the server asked for. */
  readonly resume = (): void => {
    clearTimeout(this.resting);
    this.resting = undefined;
    this.pause.end();
    this.kick();
  };

  /** Drops the files, and aborts their uploads. */
  async discard(clientIds: readonly string[]): Promise<void> {
    const forgotten = clientIds.map((clientId) => this.list.forget(clientId));
    for (const clientId of clientIds) this.delivery.abort(clientId);
    await Promise.all(forgotten);
  }

  /** The file itself, for its preview; null when the browser lost it. */
  async bytesOf(clientId: string): Promise<Blob | null> {
    return (await this.list.bytesOf(clientId))?.[0] ?? null;
  }

  storageChanged(): void {
    clearTimeout(this.rereading);
    this.rereading = setTimeout(() => void this.reread(), REREAD_DELAY);
  }

  /** A network that is back retries the files that its loss broke. */
  online(): void {
    void this.revive();
  }

  connected(): void {
    void this.revive();
  }

  /** A user who signs out on purpose leaves no file in this browser. */
  async userLeft(userId: string, byChoice: boolean): Promise<void> {
    this.delivery.abortUnless(() => false);
    this.pause.end();
    if (byChoice) await this.list.forgetAllOf(userId);
  }

  async userChanged(): Promise<void> {
    await this.reread();
    await this.forgetGone();
  }

  /** Shows what is stored for the current user. */
  private async reread(): Promise<void> {
    const found = await this.list.restore();
    if (!found) return;
    this.delivery.abortUnless((id) => found.some(({ clientId }) => clientId === id));
    this.kick();
  }

  stop(): void {
    clearTimeout(this.rereading);
    clearTimeout(this.resting);
    this.turns.stop();
    this.pause.end();
    this.delivery.abortUnless(() => false);
  }

  /** Sends until nothing is due. Files that are added meanwhile take free places at once. */
  private async drain(): Promise<void> {
    this.isDraining = true;
    try {
      this.fill();
      while (this.sending.size > 0) await Promise.race(this.sending);
    } finally {
      this.isDraining = false;
    }
  }

  /** Fills the free places; only the tab whose turn it is. */
  private fill(): void {
    while (this.isDraining && this.sending.size < AT_ONCE) {
      const file = this.nextDue();
      if (!file) return;
      const sending = this.sendOne(file).finally(() => {
        this.sending.delete(sending);
        this.fill();
      });
      this.sending.add(sending);
    }
  }

  private nextDue(): AlbumFile | undefined {
    const userId = currentUser();
    if (!this.signals.isRunning() || userId === null || this.pause.isOn() || this.resting !== undefined)
      return undefined;
    return this.list
      .shown()
      .find((file) => file.state === 'waiting' && file.userId === userId && !this.delivery.isUnderWay(file.clientId));
  }

  private async sendOne(file: AlbumFile): Promise<void> {
    const attempt = await this.delivery.deliver(file);
    if (attempt.kind === 'cancelled' || this.list.isFinished(file.clientId)) return;
    if (attempt.kind === 'stored') await this.through(file, 'stored');
    else await this.failed(file, attempt);
  }

  private async through(file: AlbumFile, state: 'stored' | 'known'): Promise<void> {
    this.attempts.delete(file.clientId);
    await this.list.save({ ...file, state, failure: null });
    await this.list.dropBytes(file.clientId);
  }

  private async failed(file: AlbumFile, attempt: Exclude<Unstored, { kind: 'cancelled' }>): Promise<void> {
    if (attempt.kind === 'later') return this.pause.begin(attempt.reason, attempt.seconds);
    if (attempt.kind === 'refused') {
      if (attempt.code === 'DUPLICATE_FILE') return this.through(file, 'known');
      if (GONE.has(attempt.code)) return this.forgetCapsule(file.capsuleId);
      if (CLOSED.has(attempt.code)) return this.stopCapsule(file.capsuleId, attempt.code);
      return this.list.save({ ...file, state: 'failed', failure: attempt.code });
    }
    const count = (this.attempts.get(file.clientId) ?? 0) + 1;
    this.attempts.set(file.clientId, count);
    if (count >= ATTEMPTS) return this.list.save({ ...file, state: 'failed', failure: 'UNAVAILABLE' });
    this.rest(FIRST_RETRY * 2 ** (count - 1));
  }

  /** Sends nothing new for a while, in milliseconds. */
  private rest(milliseconds: number): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(this.resume, milliseconds);
  }

  private forgetCapsule(capsuleId: string): Promise<void> {
    return this.discard(
      this.list
        .shown()
        .filter((file) => file.capsuleId === capsuleId)
        .map(({ clientId }) => clientId),
    );
  }

  /** Forgets the failed files of capsules that are gone: nothing sends them again, so that no refusal would say it. */
  private async forgetGone(): Promise<void> {
    const userId = currentUser();
    const failed = this.list.shown().filter((file) => file.state === 'failed' && file.userId === userId);
    for (const capsuleId of new Set(failed.map((file) => file.capsuleId))) {
      const found = await findCapsule(this.store, capsuleId);
      if (found.kind === 'refused' && GONE.has(found.code) && userId === currentUser())
        await this.forgetCapsule(capsuleId);
    }
  }

  /** Fails the capsule's files. Those under way get answers of their own. */
  private async stopCapsule(capsuleId: string, failure: ErrorCode): Promise<void> {
    const waiting = this.list
      .shown()
      .filter((file) => file.capsuleId === capsuleId && file.state === 'waiting')
      .filter(({ clientId }) => !this.delivery.isUnderWay(clientId));
    await Promise.all(waiting.map((file) => this.list.save({ ...file, state: 'failed', failure })));
  }

  /** Forgets what is through, once a capsule has nothing else on its way: until then it counts. */
  async clearFinished(capsuleId: string): Promise<void> {
    const files = this.list.shown().filter((file) => file.capsuleId === capsuleId);
    await Promise.all(
      files
        .filter(({ state }) => state === 'stored' || state === 'known')
        .map(({ clientId }) => this.list.forget(clientId)),
    );
  }

  private async revive(): Promise<void> {
    await this.retry(
      this.list
        .shown()
        .filter(({ failure }) => failure === 'UNAVAILABLE')
        .map(({ clientId }) => clientId),
    );
    await this.forgetGone();
  }
}
