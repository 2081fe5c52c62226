import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { BACKUP_DAYS_AT_MOST, IN_SHORT, PRIVACY } from '../src/features/privacy/privacy-claims.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();
const ROOT = join(__dirname, '../..');

/** The tests that prove each claim: a file and a title in it. */
const PROOFS: Record<string, [file: string, title: string][]> = {
  'members-only': [
    ['infra/tests/authorisation/authorisation.spec.mjs', 'an id of another person'],
    ['services/messaging/test/reading.spec.ts', 'shows a stranger nothing'],
  ],
  'no-end-to-end': [
    ['services/messaging/test/search.spec.ts', 'finds words by prefix, in any order and case, newest first'],
  ],
  'no-third-parties': [['gateway/test/headers.spec.ts', 'answers $what with security headers']],
  'texts-in-clear': [['services/messaging/test/search.spec.ts', 'follows edits and deletions']],
  'files-sealed': [
    [
      'services/media/test/sealing.spec.ts',
      'is sealed: files, pictures with their variants, voice notes, avatars and exports',
    ],
    ['services/media/test/sealing.spec.ts', 'uses one key per couple and user, also when two requests create it'],
  ],
  'camera-facts': [
    ['services/media/test/uploads.spec.ts', 'is stored upright, without metadata and in three sizes'],
    ['services/media/test/exif.spec.ts', 'contains camera and exposure and nothing else'],
    [
      'services/media/test/entity-files.spec.ts',
      'returns the time and place of capture and loses all metadata, whatever the form asks for',
    ],
  ],
  'transcripts-on-device': [
    [
      'frontend/src/media/recorder/transcriber.spec.ts',
      'listens to the recorded track on this device, in the language of the account, and keeps the recognised words',
    ],
  ],
  'passwords-hashed': [
    [
      'services/auth/test/accounts.spec.ts',
      'stores an argon2id hash of at least 19 MiB and two passes, and never the password',
    ],
  ],
  sessions: [
    ['services/auth/test/sessions.spec.ts', 'ends after a month without a refresh'],
    ['services/auth/test/sessions.spec.ts', 'ends after a year, however often it was refreshed'],
    ['services/auth/test/sessions.spec.ts', 'sweeps expired sessions and keeps live ones'],
    ['services/auth/src/sessions/country.spec.ts', 'the country of an address'],
  ],
  notices: [
    [
      'services/pairing/test/notifications.spec.ts',
      'are kept, newest first, also when twenty at a time arrive on both replicas',
    ],
    ['services/pairing/test/notifications.spec.ts', 'does not keep the name of a deleted account, nor anything of it'],
  ],
  logs: [['frontend/e2e/logs.teardown.spec.ts', 'no log contains any of twenty secrets that pass through the product']],
  operator: [
    [
      'services/auth/test/operators.spec.ts',
      'finds an account by id and by address in any spelling, and shows dates and counts without content',
    ],
    [
      'services/auth/test/operators.spec.ts',
      'is logged with operator and reason, by id and never by address, also for an unknown account',
    ],
  ],
  'this-browser': [
    [
      'gateway/test/password-limits.spec.ts',
      'recognise the browser by a cookie that scripts and other sites cannot read and that each sign-in renews',
    ],
    ['services/auth/test/devices.spec.ts', 'is forgotten a year after its last sign-in'],
    ['frontend/test/app-lock.spec.tsx', 'sign this device out after the tenth and remove all data of the session'],
    ['frontend/test/kept.spec.tsx', 'goes with an unlink, at the next contact'],
    ['frontend/test/kept-storage.spec.tsx', 'is sealed behind a PIN, and in the clear again without one'],
    ['frontend/test/kept.spec.tsx', 'loses a deleted message'],
  ],
  'encrypted-on-the-way': [['gateway/test/headers.spec.ts', 'strict-transport-security']],
  'your-choice': [
    ['services/messaging/test/receipts.spec.ts', 'leave no trace at the partner, and the reader keeps the marker'],
    ['services/realtime/test/privacy.spec.ts', 'is hidden from the start when it is switched off'],
    ['services/messaging/test/last-seen.spec.ts', 'is stored to the minute and shown to the partner alone'],
    ['services/messaging/test/last-seen.spec.ts', 'is erased for both once either hides'],
    ['services/messaging/test/last-seen.spec.ts', 'ends with the couple'],
    ['services/messaging/test/last-seen.spec.ts', 'is erased with the account'],
  ],
  'sealed-capsules': [
    [
      'services/memories/test/sealed-capsules.spec.ts',
      'gives no word of its contributions to either, in any answer or live update',
    ],
    [
      'services/memories/test/file-access.spec.ts',
      'are those of a sealed capsule, for both, and those of strangers and former partners',
    ],
  ],
  'secret-answers': [
    ['services/challenges/test/challenge-steps.spec.ts', 'are in no answer before both are handed in'],
    [
      'services/pairing/test/daily-questions.spec.ts',
      'hides the partner’s answer from every answer, event, list, search and export until both have answered',
    ],
  ],
  findable: [
    ['services/pairing/test/people.spec.ts', 'leaves out me, linked people and people who do not want to be found'],
  ],
  'link-previews': [
    ['services/media/test/previews.spec.ts', 'gets a preview with its own address and a small re-encoded picture'],
    ['services/media/test/preview-pages.spec.ts', 'switches previews off'],
  ],
  push: [
    [
      'services/auth/test/push-messages.spec.ts',
      'is pushed with nothing, with the sender’s name or with a token for its text, never with the text',
    ],
  ],
  mails: [
    [
      'services/auth/test/notice-mails.spec.ts',
      'is not sent when mails are switched off, nor to an unverified address',
    ],
  ],
  'delete-message': [
    ['services/messaging/test/changes.spec.ts', 'leave a tombstone for both and erase the text'],
    [
      'services/messaging/test/disappearing.spec.ts',
      'becomes a tombstone once, on whichever replica, and the deletion is pushed',
    ],
    ['services/media/test/attachments.spec.ts', 'ends with the message'],
  ],
  unlink: [
    [
      'services/messaging/test/exports.spec.ts',
      'can be exported by each for 30 days as it was at its end, and not later',
    ],
    ['services/pairing/test/linking.spec.ts', 'can be taken back for 30 days: the same couple, since the same day'],
    ['services/pairing/test/endings.spec.ts', 'removes couples 30 days after their end, once, and publishes the purge'],
  ],
  'given-back': [
    ['services/media/test/restitutions.spec.ts', 'gives each back their own part, and purges the couple after that'],
    ['services/media/test/restitutions.spec.ts', 'is deleted after a year'],
    ['services/media/test/restitutions.spec.ts', 'ends with the account'],
    ['services/memories/test/exports.spec.ts', 'leaves out words and files of the partner, and completed capsules'],
    ['services/auth/test/exports.spec.ts', 'needs a proof for each link, and outlives a new password'],
  ],
  export: [
    ['services/media/test/exports.spec.ts', 'contains everything that the user may see, and nothing else'],
    ['services/media/test/exports.spec.ts', 'opens its own export until it expires, and no other'],
  ],
  'delete-account': [
    [
      'infra/tests/erasure/erasure.spec.mjs',
      'is removed from rows, objects, events and logs, and the partner keeps their own data',
    ],
    [
      'services/messaging/test/exports.spec.ts',
      'leaves a remaining partner their own messages after the other deleted the account',
    ],
  ],
  reports: [
    [
      'services/pairing/test/reports.spec.ts',
      'reaches nobody: no event, no live update, no notice, no entry of the reported person',
    ],
    [
      'services/pairing/test/stored-reports.spec.ts',
      'outlives both accounts and the couple, without the id of the reporter',
    ],
    ['services/pairing/test/stored-reports.spec.ts', 'is deleted after 180 days'],
    ['services/pairing/test/stored-reports.spec.ts', 'lists and shows reports, and records each act before'],
    [
      'services/media/test/reports.spec.ts',
      'is copied under the key of the report, which shows it when message, couple and accounts are gone',
    ],
    ['services/media/test/reports.spec.ts', 'is deleted with its key after 180 days'],
  ],
  backups: [['frontend/test/privacy-claims.spec.tsx', 'state the backup retention that is configured']],
};

