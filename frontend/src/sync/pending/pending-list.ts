import { pendingOwner } from './current-user.js';
import { type RowJournal, createJournal } from './row-journal.js';
import { type RowStorage, type RowTable, openingIsOver } from './row-storage.js';

/** The display of pending rows. */
export interface RowView<Row> {
  rows: () => readonly Row[];
  put: (row: Row) => void;
  removed: (id: string) => void;
  replaced: (rows: Row[]) => void;
}

/**
 * The pending rows of this browser, messages, files of albums or changes of lists: the stored ones, and those that only the
 * journal or this page has, because they are not written yet or the browser refused to store them.
 */
export class PendingList<Row extends { userId: string; order: number }> {
  /** By id, as they are to be stored. */
  private readonly unstored = new Map<string, Row>();
  /** Bytes that are in this page's memory only. */
  private readonly unstoredBytes = new Map<string, readonly Blob[]>();
  /** Sent or discarded. A storage that fails to delete a row must not bring it back. */
  private readonly finished = new Set<string>();
  /** The database may have these: removals of others need no note. */
  private readonly mayBeStored: Set<string>;
  /** Users who signed out by choice before the database opened. */
  private readonly left = new Set<string>();
  private isOpen = false;
  private readonly late = openingIsOver();
  private readonly idOf: (row: Row) => string;
  private readonly journal: RowJournal<Row>;

  /**
   * @param changed makes the other tabs read the storage again
   * @param openedLate runs when the storage has opened after rows were read and sent without it
   */
  constructor(
    { database, idOf, read }: RowTable<Row>,
    private readonly view: RowView<Row>,
    private readonly storage: Promise<RowStorage<Row>>,
    private readonly changed: () => void,
    openedLate: () => void,
  ) {
    this.idOf = idOf;
    this.journal = createJournal(database, read);
    this.mayBeStored = new Set(this.journal.entries().keys());
    this.repeatRemovals();
    storage.then(() => (this.isOpen = true)).catch(() => undefined);
    this.opened()
      .catch(async () => {
        await this.catchUp(await storage);
        openedLate();
      })
      .catch(() => undefined);
  }

  /** Does in a storage that opened late what it has missed. */
  private async catchUp(storage: RowStorage<Row>): Promise<void> {
    this.repeatRemovals();
    const owner = pendingOwner();
    for (const row of this.unstored.values()) if (row.userId === owner) void this.save(row);
    for (const userId of this.left)
      for (const row of await storage.of(userId))
        if (!this.unstored.has(this.idOf(row))) await storage.remove(this.idOf(row));
  }

  shown(): readonly Row[] {
    return this.view.rows();
  }

  isFinished(id: string): boolean {
    return this.finished.has(id);
  }

  async add(row: Row, bytes?: readonly Blob[]): Promise<void> {
    this.finished.delete(this.idOf(row));
    if (bytes) this.unstoredBytes.set(this.idOf(row), bytes);
    await this.save(row);
  }

  /** Shows the row at once, then stores it. Never rejects: a row that the browser refuses is sent from memory. */
  async save(row: Row): Promise<void> {
    const id = this.idOf(row);
    if (this.finished.has(id)) return;
    const bytes = this.unstoredBytes.get(id);
    this.unstored.set(id, row);
    // Another tab must not send a row whose files only this page has.
    const isNoted = !bytes && this.journal.note(id, row);
    this.view.put(row);
    try {
      const storage = await this.opened();
      if (this.finished.has(id)) return;
      this.mayBeStored.add(id);
      await storage.put(row, bytes);
    } catch {
      if (!isNoted) console.warn('pending row not stored: it lasts as long as the page');
      return;
    }
    // Not while a later change of the row is on its way.
    if (this.unstored.get(id) === row) {
      this.unstored.delete(id);
      this.unstoredBytes.delete(id);
      this.journal.confirmed(id);
    }
    this.changed();
  }

  /** Frees the bytes of a row that was sent and stays in the list. */
  async dropBytes(id: string): Promise<void> {
    this.unstoredBytes.delete(id);
    await this.opened()
      .then((storage) => storage.dropBytes(id))
      .catch(() => undefined);
  }

  async forget(id: string): Promise<void> {
    this.finished.add(id);
    this.unstored.delete(id);
    this.unstoredBytes.delete(id);
    this.view.removed(id);
    if (this.mayBeStored.has(id)) {
      this.journal.note(id, null);
      await this.remove(id);
    } else this.journal.confirmed(id);
    this.changed();
  }

  async forgetAllOf(userId: string): Promise<void> {
    if (!this.isOpen) this.left.add(userId);
    await Promise.all((await this.of(userId)).map((row) => this.forget(this.idOf(row))));
  }

  /** All pending rows of this user. */
  async of(userId: string): Promise<Row[]> {
    const noted = this.journal.entries();
    const stored = (await this.storedOf(userId)).map((row) => [this.idOf(row), row] as const);
    const rows = new Map<string, Row | null>([...stored, ...noted, ...this.unstored]);
    return [...rows.values()].flatMap((row) =>
      row?.userId === userId && !this.finished.has(this.idOf(row)) ? row : [],
    );
  }

  /** Empty when the browser lost them; null while it cannot say. */
  async bytesOf(id: string): Promise<readonly Blob[] | null> {
    try {
      return this.unstoredBytes.get(id) ?? (await (await this.opened()).bytesOf(id));
    } catch {
      return this.isOpen ? [] : null;
    }
  }

  /** A place after all rows that are shown, even if the clock was set back. */
  nextOrder(): number {
    return Math.max(Date.now(), (this.shown().at(-1)?.order ?? 0) + 1);
  }

  /** Shows the stored rows of the current user. @returns those rows, or null if the user changed meanwhile */
  async restore(): Promise<readonly Row[] | null> {
    const userId = pendingOwner();
    const found = userId === null ? [] : await this.of(userId);
    if (userId !== pendingOwner()) return null;
    this.view.replaced(found);
    return found;
  }

  /** The storage. Rejects while the browser takes too long to open it, so that rows are sent without. */
  private opened(): Promise<RowStorage<Row>> {
    return Promise.race([this.storage, this.late]);
  }

  /** Removes what this page, or an earlier one, could not. */
  private repeatRemovals(): void {
    for (const [id, row] of this.journal.entries())
      if (row === null) {
        this.finished.add(id);
        void this.remove(id);
      }
  }

  private async remove(id: string): Promise<void> {
    try {
      await (await this.opened()).remove(id);
      if (this.finished.has(id)) this.journal.confirmed(id);
    } catch {
      console.warn('pending row not removed from the storage');
    }
  }

  private async storedOf(userId: string): Promise<readonly Row[]> {
    try {
      const rows = await (await this.opened()).of(userId);
      for (const row of rows) this.mayBeStored.add(this.idOf(row));
      return rows;
    } catch {
      console.warn('pending rows not readable');
      return this.shown();
    }
  }
}
