import { changeEmail, getProfile } from '@duet/contracts';
import { type CaughtMail, PASSWORD, aUser, eventually } from '@duet/testing';
import type { MailedAuth } from './mailed-auth.js';
import type { Person } from './running-auth.js';

export const NEW = /new email/;
export const ASKED = /about to change/;
export const CHANGED = /email was changed/;

export const someAddress = (): string => aUser().email;

/** The calls about a change of the e-mail address, and its mails. */
export function emailChangeCalls(scene: () => MailedAuth) {
  const mailsTo = (address: string, subject: RegExp): CaughtMail[] =>
    scene().mailbox.mails.filter((mail) => mail.to.includes(address) && subject.test(mail.subject));

  /** The token of the newest mail to an address, once `count` mails have arrived. */
  const linkTo = (address: string, subject = NEW, count = 1): Promise<string> =>
    eventually(() => {
      const found = mailsTo(address, subject);
      const token = /(?:reset-password|verify-email|cancel-email-change)\/([\w-]+)/.exec(found.at(-1)?.text ?? '')?.[1];
      if (found.length < count || !token) throw new Error(`${found.length} of ${count} mails`);
      return token;
    });

  const queueIsEmpty = () =>
    eventually(async () => expect(await scene().auth.rows("SELECT 1 FROM jobs WHERE queue = 'mail'")).toEqual([]));
  const askForChange = (person: Person, email: string, password = PASSWORD) =>
    scene().auth.bus.call(changeEmail, { email, password }, person.caller);
  const refusal = (person: Person, email: string, password = PASSWORD) =>
    scene().auth.bus.refusal(changeEmail, { email, password }, person.caller);
  const profile = (person: Person) => scene().auth.bus.call(getProfile, {}, person.caller);

  return { mailsTo, linkTo, queueIsEmpty, askForChange, refusal, profile };
}