const CLAIMS = [...IN_SHORT, ...PRIVACY.flatMap(({ claims }) => claims)];

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('the privacy claims', () => {
  it('have unique ids and no proof without a claim', () => {
    expect(CLAIMS.map(({ id }) => id).toSorted()).toEqual(Object.keys(PROOFS).toSorted());
  });

  it.each(CLAIMS.map(({ id, text }) => [id, text]))('include %s, which a test proves', (id) => {
    const proofs = PROOFS[id] ?? [];
    expect(proofs).not.toHaveLength(0);
    const missing = proofs.filter(([file, title]) => !existsSync(join(ROOT, file)) || !read(file).includes(title));
    expect(missing).toEqual([]);
  });

  it('state the backup retention that is configured', () => {
    const [days] = /BACKUP_DAYS:-(\d+)/.exec(read('infra/deploy/compose/backup.yml'))?.slice(1).map(Number) ?? [];
    // `find -mtime +7` runs daily and matches files that are at least eight days old.
    expect(read('infra/deploy/backup/postgres.sh')).toContain('-mtime "+$days"');
    expect(BACKUP_DAYS_AT_MOST).toBe((days ?? 0) + 2);
  });

  it('promise nothing that Duet does not do', () => {
    const texts =
      ['frontend/index.html', 'frontend/public/manifest.webmanifest', 'README.md'].map(read).join(' ') +
      CLAIMS.map(({ text }) => text()).join(' ');
    expect(texts).not.toMatch(
      /nobody else can|can ?not be read by|\bprivate (?:web )?space\b|anonymous|100 ?%|military/i,
    );
  });
});

describe('the privacy page', () => {
  it.each([
    ['a stranger', false, 'Sign In'],
    ['a signed-in user', true, 'Back to Duet'],
  ] as const)('is open to %s', async (_who, isSignedIn, way) => {
    if (isSignedIn) remember(server.api);
    const page = open('/privacy');
    expect(await screen.findByRole('heading', { name: 'Your privacy in Duet' })).toBeVisible();
    expect(page.at()).toBe('/privacy');
    expect(screen.getByRole('link', { name: way })).toBeVisible();
    const shown = [...document.querySelectorAll('[data-claim]')].map((claim) => claim.getAttribute('data-claim'));
    expect(shown).toEqual(CLAIMS.map(({ id }) => id));
  });

  it('is linked from the landing page and from the registration', async () => {
    open('/');
    expect(await screen.findByRole('link', { name: 'How Duet treats your privacy' })).toHaveAttribute(
      'href',
      '/privacy',
    );
    cleanup();
    open('/register');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy'));
  });
});
