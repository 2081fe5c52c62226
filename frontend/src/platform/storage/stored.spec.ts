import * as v from 'valibot';
import { removeStoredByPrefix, storedJson } from './stored.js';
import { storedObservable } from './stored-observable.js';
import { validItems } from '../../schemas/valid-items.js';

beforeEach(() => localStorage.clear());
afterEach(() => jest.restoreAllMocks());

const refuseStorage = (): void => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
};

describe('storedJson', () => {
  it('reads a written value, and null for a damaged one', () => {
    const storage = storedJson('key', v.number());
    expect(storage.write(1.5)).toBe(true);
    expect([localStorage.getItem('key'), storage.read()]).toEqual(['1.5', 1.5]);
    for (const damaged of ['"text"', '{', '']) {
      localStorage.setItem('key', damaged);
      expect(storage.read()).toBeNull();
    }
  });

  it('leaves damaged items out of a list', () => {
    localStorage.setItem('list', JSON.stringify(['a', 1, null, 'b']));
    expect(storedJson('list', validItems(v.string())).read()).toEqual(['a', 'b']);
  });
});

describe('removeStoredByPrefix', () => {
  it('removes matching keys only', () => {
    for (const key of ['draft 1', 'draft 2', 'other']) localStorage.setItem(key, 'x');
    expect(removeStoredByPrefix('draft ')).toBe(true);
    expect(Object.keys(localStorage)).toEqual(['other']);
  });
});

describe('storedObservable', () => {
  it('starts with the stored value and adopts the value that another tab stores', () => {
    localStorage.setItem('key', '2');
    const value = storedObservable(storedJson('key', v.number()), 1);
    const changes: number[] = [];
    value.subscribe(() => changes.push(value.get()));
    expect(value.get()).toBe(2);
    localStorage.setItem('key', '3');
    value.reread();
    localStorage.removeItem('key');
    value.reread();
    expect(changes).toEqual([3, 1]);
  });

  it('keeps the value until the page closes if the browser refuses storage', () => {
    refuseStorage();
    const value = storedObservable(storedJson('key', v.number()), 1);
    expect(value.set(2)).toBe(false);
    expect(value.get()).toBe(2);
  });
});
