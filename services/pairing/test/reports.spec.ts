import { randomUUID } from 'node:crypto';
import {
  LIMITS,
  REPORT_REASONS,
  type ReportPersonDto,
  type ReportableMessage,
  blockPerson,
  listBlocked,
  listNotifications,
  listReportRecords,
  reportPerson,
  searchPeople,
  sendPartnerRequest,
  unlinkPartner,
  userDeleted,
} from '@duet/contracts';
import { ADMIN_EXIT, DAY, Health, createLogger, runAdmin } from '@duet/service-kit';
import { eventually, whileLocked } from '@duet/testing';
import { DataSource } from 'typeorm';
import { options } from '../src/data-source.js';
import { coupleCommands } from '../src/operators/couple-commands.js';
import { openReport } from '../src/reports/report-content.js';
import { reportCommands } from '../src/reports/report-commands.js';
import { reportKeys } from '../src/reports/report-keys.js';
import { ReportResealing } from '../src/reports/report-resealing.js';
import { type SaidThings, startMessagingPeer } from './messaging-peer.js';
import { REPORT_KEY, RunningPairing, type TestUser } from './running-pairing.js';

const NOON = '2026-11-21T12:00:00Z';
const keys = reportKeys({ REPORT_KEY });

let pairing: RunningPairing;
let said: SaidThings;
let closePeer: () => Promise<void>;

beforeAll(async () => {
  pairing = await RunningPairing.start();
  const peer = await startMessagingPeer(pairing.nats.url, pairing.keys);
  said = peer.said;
  closePeer = () => peer.app.close();
});

afterAll(async () => {
  await closePeer();
  await pairing.stop();
});

beforeEach(() => pairing.itIs(NOON));

interface Row {
  id: string;
  reporterId: string | null;
  sealed: Buffer;
  sealedBy: string;
}

const stored = (reportId: string): Promise<Row[]> =>
  pairing.rows<Row>(
    'SELECT id, reporter_id AS "reporterId", sealed, sealed_by AS "sealedBy" FROM reports WHERE id = $1',
    [reportId],
  );

const report = (by: TestUser, about: TestUser, more: Partial<ReportPersonDto> = {}) =>
  by.call(reportPerson, { userId: about.id, reason: 'harassment', ...more });

const refused = async (by: TestUser, about: { id: string }, more: Partial<ReportPersonDto> = {}) =>
  (await by.refusal(reportPerson, { userId: about.id, reason: 'harassment', ...more })).code;

/** A message that messaging answers with. */
function says(by: TestUser, to: TestUser, content: string, files: ReportableMessage['files'] = []): ReportableMessage {
  const message: ReportableMessage = {
    messageId: randomUUID(),
    senderId: by.id,
    type: 'text',
    content,
    answers: null,
    sticker: null,
    card: null,
    createdAt: NOON,
    editedAt: null,
    files,
  };
  said.between(by.id, to.id).push(message);
  return message;
}

const admin = (...argv: string[]): Promise<string> =>
  runAdmin(options(pairing.database.url), reportCommands(keys), ['--as', 'Olga', '--reason', 'abuse', ...argv]);

