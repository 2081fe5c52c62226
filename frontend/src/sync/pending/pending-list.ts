import { pendingOwner } from './current-user.js';
import type { RowStorage } from './row-storage.js';

/** The display of pending rows. */
export interface RowView<Row> {
  rows: () => readonly Row[];
  put: (row: Row) => void;
  removed: (id: string) => void;
  replaced: (rows: Row[]) => void;
}

/**
 * The pending rows of this browser, messages or files of albums: the stored ones, and those that only this page has,
 * because they are not written yet or the browser refused to store them.
 */
export class PendingList<Row extends { userId: string; order: number }> {
  private readonly unstored = new Set<string>();
  /** Bytes that are in this page's memory only. */
  private readonly unstoredBytes = new Map<string, readonly Blob[]>();
  /** Sent or discarded here. A storage that fails to delete a message must not bring it back. */
  private readonly finished = new Set<string>();

  /** @param changed makes the other tabs read the storage again */
  constructor(
    private readonly idOf: (row: Row) => string,
    private readonly view: RowView<Row>,
    private readonly storage: Promise<RowStorage<Row>>,
    private readonly changed: () => void,
  ) {}

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
    this.unstored.add(id);
    this.view.put(row);
    try {
      await (await this.storage).put(row, this.unstoredBytes.get(id));
    } catch {
      console.warn('pending row not stored: it lasts as long as this page');
      return;
    }
    this.unstored.delete(id);
    this.unstoredBytes.delete(id);
    this.changed();
  }

  /** Frees the bytes of a row that was sent and stays in the list. */
  async dropBytes(id: string): Promise<void> {
    this.unstoredBytes.delete(id);
    await (await this.storage).dropBytes(id).catch(() => undefined);
  }

  async forget(id: string): Promise<void> {
    this.finished.add(id);
    this.unstored.delete(id);
    this.unstoredBytes.delete(id);
    this.view.removed(id);
    try {
      await (await this.storage).remove(id);
    } catch {
      // A later page sends it once more, and the server answers with what has this id.
      console.warn('pending row not removed from the storage');
    }
    this.changed();
  }

  async forgetAllOf(userId: string): Promise<void> {
    await Promise.all((await this.of(userId)).map((row) => this.forget(this.idOf(row))));
  }

  /** All pending rows of this user. */
  async of(userId: string): Promise<Row[]> {
    const stored = await this.read(userId);
    return [
      ...stored.filter((row) => !this.unstored.has(this.idOf(row)) && !this.finished.has(this.idOf(row))),
      ...this.shown().filter((row) => this.unstored.has(this.idOf(row)) && row.userId === userId),
    ];
  }

  async bytesOf(id: string): Promise<readonly Blob[]> {
    return this.unstoredBytes.get(id) ?? (await (await this.storage).bytesOf(id).catch(() => []));
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

  private async read(userId: string): Promise<readonly Row[]> {
    try {
      return await (await this.storage).of(userId);
    } catch {
      console.warn('pending rows not readable: this page continues with those that it shows');
      return this.shown().filter((row) => row.userId === userId);
    }
  }
}
