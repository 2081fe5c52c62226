import * as v from 'valibot';
import { storedJson, storedKeys } from '../../platform/storage/stored.js';

const REMOVED = 'removed';

/**
 * The changes of rows that IndexedDB has not confirmed. They are stored at once, so that they outlive a page that closes, and a
 * database that fails.
 */
export class RowJournal<Row> {
  /** @param name of the queue @param readRow a stored row; null for anything that no build wrote */
  constructor(
    private readonly name: string,
    private readonly readRow: (row: unknown) => Row | null,
  ) {}

  /** @param row as it is to be stored; null for one that is to be removed @returns whether it is noted */
  note(id: string, row: Row | null): boolean {
    return this.entry(this.keyOf(id)).write(row ?? REMOVED);
  }

  /** IndexedDB has the last change of this row. */
  confirmed(id: string): void {
    this.entry(this.keyOf(id)).remove();
  }

  /** By id, as in `note`. */
  entries(): Map<string, Row | null> {
    const entries = new Map<string, Row | null>();
    for (const key of storedKeys(this.keyOf(''))) {
      const noted = this.entry(key).read();
      const row = this.readRow(noted);
      if (row !== null || noted === REMOVED) entries.set(key.slice(this.keyOf('').length), row);
    }
    return entries;
  }

  private keyOf(id: string): string {
    return `${this.name} ${id}`;
  }

  private entry(key: string) {
    return storedJson(key, v.unknown());
  }
}