describe('a report', () => {
  it.each(REPORT_REASONS)('for the reason %s keeps sealed what the reporter saw', async (reason) => {
    const [ada, bob] = await pairing.couple();
    const photo = { kind: 'image', filename: 'a.jpg', size: 3, mimeType: 'image/jpeg', transcript: null } as const;
    const file = { id: randomUUID(), ...photo };
    const message = says(bob, ada, 'I know where you live', [file]);
    const filed = await report(ada, bob, { reason, text: '  Since Friday  ', messageIds: [message.messageId] });
    expect(filed.fileIds).toEqual([file.id]);
    const [row] = await stored(filed.reportId);
    if (!row) throw new Error('no report was stored');
    expect(row.reporterId).toBe(ada.id);
    for (const secret of ['know where', 'Since Friday', bob.id, bob.snapshot.username, reason])
      expect(row.sealed.includes(secret)).toBe(false);
    expect(openReport(keys, row)).toEqual({
      reporter: { id: ada.id, username: ada.snapshot.username, fullName: expect.stringContaining('Ada') },
      reported: { id: bob.id, username: bob.snapshot.username, fullName: expect.stringContaining('Bob') },
      reason,
      text: 'Since Friday',
      messages: [message],
    });
  });

  it('reaches nobody: no event, no live update, no notice, no entry of the reported person', async () => {
    const [ada, bob] = await pairing.couple();
    const outbox = () => pairing.rows('SELECT id FROM outbox ORDER BY id');
    const [before, notices] = [await outbox(), await bob.call(listNotifications, {})];
    await report(ada, bob, { text: 'quietly' });
    expect(await outbox()).toEqual(before);
    expect(await bob.call(listNotifications, {})).toEqual(notices);
    expect(await bob.call(listReportRecords, {})).toEqual([]);
    expect(await ada.call(listReportRecords, {})).toEqual([
      { reason: 'harassment', text: 'quietly', at: '2026-11-21T12:00:00.000Z' },
    ]);
  });

  it('with the same client id is one report, also at once on two replicas', async () => {
    const [ada, bob] = await pairing.couple();
    const clientId = randomUUID();
    const [one, other] = await Promise.all([report(ada, bob, { clientId }), report(ada, bob, { clientId })]);
    expect(other).toEqual(one);
    expect(await report(ada, bob, { clientId, reason: 'spam' })).toEqual(one);
    expect(await ada.call(listReportRecords, {})).toHaveLength(1);
    // The id belongs to its client: the partner's is another report.
    expect((await report(bob, ada, { clientId })).reportId).not.toBe(one.reportId);
  });

  it('is possible ten times in 24 hours', async () => {
    const [ada, bob] = await pairing.couple();
    const ids = Array.from({ length: LIMITS.reportsPerDay }, () => randomUUID());
    const outcomes = await Promise.allSettled(
      [...ids, randomUUID(), randomUUID()].map((clientId) => report(ada, bob, { clientId })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.reportsPerDay);
    expect(await ada.refusal(reportPerson, { userId: bob.id, reason: 'spam' })).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: 24 * 60 * 60,
    });
    expect(await ada.call(listReportRecords, {})).toHaveLength(LIMITS.reportsPerDay);
    pairing.itIs('2026-11-22T12:00:01Z');
    await report(ada, bob);
  });
});

describe('the people whom a report may concern', () => {
  it('are the partner, the other side of a request, a search hit while it is one, and blocked people', async () => {
    const [ada, bob] = await pairing.couple();
    await report(ada, bob);
    const [asker, asked, hidden, seeker] = await pairing.people(4, { findable: 'nobody' });
    if (!asker || !asked || !hidden || !seeker) throw new Error('nobody is there');
    expect(await refused(seeker, hidden)).toBe('USER_NOT_FOUND');
    const [shown] = await pairing.people(1, { findable: 'username' });
    if (!shown) throw new Error('nobody is there');
    expect(await refused(seeker, shown)).toBe('USER_NOT_FOUND');
    await seeker.call(searchPeople, { q: shown.snapshot.username });
    await report(seeker, shown);
    await seeker.call(sendPartnerRequest, { receiverId: shown.id });
    await report(shown, seeker);
    await shown.call(blockPerson, { userId: seeker.id });
    await report(shown, seeker);
    expect(await shown.call(listBlocked, {})).toMatchObject([{ _id: seeker.id }]);
  });

  it('are neither strangers, nor unknown ids, nor the reporter', async () => {
    const [ada, bob] = await pairing.couple();
    const [stranger] = await pairing.people(1, { findable: 'nobody' });
    if (!stranger) throw new Error('nobody is there');
    expect(await refused(stranger, ada)).toBe('USER_NOT_FOUND');
    expect(await refused(ada, stranger)).toBe('USER_NOT_FOUND');
    expect(await refused(ada, { id: randomUUID() })).toBe('USER_NOT_FOUND');
    expect(await refused(ada, ada)).toBe('USER_NOT_FOUND');
    await report(ada, bob);
  });

  it('are ex-partners for 30 days, each of the other', async () => {
    const [ada, bob] = await pairing.people(2, { findable: 'nobody' });
    if (!ada || !bob) throw new Error('nobody is there');
    await pairing.rows("UPDATE people SET findable = 'everyone' WHERE id = $1", [bob.id]);
    await pairing.link(ada, bob);
    await pairing.rows("UPDATE people SET findable = 'nobody' WHERE id = $1", [bob.id]);
    await ada.call(unlinkPartner, {});
    // A stored notice would keep them known for longer.
    await pairing.rows('DELETE FROM notifications WHERE user_id = ANY($1)', [[ada.id, bob.id]]);
    const end = pairing.clock.now().getTime();
    pairing.itIs(new Date(end + 30 * DAY - 1_000).toISOString());
    await report(ada, bob);
    await report(bob, ada);
    pairing.itIs(new Date(end + 30 * DAY + 1_000).toISOString());
    for (const [by, about] of [
      [ada, bob],
      [bob, ada],
    ] as const)
      expect(await refused(by, about)).toBe('USER_NOT_FOUND');
  });
});

