import type { UserStatus } from '@duet/contracts';

const STORED = 'duet-status';

/** Whether this person shows as online. Kept here, because the first connection is there before the settings are. */
export function shownStatus(): UserStatus {
  try {
    return localStorage.getItem(STORED) === 'away' ? 'away' : 'online';
  } catch {
    return 'online';
  }
}

/** @returns whether that is news. */
export function keepStatus(status: UserStatus): boolean {
  const isNew = shownStatus() !== status;
  try {
    localStorage.setItem(STORED, status);
  } catch {
    // Then each page says it anew as soon as it knows the settings.
  }
  return isNew;
}
