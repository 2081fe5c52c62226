import { randomUUID } from 'node:crypto';
import {
  LIMITS,
  REPORT_REASONS,
  type ReportPersonDto,
  blockPerson,
  listBlocked,
  listNotifications,
  listReportRecords,
  reportPerson,
  searchPeople,
  sendPartnerRequest,
  unlinkPartner,
} from '@duet/contracts';
import { DAY } from '@duet/service-kit';
import { whileLocked } from '@duet/testing';
import { openReport } from '../src/reports/report-content.js';
import { keys, refused, report, useReports } from './report-calls.js';

const scene = useReports();
const { says, stored } = scene;

describe('a report', () => {
  it.each(REPORT_REASONS)('for the reason %s keeps sealed what the reporter saw', async (reason) => {
    const [ada, bob] = await scene.pairing.couple();
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
    const [ada, bob] = await scene.pairing.couple();
    const outbox = () => scene.pairing.rows('SELECT id FROM outbox ORDER BY id');
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
    const [ada, bob] = await scene.pairing.couple();
    const clientId = randomUUID();
    const [one, other] = await Promise.all([report(ada, bob, { clientId }), report(ada, bob, { clientId })]);
    expect(other).toEqual(one);
    expect(await report(ada, bob, { clientId, reason: 'spam' })).toEqual(one);
    expect(await ada.call(listReportRecords, {})).toHaveLength(1);
    // The id belongs to its client: the partner's is another report.
    expect((await report(bob, ada, { clientId })).reportId).not.toBe(one.reportId);
  });

  it('is possible ten times in 24 hours', async () => {
    const [ada, bob] = await scene.pairing.couple();
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
    scene.pairing.itIs('2026-11-22T12:00:01Z');
    await report(ada, bob);
  });
});

describe('the people whom a report may concern', () => {
  it('are the partner, the other side of a request, a search hit while it is one, and blocked people', async () => {
    const [ada, bob] = await scene.pairing.couple();
    await report(ada, bob);
    const [asker, asked, hidden, seeker] = await scene.pairing.people(4, { findable: 'nobody' });
    if (!asker || !asked || !hidden || !seeker) throw new Error('nobody is there');
    expect(await refused(seeker, hidden)).toBe('USER_NOT_FOUND');
    const [shown] = await scene.pairing.people(1, { findable: 'username' });
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
    const [ada, bob] = await scene.pairing.couple();
    const [stranger] = await scene.pairing.people(1, { findable: 'nobody' });
    if (!stranger) throw new Error('nobody is there');
    expect(await refused(stranger, ada)).toBe('USER_NOT_FOUND');
    expect(await refused(ada, stranger)).toBe('USER_NOT_FOUND');
    expect(await refused(ada, { id: randomUUID() })).toBe('USER_NOT_FOUND');
    expect(await refused(ada, ada)).toBe('USER_NOT_FOUND');
    await report(ada, bob);
  });

  it('are ex-partners for 30 days, each of the other', async () => {
    const [ada, bob] = await scene.pairing.people(2, { findable: 'nobody' });
    if (!ada || !bob) throw new Error('nobody is there');
    await scene.pairing.rows("UPDATE people SET findable = 'everyone' WHERE id = $1", [bob.id]);
    await scene.pairing.link(ada, bob);
    await scene.pairing.rows("UPDATE people SET findable = 'nobody' WHERE id = $1", [bob.id]);
    await ada.call(unlinkPartner, {});
    // A stored notice would keep them known for longer.
    await scene.pairing.rows('DELETE FROM notifications WHERE user_id = ANY($1)', [[ada.id, bob.id]]);
    const end = scene.pairing.clock.now().getTime();
    scene.pairing.itIs(new Date(end + 30 * DAY - 1_000).toISOString());
    await report(ada, bob);
    await report(bob, ada);
    scene.pairing.itIs(new Date(end + 30 * DAY + 1_000).toISOString());
    for (const [by, about] of [
      [ada, bob],
      [bob, ada],
    ] as const)
      expect(await refused(by, about)).toBe('USER_NOT_FOUND');
  });
});

describe('the messages of a report', () => {
  it('are of the conversation with this person, or the report is refused and nothing is stored', async () => {
    const [ada, bob] = await scene.pairing.couple();
    const [eve, finn] = await scene.pairing.couple();
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
    const [ada, bob] = await scene.pairing.couple();
    const dto = { userId: bob.id, reason: 'spam', ...more } as ReportPersonDto;
    expect(await ada.refusal(reportPerson, dto)).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await ada.call(listReportRecords, {})).toEqual([]);
  });

  it('may be none, and the text may be empty or as long as the limit', async () => {
    const [ada, bob] = await scene.pairing.couple();
    const longest = '💌'.repeat(LIMITS.reportTextLength);
    await report(ada, bob, { text: '', messageIds: [] });
    await report(ada, bob, { text: longest });
    const records = await ada.call(listReportRecords, {});
    expect(new Set(records.map(({ text }) => text))).toEqual(new Set(['', longest]));
  });
});

describe('while the database is silent', () => {
  it('a report is refused as unavailable and leaves nothing; repeated, it is filed whole, once', async () => {
    const [ada, bob] = await scene.pairing.couple();
    const photo = { kind: 'image', filename: 'a.jpg', size: 3, mimeType: 'image/jpeg', transcript: null } as const;
    const message = says(bob, ada, 'I know where you live', [{ id: randomUUID(), ...photo }]);
    const given = { clientId: randomUUID(), messageIds: [message.messageId] };
    await whileLocked(scene.pairing.database.url, 'pairing.reports', async () =>
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
    const [ada, bob] = await scene.pairing.couple();
    const { messageId } = says(bob, ada, 'x');
    await scene.stopMessaging();
    expect(await refused(ada, bob, { messageIds: [messageId] })).toBe('UNAVAILABLE');
    expect(await ada.call(listReportRecords, {})).toEqual([]);
    await report(ada, bob);
    await scene.startMessaging();
  });
});

describe('the schema', () => {
  it('matches the entities', async () => expect(await scene.pairing.drift()).toEqual([]));
});
