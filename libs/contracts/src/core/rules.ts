import { LIMITS } from './limits.js';
import { canonicalEmoji } from '../messaging/emoji.js';
import { TEXTS } from './texts.js';

/**
 * A rule takes any value and answers the first sentence it breaks, or null. The server's DTOs and the browser's
 * forms run the same functions, so both sides cannot disagree.
 */
export type Rule = (value: unknown) => string | null;

/** Characters as a person counts them: code points after trimming, not UTF-16 units. */
const lengthOf = (value: string): number => [...value].length;

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Characters that only steer others: joiners, marks of direction, spaces without width. Nobody's name is made of them alone. */
const UNSEEN = /\p{Cf}/gu;

const name =
  (required: string, tooShort: string, tooLong: string): Rule =>
  (value) => {
    const text = asText(value).trim();
    const seen = text.replaceAll(UNSEEN, '').trim();
    if (seen === '') return required;
    if (lengthOf(seen) < LIMITS.nameMinLength) return tooShort;
    return lengthOf(text) > LIMITS.nameMaxLength ? tooLong : null;
  };

/** The parts of the password rule that a register form shows live, in order. */
export const PASSWORD_CHECKS = [
  { id: 'length', label: 'At least 6 characters', passes: (p: string) => lengthOf(p) >= LIMITS.passwordMinLength },
  { id: 'lower', label: 'A lowercase letter', passes: (p: string) => /\p{Ll}/u.test(p) },
  { id: 'upper', label: 'An uppercase letter', passes: (p: string) => /\p{Lu}/u.test(p) },
  { id: 'digit', label: 'A number', passes: (p: string) => /\d/.test(p) },
] as const;

/** A day that the calendar has, as YYYY-MM-DD, in a time of ours. */
function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/** A non-blank text of at most `max` code points. */
const text =
  (max: number, required: string | null, tooLong: string): Rule =>
  (value) => {
    if (typeof value !== 'string' || value.trim() === '') return required;
    return lengthOf(value) > max ? tooLong : null;
  };

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
  /** No password is longer than this, and hashing an endless one would be a way to keep the server busy. */
  passwordGiven: (value) => {
    const text = asText(value);
    if (text === '') return TEXTS.passwordRequired;
    return text.length > 2 * LIMITS.passwordMaxLength || lengthOf(text) > LIMITS.passwordMaxLength ? TEXTS.passwordTooLong : null;
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
  calendarDate: (value) => (isDay(asText(value)) ? null : TEXTS.dateInvalid),
  nickname: text(LIMITS.nicknameLength, null, TEXTS.nicknameTooLong),
  messageContent: text(LIMITS.messageLength, TEXTS.contentRequired, TEXTS.contentTooLong),
  dailyAnswer: text(LIMITS.dailyAnswerLength, null, TEXTS.dailyAnswerTooLong),
  questionText: text(LIMITS.questionLength, TEXTS.questionRequired, TEXTS.questionTooLong),
} as const satisfies Record<string, Rule>;

/** The confirmation's rule depends on the password beside it. */
export function confirmPasswordRule(password: unknown): Rule {
  return (value) => {
    if (asText(value) === '') return TEXTS.confirmRequired;
    return value === password ? null : TEXTS.confirmMismatch;
  };
}

/** A period's last day depends on its first. */
export function lastDayRule(first: unknown): Rule {
  return (value) => rules.day(value) ?? (asText(value) < asText(first) ? TEXTS.periodReversed : null);
}
