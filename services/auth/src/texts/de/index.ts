import { mails } from './mails.js';
import { notices } from './notices.js';

export const de = { mails, notices };
