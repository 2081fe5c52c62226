import {
  type AccountSettings,
  UpdateSettingsDto,
  forgotPassword,
  getSettings,
  noticeIssued,
  registerAccount,
  updateSettings,
} from '@duet/contracts';
import { type CaughtMail, type MailCatcher, aUser, catchMails, eventually } from '@duet/testing';
import { type Person, RunningAuth } from './running-auth.js';

let auth: RunningAuth;
let mailbox: MailCatcher;

beforeAll(async () => {
  mailbox = await catchMails();
  auth = await RunningAuth.start({ SMTP_URL: mailbox.url });
});

afterAll(async () => {
  await auth.stop();
  await mailbox.stop();
});

const mailTo = (email: string, subject: string): Promise<CaughtMail> =>
  eventually(() => {
    const found = mailbox.mails.find((mail) => mail.to.includes(email) && mail.subject === subject);
    if (!found) throw new Error(`no mail with the subject ${subject}`);
    return found;
  });

const choose = ({ caller }: Person, language: AccountSettings['language']) =>
  auth.bus.call(
    updateSettings,
    Object.assign(new UpdateSettingsDto(), { settings: { account: { language } } }),
    caller,
  );

async function readerOf(language: AccountSettings['language'], firstName = 'Ada'): Promise<Person> {
  const person = await auth.proved({ firstName });
  await choose(person, language);
  return person;
}

it('mails in the language of the receiver', async () => {
  const [german, spanish, french] = [await readerOf('de'), await readerOf('es'), await readerOf('fr')];
  for (const { typed } of [german, spanish, french]) await auth.bus.call(forgotPassword, { email: typed.email });
  const mail = await mailTo(german.typed.email, 'Setze dein Duet-Passwort zurück');
  expect(mail.html).toContain('<html lang="de">');
  expect(mail.text).toContain('Hallo Ada,');
  expect((await mailTo(spanish.typed.email, 'Restablece tu contraseña de Duet')).html).toContain('<html lang="es">');
  expect((await mailTo(french.typed.email, 'Reset your Duet password')).html).toContain('<html lang="en">');
});

it('mails a notice in the language of its receiver, not of the person it is about', async () => {
  const [ada, bob] = [await readerOf('de'), await readerOf('es', 'Bob')];
  const event = { userId: ada.account.id, notice: 'request_received', aboutId: bob.account.id } as const;
  await eventually(() => auth.bus.publish(noticeIssued, event.userId, event));
  const { text } = await mailTo(ada.typed.email, 'Bob möchte Duet mit dir teilen');
  expect(text).toContain('Anfrage ansehen');
});

it('takes the language in which a person signs up, and mails in it at once', async () => {
  const typed = aUser();
  const { token } = await auth.bus.call(registerAccount, typed, { language: 'de' });
  expect((await auth.bus.call(getSettings, {}, { token })).account).toEqual({ language: 'de' });
  await mailTo(typed.email, 'Bestätige deine E-Mail-Adresse für Duet');
});

it('stores no language for a person who signs up in English', async () => {
  const person = await auth.person();
  const rows = await auth.rows('SELECT settings FROM users WHERE id = $1', [person.account.id]);
  expect(rows).toEqual([{ settings: {} }]);
});

it('follows a change of the language', async () => {
  const person = await readerOf('es');
  await choose(person, 'de');
  await auth.bus.call(forgotPassword, { email: person.typed.email });
  await mailTo(person.typed.email, 'Setze dein Duet-Passwort zurück');
  expect(
    mailbox.mails.filter(({ to, subject }) => to.includes(person.typed.email) && /Restablece/.test(subject)),
  ).toEqual([]);
});