describe('the messages of a report', () => {
  it('are of the conversation with this person, or the report is refused and nothing is stored', async () => {
    const [ada, bob] = await pairing.couple();
    const [eve, finn] = await pairing.couple();
    const theirs = says(eve, finn, 'not yours');
    for (const messageIds of [[theirs.messageId], [randomUUID()], [says(bob, ada, 'x').messageId, theirs.messageId]])
      expect(await refused(ada, bob, { messageIds })).toBe('MESSAGE_NOT_FOUND');
    expect(await ada.call(listReportRecords, {})).toEqual([]);
  });

  it.each<[string, object]>([
    ['21 messages', { messageIds: Array.from({ length: 21 }, () => randomUUID()) }],
    ['one message twice', { messageIds: Array.from({ length: 2 }, () => '0198c7a2-5b1e-7c3d-9f40-2a6d1c8e7b35') }],
    ['a message that is no id', { messageIds: ['x'] }],
    ['messages that are no list', { messageIds: 'x' }],
    ['an unknown reason', { reason: 'boredom' }],
    ['NUL in the text', { text: 'a\0b' }],
    ['a text that is too long', { text: 'x'.repeat(LIMITS.reportTextLength + 1) }],
    ['a text that is null', { text: null }],
    ['a field of its own', { reporterId: randomUUID() }],
  ])('with %s are refused', async (_what, more) => {
    const [ada, bob] = await pairing.couple();
    const dto = { userId: bob.id, reason: 'spam', ...more } as ReportPersonDto;
    expect(await ada.refusal(reportPerson, dto)).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await ada.call(listReportRecords, {})).toEqual([]);
  });

  it('may be none, and the text may be empty or as long as the limit', async () => {
    const [ada, bob] = await pairing.couple();
    const longest = '💌'.repeat(LIMITS.reportTextLength);
    await report(ada, bob, { text: '', messageIds: [] });
    await report(ada, bob, { text: longest });
    const records = await ada.call(listReportRecords, {});
    expect(new Set(records.map(({ text }) => text))).toEqual(new Set(['', longest]));
  });
});

