import type { Limit } from '../limits/rate-limits.js';

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/** Guessing must cost an attacker time without locking the owner out: few tries per address and account, many per account. */
export const LOGIN: Limit = {
  name: 'login',
  failClosed: true,
  rates: [
    { by: 'ip', points: 300, seconds: QUARTER },
    { by: 'ip+field:email', points: 10, seconds: QUARTER },
    { by: 'field:email', points: 100, seconds: HOUR },
  ],
};

/** Register has to say that an address is taken; how often it says so is limited. */
export const REGISTER: Limit = { name: 'register', rates: [{ by: 'ip', points: 60, seconds: 10 * MINUTE }] };

/** A browser refreshes once in a quarter of an hour; a whole office may share an address. */
export const REFRESH: Limit = { name: 'refresh', rates: [{ by: 'ip', points: 600, seconds: MINUTE }] };

/** Calls that ask the password of somebody who is signed in. */
export const PROVE_PASSWORD: Limit = { name: 'prove-password', failClosed: true, rates: [{ by: 'user', points: 10, seconds: QUARTER }] };

/** Six digits, tried by somebody who is signed in and is setting up their own. */
export const PROVE_CODE: Limit = { name: 'prove-code', failClosed: true, rates: [{ by: 'user', points: 20, seconds: QUARTER }] };

/** A signature cannot be guessed; this bounds the checking that a flood of them could cause. */
export const PASSKEY_LOGIN: Limit = { name: 'passkey-login', failClosed: true, rates: [{ by: 'ip', points: 300, seconds: QUARTER }] };

/** Every sign-in page that opens asks once, and again while it stays open. */
export const ASK_PASSKEY: Limit = { name: 'ask-passkey', rates: [{ by: 'ip', points: 600, seconds: QUARTER }] };

/** Somebody who looks at the app often, and is asked each time. */
export const CONFIRM_PASSKEY: Limit = { name: 'confirm-passkey', rates: [{ by: 'user', points: 200, seconds: QUARTER }] };

/** Says whether an address is taken, and mails to one that nobody has proved. */
export const CHANGE_EMAIL: Limit = {
  name: 'change-email',
  failClosed: true,
  rates: [
    { by: 'user', points: 10, seconds: QUARTER },
    { by: 'field:email', points: 5, seconds: HOUR },
  ],
};

/** Each mail is a nuisance to whoever did not ask for it. */
export const FORGOT_PASSWORD: Limit = {
  name: 'forgot-password',
  rates: [
    { by: 'ip', points: 30, seconds: HOUR },
    { by: 'field:email', points: 5, seconds: HOUR },
  ],
};

export const RESEND_VERIFICATION: Limit = {
  name: 'resend-verification',
  rates: [
    { by: 'ip', points: 30, seconds: HOUR },
    { by: 'field:email', points: 5, seconds: HOUR },
  ],
};

/** Links carry 256 bits and cannot be guessed; this bounds the hashing that a flood of them could cause. */
export const REDEEM_LINK: Limit = { name: 'redeem-link', rates: [{ by: 'ip', points: 60, seconds: QUARTER }] };
