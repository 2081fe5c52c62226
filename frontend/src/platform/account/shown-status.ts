import type { UserStatus } from '@duet/contracts';
import * as v from 'valibot';
import { storedText } from '../storage/stored.js';

const storage = storedText('duet-status', v.picklist(['online', 'away']));

/** Whether this user shows as online. Stored, because the socket connects before the settings are loaded. */
export const shownStatus = (): UserStatus => storage.read() ?? 'online';

/** @returns whether the status changed. Where it cannot be stored, each page sends it again. */
export function storeStatus(status: UserStatus): boolean {
  const isNew = shownStatus() !== status;
  storage.write(status);
  return isNew;
}
