import { type CaughtMail, type MailCatcher, catchMails, eventually } from '@duet/testing';
import { RunningAuth } from './running-auth.js';

const never = (): never => {
  throw new Error('no mail');
};

export const RESET = /reset/i;
export const VERIFY = /confirm/i;
export const CHANGED = /was changed/;

export const tokenIn = ({ text }: CaughtMail): string =>
  /https:\/\/duet\.example\/(?:reset-password|verify-email)\/([\w-]+)/.exec(text)?.[1] ?? never();

/** auth with a mail server that keeps what it is given. */
export interface MailedAuth {
  auth: RunningAuth;
  mailbox: MailCatcher;
  stop: () => Promise<void>;
}

export async function startMailedAuth(): Promise<MailedAuth> {
  const mailbox = await catchMails();
  const auth = await RunningAuth.start({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Duet <hello@duet.example>',
    APP_ORIGIN: 'https://duet.example',
  });
  return {
    auth,
    mailbox,
    async stop(): Promise<void> {
      await auth.stop();
      await mailbox.stop();
    },
  };
}

/** The mails that arrive, and those that wait. */
export function mailCalls(mailed: () => MailedAuth) {
  /** The newest mail to an address with such a subject, once `count` of them have arrived. */
  function mailTo(address: string, subject: RegExp, count = 1): Promise<CaughtMail> {
    return eventually(() => {
      const found = mailed().mailbox.mails.filter((mail) => mail.to.includes(address) && subject.test(mail.subject));
      if (found.length < count) throw new Error(`${found.length} of ${count} mails`);
      return found.at(-1) ?? never();
    });
  }

  const queueIsEmpty = () =>
    eventually(async () => expect(await mailed().auth.rows("SELECT 1 FROM jobs WHERE queue = 'mail'")).toEqual([]));

  return { mailTo, queueIsEmpty };
}
