import { randomBytes } from 'node:crypto';
import type { PersonFact, RegisterDto } from '@duet/contracts';
import { v7 as uuid } from 'uuid';

/** Follows every rule and stands in no list of common passwords. */
export const PASSWORD = 'Tango7Blue-Lamp';

/** What somebody types into the register form; no two of them are the same person. */
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

const OPEN = { findable: 'everyone', readReceipts: true, typing: true, online: true, linkPreviews: true, disappearingDefault: null, unlisted: [], dailyQuestionTime: '19:00' } satisfies Partial<PersonFact>;

/** What other services know of somebody. */
export function aPerson(given: Partial<PersonFact> = {}): PersonFact {
  const { firstName, lastName, username, email } = aUser();
  return { _id: uuid(), firstName, lastName, username, email, avatar: null, ...OPEN, version: 1, ...given };
}
