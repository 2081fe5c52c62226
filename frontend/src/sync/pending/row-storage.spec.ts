import 'fake-indexeddb/auto';
import { openRows } from './row-storage.js';

interface Row {
  id: string;
  userId: string;
}

const open = () =>
  openRows<Row>({ database: 'rows', store: 'rows', key: 'id', idOf: ({ id }) => id, read: (row) => row as Row });
const row = (id: string): Row => ({ id, userId: 'ada' });
const idsOf = (rows: Row[]): string[] => rows.map(({ id }) => id);

afterEach(() => jest.restoreAllMocks());

describe('rows whose connection the browser has closed', () => {
  it('are stored over a new one, so that the next page finds them', async () => {
    const storage = await open();
    const transactions = jest.spyOn(IDBDatabase.prototype, 'transaction');
    await storage.put(row('1'));
    for (const database of transactions.mock.contexts) database.close();
    await Promise.all([storage.put(row('2')), storage.put(row('3'))]);
    expect(idsOf(await (await open()).of('ada'))).toEqual(['1', '2', '3']);
    await Promise.all(['1', '2', '3'].map((id) => storage.remove(id)));
    expect(await storage.of('ada')).toEqual([]);
  });

  it.each([
    ['UnknownError', 2],
    ['QuotaExceededError', 1],
  ])('are tried again only for it: %s, attempts: %i', async (name, attempts) => {
    const storage = await open();
    const put = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('it failed', name);
    });
    await expect(storage.put(row('4'))).rejects.toThrow('it failed');
    expect(put).toHaveBeenCalledTimes(attempts);
  });
});
