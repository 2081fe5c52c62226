import type { Limit } from '../limits/rate-limits.js';

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/** All password sign-ins of one address. */
export const LOGIN: Limit = { name: 'login', failClosed: true, rates: [{ by: 'ip', points: 300, seconds: QUARTER }] };

/** Unknown browsers: few tries per address and account, more per account over all addresses. */
export const LOGIN_STRANGER: Limit = {
  name: 'login-stranger',
  failClosed: true,
  rates: [
    { by: 'ip+field:email', points: 10, seconds: QUARTER },
    { by: 'field:email', points: 100, seconds: HOUR },
  ],
};

/**
 * A browser that has signed in before has its own counter: strangers who use up the account's tries do not lock it out. Its
 * token changes with each sign-in to any account, so all recognised browsers of the account share a second counter.
 */
export const LOGIN_DEVICE: Limit = {
  name: 'login-device',
  failClosed: true,
  rates: [
    { by: 'device+field:email', points: 10, seconds: HOUR },
    { by: 'field:email', points: 100, seconds: HOUR },
  ],
};

/** More wrong passwords than an owner would type, from whatever browser. Beyond it the owner gets a mail. */
export const LOGIN_ALARM: Limit = {
  name: 'login-alarm',
  rates: [{ by: 'field:email', points: 20, seconds: 24 * HOUR }],
};

/** Registration reveals whether an e-mail address is taken, so it is limited. */
export const REGISTER: Limit = { name: 'register', rates: [{ by: 'ip', points: 60, seconds: 10 * MINUTE }] };

/** A browser refreshes every quarter of an hour; a whole office may share one address. */
export const REFRESH: Limit = { name: 'refresh', rates: [{ by: 'ip', points: 600, seconds: MINUTE }] };

/** A profile change reveals whether a username is taken; the limit slows down trying lists of names. */
export const UPDATE_PROFILE: Limit = {
  name: 'update-profile',
  rates: [
    { by: 'user', points: 30, seconds: HOUR },
    { by: 'ip', points: 300, seconds: HOUR },
  ],
};

/** Calls that ask a signed-in user for the password. */
export const PROVE_PASSWORD: Limit = {
  name: 'prove-password',
  failClosed: true,
  rates: [{ by: 'user', points: 10, seconds: QUARTER }],
};

/** Six-digit codes that a signed-in user enters while setting up a second factor. */
export const PROVE_CODE: Limit = {
  name: 'prove-code',
  failClosed: true,
  rates: [{ by: 'user', points: 20, seconds: QUARTER }],
};

/** A signature cannot be guessed; the limit bounds the work of verifying a flood of them. */
export const PASSKEY_LOGIN: Limit = {
  name: 'passkey-login',
  failClosed: true,
  rates: [{ by: 'ip', points: 300, seconds: QUARTER }],
};

/** A sign-in page asks when it opens, and again while it stays open. */
export const ASK_PASSKEY: Limit = { name: 'ask-passkey', rates: [{ by: 'ip', points: 600, seconds: QUARTER }] };

/** The app lock may ask each time the app is opened. */
export const CONFIRM_PASSKEY: Limit = {
  name: 'confirm-passkey',
  rates: [{ by: 'user', points: 200, seconds: QUARTER }],
};

/** Reveals whether an e-mail address is taken, and sends mail to it and to the current one, which may be unproved too. */
export const CHANGE_EMAIL: Limit = {
  name: 'change-email',
  failClosed: true,
  rates: [
    { by: 'user', points: 10, seconds: HOUR },
    { by: 'field:email', points: 5, seconds: HOUR },
  ],
};

/** Anyone can have a mail sent to any address, so the limit bounds unwanted mails. */
export const FORGOT_PASSWORD: Limit = {
  name: 'forgot-password',
  rates: [
    { by: 'ip', points: 30, seconds: HOUR },
    { by: 'field:email', points: 5, seconds: HOUR },
  ],
};

export const LOSE_SECOND_FACTOR: Limit = {
  name: 'lose-second-factor',
  rates: [
    { by: 'ip', points: 30, seconds: HOUR },
    { by: 'field:email', points: 5, seconds: HOUR },
  ],
};

/** A call of a session may name no address: the mail goes to the one of the account, which may be somebody else's. */
export const RESEND_VERIFICATION: Limit = {
  name: 'resend-verification',
  rates: [
    { by: 'ip', points: 30, seconds: HOUR },
    { by: 'user', points: 5, seconds: HOUR },
    { by: 'field:email', points: 5, seconds: HOUR },
  ],
};

/** Links carry 256 random bits and cannot be guessed; the limit bounds the work of hashing a flood of them. */
export const REDEEM_LINK: Limit = { name: 'redeem-link', rates: [{ by: 'ip', points: 60, seconds: QUARTER }] };

/** The servers of one mail provider may send the clicks of many people. */
export const UNSUBSCRIBE: Limit = { name: 'unsubscribe', rates: [{ by: 'ip', points: 600, seconds: QUARTER }] };
