import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { call, demoId, must } from './demo-api.mjs';
import { portrait } from './demo-picture.mjs';
import { PEOPLE } from './demo-story.mjs';
import { MAIL_PAGE_FILE } from './stores/mail.mjs';

/** @typedef {import('./demo-api.mjs').Person} Person @typedef {{mira: Person, jonas: Person}} People */

const DAY = 24 * 60 * 60_000;

/** Since when the two are a couple, so that the demo has a year behind it. */
const DAYS_TOGETHER = 412;

/** @type {Record<keyof People, {bio: string, colours: Parameters<typeof portrait>[0]}>} */
const ABOUT = {
  mira: {
    bio: 'Window seats, second breakfasts, and the last word.',
    colours: { ground: [232, 180, 196], hair: [74, 28, 58], skin: [186, 128, 104], shirt: [143, 47, 92] },
  },
  jonas: {
    bio: 'Burns pancakes, books tables, remembers the song.',
    colours: { ground: [247, 216, 160], hair: [120, 78, 40], skin: [238, 202, 174], shirt: [64, 96, 120] },
  },
};

/** In days from today, so that something always lies ahead. */
const DATES = [
  { title: 'Mira’s birthday', inDays: 9, yearly: true },
  { title: 'The night train to Stockholm', inDays: 47, yearly: false },
];

/** @param {number} days from now */
const dayFromNow = (days) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

/** Verifies the addresses, and gives both a picture, a line about themselves, and the dates of the two. @param {People} people */
export async function settleIn(people) {
  for (const name of /** @type {const} */ (['mira', 'jonas'])) {
    await verify(people[name], PEOPLE[name].email);
    await introduce(people[name], name);
  }
  const { couple } = await must('GET', '/partners/status', { token: people.mira.token });
  await must('PATCH', '/partners/together-since', {
    token: people.mira.token,
    body: { togetherSince: dayFromNow(-DAYS_TOGETHER), version: couple.togetherSinceVersion },
  });
  for (const { title, inDays, yearly } of DATES)
    await must('POST', '/partners/dates', {
      token: people.mira.token,
      body: {
        ...{ title, date: dayFromNow(inDays), yearly, remindDaysBefore: [1], private: false },
        clientId: demoId([people.mira, people.jonas], title),
      },
    });
}

/** @param {Person} person @param {keyof People} name */
async function introduce({ token }, name) {
  const { bio, colours } = ABOUT[name];
  const { firstName, lastName, username } = PEOPLE[name];
  await must('PUT', '/users/profile', { token, body: { firstName, lastName, username, bio } });
  const form = new FormData();
  form.append('avatar', new Blob([new Uint8Array(portrait(colours))], { type: 'image/png' }), `${name}.png`);
  await must('POST', '/users/avatar', { token, body: form });
}

/** Follows the link of the mail that registering sent. Without the local mail page the address stays unverified. @param {Person} person @param {string} email */
async function verify({ token }, email) {
  if ((await must('GET', '/users/profile', { token })).emailVerified) return;
  const link = await linkMailedTo(email);
  if (link) await call('GET', `/auth/verify-email/${link}`);
  else process.stdout.write(`${email} stays unverified: no mail reached the local mail page.\n`);
}

/** The token in the newest mail to this address. @param {string} email @returns {Promise<string | undefined>} */
async function linkMailedTo(email) {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await delay(200)) {
    const mails = await readMails();
    if (!mails) return undefined;
    const tokens = mails
      .filter(({ to }) => to.some(({ address }) => address === email))
      .flatMap(({ text }) => /verify-email\/([\w.-]+)/.exec(text)?.[1] ?? []);
    if (tokens.length > 0) return tokens.at(-1);
  }
  return undefined;
}

/** @returns {Promise<{text: string, to: {address: string}[]}[] | null>} null without a local mail page */
async function readMails() {
  try {
    return await (await fetch(`${readFileSync(MAIL_PAGE_FILE, 'utf8')}/email`)).json();
  } catch {
    return null;
  }
}