describe('a stored report', () => {
  it('outlives both accounts and the couple, without the id of the reporter', async () => {
    const [ada, bob] = await pairing.couple();
    const { reportId } = await report(ada, bob, { text: 'kept' });
    for (const { id } of [ada, bob]) await pairing.bus.publish(userDeleted, id, { userId: id });
    await eventually(async () => expect(await stored(reportId)).toMatchObject([{ reporterId: null }]));
    await eventually(async () =>
      expect(await pairing.rows('SELECT id FROM people WHERE id = $1', [bob.id])).toEqual([]),
    );
    const [row] = await stored(reportId);
    expect(row && openReport(keys, row)).toMatchObject({ reported: { id: bob.id }, text: 'kept' });
  });

  it('is deleted after 180 days', async () => {
    const [ada, bob] = await pairing.couple();
    const { reportId } = await report(ada, bob);
    pairing.itIs(new Date(Date.parse(NOON) + 180 * DAY - 1_000).toISOString());
    await pairing.sweep();
    expect(await stored(reportId)).toHaveLength(1);
    pairing.itIs(new Date(Date.parse(NOON) + 180 * DAY + 1_000).toISOString());
    await pairing.sweep();
    expect(await stored(reportId)).toEqual([]);
  });

  it('does not open in another row', async () => {
    const [ada, bob] = await pairing.couple();
    const [[one], [other]] = [
      await stored((await report(ada, bob)).reportId),
      await stored((await report(ada, bob)).reportId),
    ];
    if (!one || !other) throw new Error('no report was stored');
    expect(() => openReport(keys, { ...other, sealed: one.sealed })).toThrow();
  });

  it('of a previous key is sealed again, and a wrong key makes pairing not ready', async () => {
    const [ada, bob] = await pairing.couple();
    const { reportId } = await report(ada, bob, { text: 'rotated' });
    const next = 'the-next-key-of-this-installation-1';
    const withKey = (value: string) => {
      const health = new Health('pairing');
      const log = createLogger('pairing', 'silent');
      const resealing = new ReportResealing(
        pairing.app.get(DataSource),
        reportKeys({ REPORT_KEY: value }),
        log,
        health,
      );
      return { resealing, failing: async () => (await health.readiness()).failing };
    };
    expect(await withKey(next).failing()).toEqual(['report-key']);
    const { resealing, failing } = withKey(`${next}\n${REPORT_KEY}`);
    expect(await failing()).toEqual([]);
    while (await resealing.renewSome());
    const [row] = await stored(reportId);
    expect(row && openReport(reportKeys({ REPORT_KEY: next }), row)).toMatchObject({ text: 'rotated' });
    expect(await withKey(next).failing()).toEqual([]);
    // The other tests read with the first key.
    const back = withKey(`${REPORT_KEY}\n${next}`);
    while (await back.resealing.renewSome());
  });
});

describe('duet-admin', () => {
  it('lists and shows reports, and records each act before', async () => {
    const [ada, bob] = await pairing.couple();
    const message = says(bob, ada, 'an insult');
    const { reportId } = await report(ada, bob, { reason: 'threat', text: 'x', messageIds: [message.messageId] });
    expect(await admin('reports', 'list')).toContain(
      `id: ${reportId}  filedAt: 2026-11-21T12:00:00.000Z  reason: threat  reporter: ${ada.snapshot.username}  reported: ${bob.snapshot.username}  messages: 1`,
    );
    expect(JSON.parse(await admin('--json', 'reports', 'show', reportId))).toMatchObject({
      id: reportId,
      reporter: { id: ada.id },
      reported: { id: bob.id },
      messages: [{ content: 'an insult' }],
    });
    await expect(admin('reports', 'show', randomUUID())).rejects.toThrow('There is no such report.');
    await expect(admin('reports', 'show', 'x')).rejects.toThrow('There is no such report.');
    const acts = await pairing.rows<{ act: string }>(
      "SELECT operator, act, reason FROM admin_acts WHERE act LIKE 'reports show%' OR act = 'reports list' ORDER BY id",
    );
    expect(acts).toHaveLength(4);
    expect(acts.slice(0, 2)).toEqual([
      { operator: 'Olga', act: 'reports list', reason: 'abuse' },
      { operator: 'Olga', act: `reports show ${reportId}`, reason: 'abuse' },
    ]);
  });

  it.each(["UPDATE admin_acts SET operator = 'Nobody'", 'DELETE FROM admin_acts', 'TRUNCATE admin_acts'])(
    'records acts that %s cannot change',
    async (statement) => {
      await admin('reports', 'list');
      await expect(pairing.rows(statement)).rejects.toThrow('append-only');
    },
  );

  it('does nothing without a name or for unknown words', async () => {
    const run = (...argv: string[]) => runAdmin(options(pairing.database.url), reportCommands(keys), argv);
    const [before] = await pairing.rows('SELECT count(*) FROM admin_acts');
    const named = ['--as', 'Olga', '--reason', 'abuse'];
    for (const [argv, problem] of [
      [[], 'Say who you are'],
      [['reports', 'list'], 'Say who you are'],
      [['--as', ' ', 'reports', 'list'], 'Say who you are'],
      [['--as', 'Olga', 'reports', 'list'], 'Say why'],
      [[...named, 'reports', 'show'], 'There is no such command'],
      [[...named, '--force', 'reports', 'list'], '--force'],
    ] as const) {
      const refusal = await run(...argv).catch((cause: unknown) => cause);
      expect(refusal).toMatchObject({ exitCode: ADMIN_EXIT.usage, message: expect.stringContaining(problem) });
      expect(refusal).toMatchObject({ message: expect.stringMatching(/reports show ID +one report/) });
    }
    expect(await run('--help')).toContain('Exit codes');
    expect(await pairing.rows('SELECT count(*) FROM admin_acts')).toEqual([before]);
  });
});

