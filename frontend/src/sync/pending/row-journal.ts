import * as v from 'valibot';
import { storedJson, storedKeys } from '../../platform/storage/stored.js';

/**
 * The changes of rows that IndexedDB has not confirmed. They are stored at once, so that they outlive a page that closes, and a
 * database that fails.
 */
export interface RowJournal<Row> {
  /** @param row as it is to be stored; null for one that is to be removed @returns whether it is noted */
  note: (id: string, row: Row | null) => boolean;
  /** IndexedDB has the last change of this row. */
  confirmed: (id: string) => void;
  /** By id, as in `note`. */
  entries: () => Map<string, Row | null>;
}

const REMOVED = 'removed';

/** @param name of the queue @param readRow a stored row; null for anything that no build wrote */
export function createJournal<Row>(name: string, readRow: (row: unknown) => Row | null): RowJournal<Row> {
  const prefix = `${name} `;
  const entry = (id: string) => storedJson(prefix + id, v.unknown());
  return {
    note: (id, row) => entry(id).write(row ?? REMOVED),
    confirmed: (id) => void entry(id).remove(),
    entries() {
      const noted = new Map<string, Row | null>();
      for (const key of storedKeys(prefix)) {
        const id = key.slice(prefix.length);
        const found = entry(id).read();
        const row = readRow(found);
        if (row || found === REMOVED) noted.set(id, row);
      }
      return noted;
    },
  };
}
