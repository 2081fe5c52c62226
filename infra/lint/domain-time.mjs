/**
 * `node infra/lint/domain-time.mjs <folder>…` finds rules of the services that read another time than `Clock`: the
 * database's `now()` in statements, and the process's own clock. Entities may have it as the default of a column that only
 * orders rows, and migrations fill old rows with it.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const LEFT_OUT = /(^|\/)(node_modules|dist|bundle|test|migrations)(\/|$)|\.(spec|entity)\.ts$/;

const TIMES = [
  /(?<![\w.])(?:now|clock_timestamp|transaction_timestamp|statement_timestamp)\(\)(?!:)/,
  /\b(?:current_date|current_timestamp|localtimestamp)\b/i,
  /\bDate\.now\(\)|\bnew Date\(\)/,
];

/** Files whose statements go by the database's time, and why that is no rule of the domain. */
const OF_THE_STORE = new Map([
  ['services/media/src/avatars/former-avatar.queries.ts', 'how often objects are checked'],
  ['services/media/src/erasures/erased-user.queries.ts', 'how long backups exist'],
  ['services/media/src/sealing/data-key.queries.ts', 'how long backups exist'],
  ['services/media/src/sealing/lease.queries.ts', 'a lease'],
  ['services/media/src/storage/object-journal.queries.ts', 'how long a journal is needed'],
  ['services/messaging/src/attachments/voice-note.queries.ts', 'how late an event can arrive'],
  ['services/messaging/src/drafts/draft.queries.ts', 'a stamp that decides nothing'],
  ['services/messaging/src/erasure/erasure.queries.ts', 'a stamp that decides nothing'],
  ['services/messaging/src/messages/correction.queries.ts', 'a stamp that decides nothing'],
  ['services/messaging/src/on-this-day/exclusion.queries.ts', 'a stamp that orders a list'],
  ['services/messaging/src/people/person.queries.ts', 'a stamp that decides nothing'],
  ['services/messaging/src/pins/pin.queries.ts', 'a stamp that orders a list'],
  ['services/pairing/src/activities/activity.queries.ts', 'a stamp that orders a list'],
  ['services/pairing/src/announcements/announced-event.queries.ts', 'how late an event can arrive'],
  ['services/pairing/src/people/person.queries.ts', 'how late an event can arrive'],
]);

/** @param {string} file @param {string} source @returns {string[]} complaints */
export function complaintsAbout(file, source) {
  if (OF_THE_STORE.has(file)) return [];
  return source
    .split('\n')
    .flatMap((line, index) =>
      TIMES.some((time) => time.test(line)) ? [`${file}:${index + 1}: domain time is read from Clock`] : [],
    );
}

/** @param {string[]} folders @returns {string[]} complaints */
const check = (folders) =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/src/**/*.ts`, { exclude: (name) => LEFT_OUT.test(name) }))
    .flatMap((file) => complaintsAbout(file, readFileSync(file, 'utf8')));

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) {
  const complaints = check(process.argv.slice(2));
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
