import * as v from 'valibot';
import { createObservable, useObservable } from '../../observable/observable.js';
import { session } from '../../platform/session/session.js';
import { type Stored, storedJson } from '../../platform/storage/stored.js';
import { validItems } from '../../schemas/valid-items.js';

/**
 * A user's last choices in this browser, the newest first. If the browser refuses storage, only this page remembers them.
 * @param name the name in the storage, where each user has their own
 * @param before offered before the user has chosen any
 */
export function createRecentChoices(name: string, max: number, before: readonly string[]) {
  const storageOf = (userId: string | undefined): Stored<readonly string[]> =>
    storedJson(`${name} ${userId ?? ''}`, validItems(v.string()));
  let owner = session.get().user?._id;
  const recent = createObservable(storageOf(owner).read() ?? before);
  session.subscribe(() => {
    const userId = session.get().user?._id;
    if (userId === owner) return;
    owner = userId;
    recent.set(storageOf(owner).read() ?? before);
  });
  return {
    useRecent: (): readonly string[] => useObservable(recent),
    remember: (chosen: string): void => {
      const next = [chosen, ...recent.get().filter((one) => one !== chosen)].slice(0, max);
      storageOf(owner).write(next);
      recent.set(next);
    },
  };
}
