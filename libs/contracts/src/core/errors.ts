import { PASSING_ERRORS } from './passing-errors.js';

/**
 * The table from error code to HTTP status and message. Programs match on the code, which never changes its meaning; people
 * read the message.
 */
export const ERRORS = {
  ...PASSING_ERRORS,
  VALIDATION_FAILED: { status: 400, message: 'Please check the highlighted fields' },
  BAD_REQUEST: { status: 400, message: 'The request could not be understood' },
  CANNOT_LINK_SELF: { status: 400, message: 'You cannot link with yourself' },
  OPTIONS_INVALID: { status: 400, message: 'Please give between two and six different choices' },
  HOLIDAY_INVALID: { status: 400, message: 'A holiday can last up to 30 days, from today' },
  SCHEDULE_IN_THE_PAST: { status: 400, message: 'Please choose a time in the future' },
  SCHEDULE_TOO_FAR: { status: 400, message: 'Please choose a time within a year' },
  FILES_MISSING: { status: 400, message: 'Please choose a file' },
  TOO_MANY_FILES: { status: 400, message: 'You can attach up to 5 files.' },
  CANNOT_BLOCK_SELF: { status: 400, message: 'You cannot block yourself' },
  TOKEN_INVALID: { status: 400, message: 'This link is invalid or has expired' },
  AVATAR_MISSING: { status: 400, message: 'Please choose a picture' },
  CODE_INVALID: { status: 403, message: 'This code is not correct or was used already' },
  ACCESS_DENIED: { status: 403, message: 'Access denied' },
  PASSKEY_INVALID: { status: 403, message: 'This passkey could not be verified. Please try again.' },
  PASSKEY_EXPIRED: { status: 403, message: 'This took too long or was done already. Please try again.' },
  PASSKEY_UNKNOWN: { status: 403, message: 'This passkey opens no account here. It may have been removed.' },
  NOT_YOURS: { status: 403, message: 'Only the one who added this can change it' },
  WRONG_PASSWORD: { status: 403, message: 'The password is not correct' },
  EMAIL_UNVERIFIED: { status: 403, message: 'Please verify your email address first' },
  NO_PARTNER: { status: 403, message: 'You need a linked partner for this' },
  PART_HIDDEN: { status: 403, message: 'This is switched off for the two of you' },
  NOT_FOUND: { status: 404, message: 'Resource not found' },
  USER_NOT_FOUND: { status: 404, message: 'User not found' },
  SESSION_NOT_FOUND: { status: 404, message: 'Session not found' },
  PASSKEY_NOT_FOUND: { status: 404, message: 'Passkey not found' },
  REQUEST_NOT_FOUND: { status: 404, message: 'Partner request not found' },
  INVITE_NOT_FOUND: { status: 404, message: 'This invite code is invalid or has expired' },
  MESSAGE_NOT_FOUND: { status: 404, message: 'Message not found' },
  QUESTION_NOT_FOUND: { status: 404, message: 'Question not found' },
  CONVERSATION_NOT_FOUND: { status: 404, message: 'Conversation not found' },
  EXCLUSION_NOT_FOUND: { status: 404, message: 'This is not hidden any more' },
  CAPSULE_NOT_FOUND: { status: 404, message: 'This capsule does not exist any more' },
  CONTRIBUTION_NOT_FOUND: { status: 404, message: 'This is not in the capsule any more' },
  COMMENT_NOT_FOUND: { status: 404, message: 'This comment does not exist any more' },
  CHALLENGE_NOT_FOUND: { status: 404, message: 'This challenge does not exist any more' },
  STEP_NOT_FOUND: { status: 404, message: 'This step does not exist any more' },
  TEMPLATE_NOT_FOUND: { status: 404, message: 'This template does not exist any more' },
  GOAL_NOT_FOUND: { status: 404, message: 'This goal does not exist any more' },
  STORY_NOT_FOUND: { status: 404, message: 'This story does not exist any more' },
  MILESTONE_NOT_FOUND: { status: 404, message: 'This milestone does not exist any more' },
  ENTRY_NOT_FOUND: { status: 404, message: 'This entry does not exist any more' },
  LIST_NOT_FOUND: { status: 404, message: 'This list does not exist any more' },
  ITEM_NOT_FOUND: { status: 404, message: 'This item does not exist any more' },
  WISH_NOT_FOUND: { status: 404, message: 'This wish does not exist any more' },
  DATE_NOT_FOUND: { status: 404, message: 'This date does not exist any more' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed' },
  EMAIL_TAKEN: { status: 409, message: 'This email is already registered' },
  USERNAME_TAKEN: { status: 409, message: 'This username is already taken' },
  ALREADY_LINKED: { status: 409, message: 'This user already has a partner' },
  SELF_ALREADY_LINKED: { status: 409, message: 'You already have a partner' },
  NOT_LINKED: { status: 409, message: 'You have no linked partner' },
  SECOND_FACTOR_ON: { status: 409, message: 'Two-factor sign-in is on already' },
  SECOND_FACTOR_OFF: { status: 409, message: 'Two-factor sign-in is not set up' },
  PASSKEY_TAKEN: { status: 409, message: 'This passkey is registered already' },
  TOO_MANY_PASSKEYS: { status: 409, message: 'You can have at most 10 passkeys' },
  PUSH_OFF: { status: 409, message: 'Notifications are not turned on for this device' },
  PUSH_UNAVAILABLE: { status: 409, message: 'This Duet cannot send notifications to devices' },
  MESSAGE_NOT_EDITABLE: { status: 409, message: 'Only the words of a message can be edited' },
  TOO_MANY_REACTIONS: { status: 409, message: 'You can react to a message with at most 20 emojis' },
  TOO_MANY_PINS: { status: 409, message: 'You can pin at most 50 messages' },
  TOO_MANY_EXCLUSIONS: { status: 409, message: 'You can hide at most 100 periods and 500 messages' },
  TOO_MANY_SCHEDULED: { status: 409, message: 'You can schedule at most 50 messages' },
  VERSION_CONFLICT: { status: 409, message: 'This has changed meanwhile. Please look at it again.' },
  QUESTION_REVEALED: { status: 409, message: 'Both of you have answered, so the answers stay as they are' },
  QUESTION_CLOSED: { status: 409, message: 'This question can no longer be answered or exchanged' },
  SWAP_USED: { status: 409, message: 'Today’s question has been exchanged already, or one of you has answered it' },
  TOO_MANY_QUESTIONS: { status: 409, message: 'Up to 20 of your questions can wait at a time' },
  CAPSULE_SEALED: { status: 409, message: 'This capsule is already sealed' },
  CAPSULE_STATE: { status: 409, message: 'This is not possible with this capsule now' },
  PARTNER_CONTENT: { status: 409, message: 'Your partner has added something too, so both of you need to agree' },
  TOO_MANY_CAPSULES: { status: 409, message: 'You can have at most 5,000 memories together' },
  TOO_MANY_CONTRIBUTIONS: { status: 409, message: 'This capsule is full' },
  DUPLICATE_FILE: { status: 409, message: 'This file is already in the capsule' },
  TOO_MANY_COMMENTS: { status: 409, message: 'This capsule has 500 comments, which is the most it can have' },
  CHALLENGE_STATE: { status: 409, message: 'This is not possible with this challenge now' },
  STEP_NOT_OPEN: { status: 409, message: 'This step is not open yet' },
  ALREADY_DONE: { status: 409, message: 'This is done already' },
  TOO_MANY_CHALLENGES: { status: 409, message: 'You can have at most 5,000 challenges together' },
  TOO_MANY_TEMPLATES: { status: 409, message: 'You can have at most 20 templates of your own together' },
  GOAL_STATE: { status: 409, message: 'This is not possible with this goal now' },
  TOO_MANY_GOALS: { status: 409, message: 'You can have at most 1,000 goals together' },
  TOO_MANY_ENTRIES: { status: 409, message: 'This goal has 2,000 entries, which is the most it can have' },
  STORY_STATE: { status: 409, message: 'This is not possible with this story now' },
  TOO_MANY_STORIES: { status: 409, message: 'You have started 500 stories, which is the most that Duet stores' },
  TOO_MANY_LISTS: { status: 409, message: 'You can have at most 100 lists together' },
  TOO_MANY_ITEMS: { status: 409, message: 'This list has 500 items, which is the most it can have' },
  NOTHING_TO_PICK: { status: 409, message: 'There is nothing open in this list' },
  WISH_STATE: { status: 409, message: 'This is not possible with this wish now' },
  NOT_ENOUGH_POINTS: { status: 409, message: 'You do not have enough points together yet' },
  TOO_MANY_WISHES: { status: 409, message: 'You can have at most 200 open wishes together' },
  TOO_MANY_DATES: { status: 409, message: 'You can keep at most 100 dates' },
  TOO_MANY_REQUESTS_OPEN: { status: 409, message: 'You can have at most 10 open partner requests' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large' },
  FILE_TOO_LARGE: { status: 413, message: 'This file is too large. Maximum size is 10MB.' },
  QUOTA_EXCEEDED: {
    status: 413,
    message: 'Your shared space is full. Delete some photos, videos or files to make room.',
  },
  VOICE_TOO_LONG: { status: 413, message: 'A voice note can be at most 10 minutes long' },
  AVATAR_TOO_LARGE: { status: 413, message: 'This picture is too large. Maximum size is 5MB.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This content type is not supported' },
  AVATAR_TYPE_UNSUPPORTED: { status: 415, message: 'Please choose a PNG, JPEG or WebP picture' },
  FILE_TYPE_UNSUPPORTED: { status: 415, message: 'This type of file cannot be sent' },
  FILE_UNREADABLE: { status: 422, message: 'This file could not be read. It may be damaged; please choose another.' },
  IMAGE_TOO_MANY_PIXELS: { status: 422, message: 'This picture has too many pixels. Maximum is 40 megapixels.' },
  AVATAR_UNREADABLE: {
    status: 422,
    message: 'This picture could not be read. It may be damaged; please choose another.',
  },
  AVATAR_TOO_MANY_PIXELS: { status: 422, message: 'This picture has too many pixels. Maximum is 40 megapixels.' },
  IDEMPOTENCY_MISMATCH: { status: 422, message: 'This message id was already used for another message' },
  CAPSULE_LOCKED: { status: 423, message: 'This capsule is still sealed' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The code of a sentence about a field, from its name in `TEXTS` or `FIELD_TEXTS`: `passwordTooShort` is `PASSWORD_TOO_SHORT`. */
export const fieldCode = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();

/** A validation error, which the form shows beside its field. */
export interface FieldError {
  field: string;
  /** Names the sentence, so that a client can say it in its own language; it never changes its meaning. */
  code: string;
  /** The numbers in the sentence, such as `max`. */
  params?: ErrorParams;
  /** The sentence in English. */
  message: string;
}

/** Values of a sentence. */
export type ErrorParams = Record<string, string | number>;

/** The body of every answer that is not 2xx. */
export interface ErrorBody {
  success: false;
  code: ErrorCode;
  /** The sentence of the code, in English. */
  message: string;
  /** The values in the sentence: `name` for FILE_TOO_LARGE; `at` and `timeZone` for CAPSULE_LOCKED. */
  params?: ErrorParams;
  errors?: FieldError[];
  /** The current state, for VERSION_CONFLICT; `{contributionId}`, for DUPLICATE_FILE. */
  current?: unknown;
  requestId: string;
}

/** A failed call on the bus. `retryAfter` is in seconds; `current` is the current state, for VERSION_CONFLICT. */
export interface RpcFailure {
  code: ErrorCode;
  message?: string;
  params?: ErrorParams;
  errors?: FieldError[];
  retryAfter?: number;
  current?: unknown;
}

/** Returns whether a value is a code of `ERRORS`. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}