describe('duet-admin about couples', () => {
  const show = async (id: string) =>
    JSON.parse(
      await runAdmin(options(pairing.database.url), coupleCommands, [
        ...['--as', 'Olga', '--reason', 'ticket 7', '--json', 'couple', 'show', id],
      ]),
    );

  it('shows members, link, end and purge by the id of the couple or of a member, and nothing else', async () => {
    const [ada, bob] = await pairing.couple();
    const [state] = await show(ada.id);
    expect(state).toEqual({
      id: expect.any(String),
      members: [ada.id, bob.id].toSorted(),
      linkedAt: '2026-11-21T12:00:00.000Z',
      endedAt: null,
      purgedAfter: null,
    });
    expect(await show(state.id)).toEqual([state]);
    await ada.call(unlinkPartner, {});
    const [ended] = await show(bob.id);
    expect(Date.parse(ended.purgedAfter) - Date.parse(ended.endedAt)).toBe(30 * DAY);
  });

  it.each([randomUUID(), 'x', ''])('refuses the unknown id %j', async (id) => {
    await expect(show(id)).rejects.toThrow('There is no such couple');
  });
});

describe('while the database is silent', () => {
  it('a report is refused as unavailable and leaves nothing; repeated, it is filed whole, once', async () => {
    const [ada, bob] = await pairing.couple();
    const photo = { kind: 'image', filename: 'a.jpg', size: 3, mimeType: 'image/jpeg', transcript: null } as const;
    const message = says(bob, ada, 'I know where you live', [{ id: randomUUID(), ...photo }]);
    const given = { clientId: randomUUID(), messageIds: [message.messageId] };
    await whileLocked(pairing.database.url, 'pairing.reports', async () =>
      expect(await refused(ada, bob, given)).toBe('UNAVAILABLE'),
    );
    expect(await ada.call(listReportRecords, {})).toEqual([]);
    const filed = await report(ada, bob, given);
    expect(await report(ada, bob, given)).toEqual(filed);
    const [row] = await stored(filed.reportId);
    expect(row && openReport(keys, row)).toMatchObject({ messages: [message] });
    expect(await ada.call(listReportRecords, {})).toHaveLength(1);
  });
});

describe('while messaging is silent', () => {
  it('a report without messages is filed, and one with messages is refused as unavailable', async () => {
    const [ada, bob] = await pairing.couple();
    const { messageId } = says(bob, ada, 'x');
    await closePeer();
    expect(await refused(ada, bob, { messageIds: [messageId] })).toBe('UNAVAILABLE');
    expect(await ada.call(listReportRecords, {})).toEqual([]);
    await report(ada, bob);
    const peer = await startMessagingPeer(pairing.nats.url, pairing.keys);
    closePeer = () => peer.app.close();
  });
});

describe('the schema', () => {
  it('matches the entities', async () => expect(await pairing.drift()).toEqual([]));
});
