import type { ErrorCode } from '@duet/contracts/plain';
import { failureSentences } from '../../api/show-failure.js';
import { errorSentence } from '../../texts/error-sentence.js';
import type { ReactingQueue } from '../late-queue.js';
import type { LiveStore } from '../live-store.js';
import { currentUser, pendingOwner } from '../pending/current-user.js';
import { PendingList } from '../pending/pending-list.js';
import type { QueueSignals } from '../pending/queue-signals.js';
import { type RowStorage, type RowTable, openRows } from '../pending/row-storage.js';
import { TabTurns } from '../pending/tab-turns.js';
import { showItem } from './list-calls.js';
import { type ItemFields, type ListAddition, type ListChange, type SeenItem, readListChange } from './list-change.js';
import { deliverListChange } from './list-delivery.js';
import { sightOf } from './list-overlay.js';
import { LISTS_QUEUE, listChanges, listsActions } from './lists-slice.js';

/** Pauses after attempts without an answer, in milliseconds; each is twice the one before. */
const FIRST_RETRY = 1_000;
const LONGEST_RETRY = 30_000;

/** The list cannot be reached any more: nothing can be done with its changes. */
const GONE: ReadonlySet<ErrorCode> = new Set(['LIST_NOT_FOUND', 'NO_PARTNER']);

const LIST_CHANGES: RowTable<ListChange> = {
  database: LISTS_QUEUE,
  store: 'changes',
  key: 'id',
  idOf: ({ id }) => id,
  read: readListChange,
};

export const openListChanges = (): Promise<RowStorage<ListChange>> => openRows(LIST_CHANGES);

/** A change before it has a place in the queue. */
type NewChange =
  | Pick<ListAddition, 'kind' | 'fields'>
  | { kind: 'edit'; item: SeenItem; fields: ItemFields }
  | { kind: 'delete'; item: SeenItem };

/**
 * The changes of list items that the server has not acknowledged. Each shows at once, is stored in the browser, and is sent
 * from one tab in its order, so that nothing is lost without a connection.
 */
export class ListQueue implements ReactingQueue {
  private readonly list: PendingList<ListChange>;
  private readonly turns = new TabTurns(LISTS_QUEUE, () => this.drain());
  private unanswered = 0;

  constructor(
    private readonly store: LiveStore,
    private readonly signals: QueueSignals,
    open: () => Promise<RowStorage<ListChange>> = openListChanges,
  ) {
    const { dispatch, getState } = store;
    this.list = new PendingList(
      LIST_CHANGES,
      {
        rows: () => listChanges(getState()),
        put: (change) => void dispatch(listsActions.put(change)),
        removed: (id) => void dispatch(listsActions.removed(id)),
        replaced: (changes) => void dispatch(listsActions.replaced(changes)),
      },
      open(),
      signals.announceChange,
      () => void this.userChanged(),
    );
  }

  /** Adds an item at a position. */
  addItem = (listId: string, fields: ListAddition['fields']): Promise<void> =>
    this.add(listId, { kind: 'add', fields });

  /** Changes the given fields of an item. Without a field it restores one that was removed. */
  changeItem = (listId: string, item: SeenItem, fields: ItemFields): Promise<void> =>
    this.add(listId, { kind: 'edit', item, fields });

  removeItem = (listId: string, item: SeenItem): Promise<void> => this.add(listId, { kind: 'delete', item });

  /** Sends a refused addition again, and all changes of its item. */
  async retry(id: string): Promise<void> {
    const change = this.list.shown().find((one) => one.id === id);
    if (change) await this.list.save({ ...change, failure: null });
    this.turns.kick();
  }

  /** Drops a refused addition, and all changes of its item. */
  async discard(id: string): Promise<void> {
    await this.forgetWhere(({ itemId }) => itemId === id);
  }

  storageChanged(): void {
    void this.userChanged();
  }

  online(): void {
    this.turns.kick();
  }

  connected(): void {
    this.turns.kick();
  }

  /** A user who signs out on purpose leaves no change in this browser. */
  async userLeft(userId: string, byChoice: boolean): Promise<void> {
    if (byChoice) await this.list.forgetAllOf(userId);
  }

  /** Shows what is stored for the current user. */
  async userChanged(): Promise<void> {
    if (await this.list.restore()) this.turns.kick();
  }

  stop(): void {
    this.turns.stop();
  }

  private async add(listId: string, made: NewChange): Promise<void> {
    const userId = pendingOwner();
    if (userId === null) return;
    const id = crypto.randomUUID();
    const common = {
      ...{ id, userId, listId, at: new Date().toISOString(), failure: null },
      order: this.list.nextOrder(),
    };
    await this.list.add(rowOf(common, made));
    this.turns.kick();
  }

  private async drain(): Promise<void> {
    for (let change = await this.nextDue(); change; change = await this.nextDue())
      if (!this.signals.isRunning() || !(await this.sendOne(change))) return;
  }

  /** The first change that may be sent. Changes of an item whose addition was refused wait for the person. */
  private async nextDue(): Promise<ListChange | undefined> {
    const userId = currentUser();
    if (userId === null) return undefined;
    const waiting = (await this.list.of(userId)).toSorted((a, b) => a.order - b.order);
    const refused = new Set(waiting.filter(({ failure }) => failure !== null).map(({ id }) => id));
    // Another user may have signed in meanwhile.
    return currentUser() === userId ? waiting.find(({ itemId }) => !refused.has(itemId)) : undefined;
  }

  /** @returns whether the next change may be sent at once */
  private async sendOne(change: ListChange): Promise<boolean> {
    const attempt = await deliverListChange(this.store, change);
    if (attempt.kind === 'stored') {
      this.unanswered = 0;
      // Before the change goes, so that the item never jumps back.
      this.store.dispatch(showItem(change.listId, attempt.stored));
      await this.list.forget(change.id);
      return true;
    }
    if (attempt.kind === 'refused') {
      await this.refused(change, attempt.code);
      return true;
    }
    this.unanswered += 1;
    this.turns.kickAfter(
      attempt.kind === 'later'
        ? attempt.seconds * 1_000
        : Math.min(FIRST_RETRY * 2 ** (this.unanswered - 1), LONGEST_RETRY),
    );
    return false;
  }

  private async refused(change: ListChange, code: ErrorCode): Promise<void> {
    if (GONE.has(code)) return this.forgetWhere(({ listId }) => listId === change.listId);
    if (change.kind === 'add') return this.list.save({ ...change, failure: code });
    failureSentences.emit(errorSentence(code));
    await this.list.forget(change.id);
  }

  private async forgetWhere(passes: (change: ListChange) => boolean): Promise<void> {
    const gone = this.list.shown().filter(passes);
    await Promise.all(gone.map(({ id }) => this.list.forget(id)));
  }
}

type Common = Omit<ListAddition, 'kind' | 'fields' | 'itemId' | 'seen'>;

function rowOf(common: Common, made: NewChange): ListChange {
  if (made.kind === 'add') return { ...common, ...made, itemId: common.id, seen: 0 };
  const { item, ...change } = made;
  const of = { ...common, itemId: item._id, seen: item.seen };
  return change.kind === 'edit' ? { ...of, ...change } : { ...of, ...change, saw: sightOf(item) };
}
