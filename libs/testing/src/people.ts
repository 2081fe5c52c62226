import { randomBytes } from 'node:crypto';
import type { PersonSnapshot, RegisterDto } from '@duet/contracts';
import { v7 as uuid } from 'uuid';

/** A valid password that is not a common one. */
export const PASSWORD = 'Tango7Blue-Lamp';

/** Builds the input of a registration, unique for each call. */
export function aUser(given: Partial<RegisterDto> = {}): RegisterDto {
  const unique = randomBytes(6).toString('hex');
  return {
    firstName: 'Ada',
    lastName: 'Byron',
    username: `ada_${unique}`,
    email: `ada.${unique}@example.org`,
    password: PASSWORD,
    ...given,
  };
}

const OPEN = {
  findable: 'everyone',
  readReceipts: true,
  typing: true,
  online: true,
  lastSeen: true,
  linkPreviews: true,
  disappearingDefault: null,
  unlisted: [],
  dailyQuestionTime: '19:00',
  hiddenParts: [],
} satisfies Partial<PersonSnapshot>;

/** Builds the snapshot that other services have of a person, unique for each call. */
export function aPerson(given: Partial<PersonSnapshot> = {}): PersonSnapshot {
  const { firstName, lastName, username, email } = aUser();
  return { _id: uuid(), firstName, lastName, username, email, avatar: null, ...OPEN, version: 1, ...given };
}
