import { type PartnerView, type PersonSnapshot, type PersonView, wholePerson } from '@duet/contracts';
import type { Person } from './person.entity.js';
import { emailKey, searchKey } from './search-key.js';

/** A person's visible fields, live or remembered. */
export type VisiblePerson = Pick<Person, 'id' | 'firstName' | 'lastName' | 'username' | 'avatar'>;

/** A person as everybody may see them. */
export function personView(person: VisiblePerson): PersonView {
  return {
    _id: person.id,
    id: person.id,
    firstName: person.firstName,
    lastName: person.lastName,
    fullName: `${person.firstName} ${person.lastName}`,
    username: person.username,
    avatar: person.avatar,
  };
}

/** The fields that a partner sees. */
export type ShownPartner = VisiblePerson & Pick<Person, 'email'>;

/** A person as their partner sees them. */
export function partnerView(person: ShownPartner): PartnerView {
  return { ...personView(person), email: person.email };
}

export function personSnapshot(person: Person): PersonSnapshot {
  return {
    _id: person.id,
    firstName: person.firstName,
    lastName: person.lastName,
    username: person.username,
    email: person.email,
    avatar: person.avatar,
    findable: person.findable,
    readReceipts: person.readReceipts,
    typing: person.typing,
    online: person.online,
    lastSeen: person.lastSeen,
    linkPreviews: person.linkPreviews,
    disappearingDefault: person.disappearingDefault,
    unlisted: person.unlisted,
    dailyQuestionTime: person.dailyQuestionTime,
    hiddenParts: person.hiddenParts,
    version: person.version,
  };
}

/** The row of an account's event. */
export function personFrom(person: PersonSnapshot): Person {
  const {
    _id: id,
    version,
    firstName,
    lastName,
    username,
    email,
    avatar,
    findable,
    readReceipts,
    typing,
    online,
    lastSeen,
    linkPreviews,
    disappearingDefault,
    unlisted,
    dailyQuestionTime,
    hiddenParts,
  } = wholePerson(person);
  return {
    id,
    version,
    firstName,
    lastName,
    username,
    email,
    avatar,
    findable,
    readReceipts,
    typing,
    online,
    lastSeen,
    linkPreviews,
    disappearingDefault,
    unlisted,
    dailyQuestionTime,
    hiddenParts,
    usernameKey: searchKey(username),
    firstNameKey: searchKey(firstName),
    lastNameKey: searchKey(lastName),
    fullNameKey: searchKey(`${firstName} ${lastName}`),
    emailKey: emailKey(email),
  };
}
