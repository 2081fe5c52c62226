import { LIMITS } from './limits.js';
import { canonicalEmoji } from './emoji.js';
import { TEXTS } from './texts.js';

/**
 * A rule takes any value and returns its first error message, or null for a valid value. The server's DTOs and the
 * browser's forms use the same rules.
 */
export type Rule = (value: unknown) => string | null;

/** The length in code points, not in UTF-16 units. */
const lengthOf = (value: string): number => [...value].length;

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Anything of the form something@something: the mailed link proves whether the address receives mail. Mail programs drop
 * invisible characters and angle brackets, so that an address with them would be another spelling of one without.
 */
const EMAIL = /^[^\s@<>\p{Cc}\p{Cf}\p{DI}]+@[^\s@<>\p{Cc}\p{Cf}\p{DI}]+$/u;

/** Invisible characters: controls, joiners, direction marks, zero-width spaces, fillers. A name needs others too. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{DI}]/gu;

const name =
  (required: string, tooShort: string, tooLong: string): Rule =>
  (value) => {
    const text = asText(value).normalize('NFC').trim();
    const seen = text.replaceAll(UNSEEN, '').trim();
    if (seen === '') return required;
    if (lengthOf(seen) < LIMITS.nameMinLength) return tooShort;
    return lengthOf(text) > LIMITS.nameMaxLength ? tooLong : null;
  };

/** The parts of the password rule, in the order in which the register form shows them. */
export const PASSWORD_CHECKS = [
  { id: 'length', label: 'At least 6 characters', passes: (p: string) => lengthOf(p) >= LIMITS.passwordMinLength },
  { id: 'lower', label: 'A lowercase letter', passes: (p: string) => /\p{Ll}/u.test(p) },
  { id: 'upper', label: 'An uppercase letter', passes: (p: string) => /\p{Lu}/u.test(p) },
  { id: 'digit', label: 'A number', passes: (p: string) => /\d/.test(p) },
] as const;

/** Returns whether a text is an existing day, as YYYY-MM-DD, from 1900 to 2199. */
function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/** A rule for a text of at most `max` code points. `required` is the message for a blank text; null allows it. */
const text =
  (max: number, required: string | null, tooLong: string): Rule =>
  (value) => {
    if (typeof value !== 'string' || value.trim() === '') return required;
    return lengthOf(value) > max ? tooLong : null;
  };

/** The validation rules by field. */
export const rules = {
  firstName: name(TEXTS.firstNameRequired, TEXTS.firstNameTooShort, TEXTS.firstNameTooLong),
  lastName: name(TEXTS.lastNameRequired, TEXTS.lastNameTooShort, TEXTS.lastNameTooLong),
  username: (value) => {
    const text = asText(value).trim();
    if (text === '') return TEXTS.usernameRequired;
    if (text.length < LIMITS.usernameMinLength) return TEXTS.usernameTooShort;
    if (text.length > LIMITS.usernameMaxLength) return TEXTS.usernameTooLong;
    return /^[A-Za-z0-9_]+$/.test(text) ? null : TEXTS.usernameCharacters;
  },
  email: (value) => {
    const text = asText(value).trim();
    if (text === '') return TEXTS.emailRequired;
    if (text.length > LIMITS.emailMaxLength) return TEXTS.emailTooLong;
    return EMAIL.test(text) ? null : TEXTS.emailInvalid;
  },
  /** Limits the length, because hashing a very long password would keep the server busy. */
  passwordGiven: (value) => {
    const text = asText(value);
    if (text === '') return TEXTS.passwordRequired;
    return text.length > 2 * LIMITS.passwordMaxLength || lengthOf(text) > LIMITS.passwordMaxLength
      ? TEXTS.passwordTooLong
      : null;
  },
  newPassword: (value) => {
    const text = asText(value);
    if (text === '') return TEXTS.passwordRequired;
    if (lengthOf(text) < LIMITS.passwordMinLength) return TEXTS.passwordTooShort;
    if (lengthOf(text) > LIMITS.passwordMaxLength) return TEXTS.passwordTooLong;
    return PASSWORD_CHECKS.every((check) => check.passes(text)) ? null : TEXTS.passwordMix;
  },
  bio: text(LIMITS.bioLength, null, TEXTS.bioTooLong),
  passkeyName: text(LIMITS.passkeyNameLength, TEXTS.passkeyNameRequired, TEXTS.passkeyNameTooLong),
  requestMessage: text(LIMITS.requestMessageLength, null, TEXTS.requestMessageTooLong),
  emoji: (value) => (canonicalEmoji(asText(value)) === null ? TEXTS.emojiInvalid : null),
  day: (value) => (isDay(asText(value)) ? null : TEXTS.dayInvalid),
  dateTitle: text(LIMITS.dateTitleLength, TEXTS.dateTitleRequired, TEXTS.dateTitleTooLong),
  stepTitle: text(LIMITS.stepTitleLength, TEXTS.stepTitleRequired, TEXTS.stepTitleTooLong),
  listItem: text(LIMITS.stepTitleLength, TEXTS.listItemRequired, TEXTS.listItemTooLong),
  calendarDate: (value) => (isDay(asText(value)) ? null : TEXTS.dateInvalid),
  nickname: text(LIMITS.nicknameLength, null, TEXTS.nicknameTooLong),
  moodNote: text(LIMITS.moodNoteLength, null, TEXTS.moodNoteTooLong),
  reportText: text(LIMITS.reportTextLength, null, TEXTS.reportTextTooLong),
  messageContent: text(LIMITS.messageLength, TEXTS.contentRequired, TEXTS.contentTooLong),
  caption: text(LIMITS.messageLength, null, TEXTS.contentTooLong),
  dailyAnswer: text(LIMITS.dailyAnswerLength, null, TEXTS.dailyAnswerTooLong),
  questionText: text(LIMITS.questionLength, TEXTS.questionRequired, TEXTS.questionTooLong),
} as const satisfies Record<string, Rule>;

/** The rule of the password confirmation. @param password the password beside it */
export function confirmPasswordRule(password: unknown): Rule {
  return (value) => {
    if (asText(value) === '') return TEXTS.confirmRequired;
    return value === password ? null : TEXTS.confirmMismatch;
  };
}

/** The rule of a period's last day. @param first its first day */
export function lastDayRule(first: unknown): Rule {
  return (value) => rules.day(value) ?? (asText(value) < asText(first) ? TEXTS.periodReversed : null);
}
