import {
  type AddPasskeyDto,
  type PasskeyCreationOptions,
  type PasskeyProofDto,
  type PasskeyRequestOptions,
  addPasskey,
  askPasskeyConfirm,
  askPasskeySignIn,
  beginPasskey,
  confirmPasskey,
  listPasskeys,
  signInWithPasskey,
} from '@duet/contracts';
import { PASSWORD, eventually } from '@duet/testing';
import type { MailedAuth } from './mailed-auth.js';
import type { Person } from './running-auth.js';
import { SoftwareAuthenticator } from './software-authenticator.js';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const codeOf = (cause: { code: string }): string => cause.code;

/** The calls about passkeys, and their owners. */
export function passkeyCalls(scene: () => MailedAuth) {
  const begin = (person: Person, password = PASSWORD): Promise<PasskeyCreationOptions> =>
    scene().auth.bus.call(beginPasskey, { password }, person.caller);
  const add = (person: Person, answer: AddPasskeyDto) =>
    scene().auth.bus.call(addPasskey, answer, { ...person.caller, userAgent: CHROME });
  const list = (person: Person) => scene().auth.bus.call(listPasskeys, {}, person.caller);
  const ask = (): Promise<PasskeyRequestOptions> => scene().auth.bus.call(askPasskeySignIn, {});
  const signIn = (proof: PasskeyProofDto) => scene().auth.bus.call(signInWithPasskey, proof, { userAgent: CHROME });
  const askConfirm = (person: Person): Promise<PasskeyRequestOptions> =>
    scene().auth.bus.call(askPasskeyConfirm, {}, person.caller);
  const confirm = (person: Person, proof: PasskeyProofDto) =>
    scene().auth.bus.call(confirmPasskey, proof, person.caller);
  const outcome = (call: Promise<unknown>): Promise<string> => call.then(() => 'OK', codeOf);

  /** A user with a passkey. */
  async function passkeyOwner() {
    const person = await scene().auth.proved();
    const device = new SoftwareAuthenticator();
    const passkey = await add(person, device.create(await begin(person)));
    return { person, device, passkey };
  }

  const mailTo = ({ typed }: Person, subject: RegExp) =>
    eventually(() =>
      expect(
        scene().mailbox.mails.filter((mail) => mail.to.includes(typed.email) && subject.test(mail.subject)),
      ).not.toEqual([]),
    );

  return { begin, add, list, ask, signIn, askConfirm, confirm, outcome, passkeyOwner, mailTo };
}
