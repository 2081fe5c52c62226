import { randomUUID } from 'node:crypto';
import { unlinkPartner, userDeleted } from '@duet/contracts';
import { ADMIN_EXIT, DAY, Health, createLogger, runAdmin } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import { DataSource } from 'typeorm';
import { options } from '../src/data-source.js';
import { coupleCommands } from '../src/operators/couple-commands.js';
import { reportCommands } from '../src/reports/report-commands.js';
import { openReport } from '../src/reports/report-content.js';
import { reportKeys } from '../src/reports/report-keys.js';
import { ReportResealing } from '../src/reports/report-resealing.js';
import { NOON, keys, report, useReports } from './report-calls.js';
import { REPORT_KEY } from './running-pairing.js';

const scene = useReports();
const { says, stored } = scene;

const admin = (...argv: string[]): Promise<string> =>
  runAdmin(options(scene.pairing.database.url), reportCommands(keys), ['--as', 'Olga', '--reason', 'abuse', ...argv]);

describe('a stored report', () => {
  it('outlives both accounts and the couple, without the id of the reporter', async () => {
    const [ada, bob] = await scene.pairing.couple();
    const { reportId } = await report(ada, bob, { text: 'kept' });
    for (const { id } of [ada, bob]) await scene.pairing.bus.publish(userDeleted, id, { userId: id });
    await eventually(async () => expect(await stored(reportId)).toMatchObject([{ reporterId: null }]));
    await eventually(async () =>
      expect(await scene.pairing.rows('SELECT id FROM people WHERE id = $1', [bob.id])).toEqual([]),
    );
    const [row] = await stored(reportId);
    expect(row && openReport(keys, row)).toMatchObject({ reported: { id: bob.id }, text: 'kept' });
  });

  it('is deleted after 180 days', async () => {
    const [ada, bob] = await scene.pairing.couple();
    const { reportId } = await report(ada, bob);
    scene.pairing.itIs(new Date(Date.parse(NOON) + 180 * DAY - 1_000).toISOString());
    await scene.pairing.sweep();
    expect(await stored(reportId)).toHaveLength(1);
    scene.pairing.itIs(new Date(Date.parse(NOON) + 180 * DAY + 1_000).toISOString());
    await scene.pairing.sweep();
    expect(await stored(reportId)).toEqual([]);
  });

  it('does not open in another row', async () => {
    const [ada, bob] = await scene.pairing.couple();
    const [[one], [other]] = [
      await stored((await report(ada, bob)).reportId),
      await stored((await report(ada, bob)).reportId),
    ];
    if (!one || !other) throw new Error('no report was stored');
    expect(() => openReport(keys, { ...other, sealed: one.sealed })).toThrow();
  });

  it('of a previous key is sealed again, and a wrong key makes pairing not ready', async () => {
    const [ada, bob] = await scene.pairing.couple();
    const { reportId } = await report(ada, bob, { text: 'rotated' });
    const next = 'the-next-key-of-this-installation-1';
    const withKey = (value: string) => {
      const health = new Health('pairing');
      const log = createLogger('pairing', 'silent');
      const resealing = new ReportResealing(
        scene.pairing.app.get(DataSource),
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
    const [ada, bob] = await scene.pairing.couple();
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
    const acts = await scene.pairing.rows<{ act: string }>(
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
      await expect(scene.pairing.rows(statement)).rejects.toThrow('append-only');
    },
  );

  it('does nothing without a name or for unknown words', async () => {
    const run = (...argv: string[]) => runAdmin(options(scene.pairing.database.url), reportCommands(keys), argv);
    const [before] = await scene.pairing.rows('SELECT count(*) FROM admin_acts');
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
    expect(await scene.pairing.rows('SELECT count(*) FROM admin_acts')).toEqual([before]);
  });
});

describe('duet-admin about couples', () => {
  const show = async (id: string) =>
    JSON.parse(
      await runAdmin(options(scene.pairing.database.url), coupleCommands, [
        ...['--as', 'Olga', '--reason', 'ticket 7', '--json', 'couple', 'show', id],
      ]),
    );

  it('shows members, link, end and purge by the id of the couple or of a member, and nothing else', async () => {
    const [ada, bob] = await scene.pairing.couple();
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
