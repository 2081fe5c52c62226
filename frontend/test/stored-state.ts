import { openDB } from 'idb';

type Failing = 'open' | 'get' | 'put' | 'delete' | 'clear' | 'getAllKeys';

/** The database of what is kept, behind the back of the code that uses it. */
export const stored = {
  /** The stored state byte for byte, as text. */
  async bytes(): Promise<string> {
    const database = await openDB('duet-kept');
    const row: unknown = database.objectStoreNames.contains('rows') ? await database.get('rows', 'state') : undefined;
    database.close();
    const bytes: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'bytes') : undefined;
    return bytes === undefined ? '' : Buffer.from(bytes as ArrayBuffer).toString('latin1');
  },

  /** Another tab is the one that writes now. */
  async becomeAnothersTab(): Promise<void> {
    const database = await openDB('duet-kept');
    await database.put('rows', 'another tab', 'holder');
    database.close();
  },

  /** Makes the browser's storage fail at one call. */
  failAt(name: Failing): { restore: () => void } {
    const fail = (): never => {
      throw new DOMException('the disk is full', 'QuotaExceededError');
    };
    const spy =
      name === 'open'
        ? jest.spyOn(indexedDB, 'open').mockImplementation(fail)
        : jest.spyOn(IDBObjectStore.prototype, name).mockImplementation(fail);
    return { restore: () => spy.mockRestore() };
  },
};
