import { createHash, randomUUID } from 'node:crypto';
import {
  type ExportRequested,
  LIMITS,
  type RequestExportDto,
  addPasskey,
  askPasskeyConfirm,
  beginPasskey,
  changePassword,
  deleteAccount,
  exportDropped,
  exportFailed,
  exportReady,
  exportRequested,
  getExport,
  getExportLink,
  getExportToken,
  getRestitutionLink,
  getProfile,
  getSettings,
  listSessions,
  requestExport,
  revokeOtherSessions,
  updateProfile,
  userDeleted,
  userRegistered,
} from '@duet/contracts';
import { EXPORT_LINK, RESTITUTION_LINK, sessionAlias } from '@duet/service-kit';
import { type MailCatcher, PASSWORD, catchMails, eventually } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import jwt from 'jsonwebtoken';
import type { DataSource } from 'typeorm';
import { DAY, HOUR, MINUTE, type Person, RunningAuth, SECOND } from './running-auth.js';
import { SoftwareAuthenticator } from './software-authenticator.js';

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

const startExport = (person: Person, proof: RequestExportDto = { password: PASSWORD }) =>
  auth.bus.call(requestExport, proof, person.caller);
const refused = async (person: Person, proof: object) =>
  (await auth.bus.refusal(requestExport, proof, person.caller)).code;
const linkFor = (person: Person) => auth.bus.call(getExportLink, {}, person.caller);
const exportOf = (person: Person) => auth.bus.call(getExport, {}, person.caller);

/** The event of a user's newest request, as media gets it. */
const requestOf = ({ account: { id } }: Person, count = 1): Promise<ExportRequested> =>
  eventually(async () => {
    const requests = (await auth.bus.events(exportRequested)).filter(({ userId }) => userId === id);
    const newest = requests.at(-1);
    if (!newest || requests.length < count) throw new Error(`${requests.length} of ${count} requests`);
    return newest;
  });

async function publishReady(
  { exportId, userId }: ExportRequested,
  expiresAt = auth.clock.in(LIMITS.exportDays * DAY),
): Promise<void> {
  await auth.bus.publish(exportReady, userId, {
    exportId,
    userId,
    readyAt: auth.clock.now().toISOString(),
    expiresAt: expiresAt.toISOString(),
  });
}

const NONE = { status: 'none', requestedAt: null, expiresAt: null };

describe('a request for an export', () => {
  it('publishes one event with a secret that is stored as a hash, also for ten simultaneous requests', async () => {
    const person = await auth.person();
    expect(await exportOf(person)).toEqual(NONE);
    const views = await Promise.all(Array.from({ length: 10 }, () => startExport(person)));
    expect(new Set(views.map(({ requestedAt }) => requestedAt)).size).toBe(1);
    expect(await exportOf(person)).toEqual({
      status: 'preparing',
      requestedAt: views[0]?.requestedAt,
      expiresAt: null,
    });
    const request = await requestOf(person);
    await eventually(async () =>
      expect(await auth.rows('SELECT 1 FROM outbox WHERE published_to IS NULL')).toEqual([]),
    );
    expect((await auth.bus.events(exportRequested)).filter(({ userId }) => userId === person.account.id)).toHaveLength(
      1,
    );
    expect(await auth.rows('SELECT secret_hash FROM data_exports WHERE id = $1', [request.exportId])).toEqual([
      { secret_hash: createHash('sha256').update(request.secret).digest('base64url') },
    ]);
  });

  it('needs an account', async () => {
    const person = await auth.person();
    await auth.bus.call(deleteAccount, { password: person.typed.password }, person.caller);
    expect(await refused(person, { password: PASSWORD })).toBe('USER_NOT_FOUND');
    expect((await auth.bus.refusal(requestExport, { password: PASSWORD })).code).toBe('UNAUTHENTICATED');
  });

  it('needs the right password', async () => {
    const person = await auth.person();
    expect(await refused(person, { password: 'Wrong1Horse' })).toBe('WRONG_PASSWORD');
    for (const proof of [
      {},
      { password: '' },
      { password: null },
      { passkey: null },
      { password: { $ne: '' } },
      { passkey: {} },
      { passkey: 'yes' },
      { password: 'x'.repeat(2_000) },
    ]) {
      expect(await refused(person, proof)).toBe('VALIDATION_FAILED');
    }
    expect(await exportOf(person)).toEqual(NONE);
    expect((await startExport(person)).status).toBe('preparing');
  });

  it('accepts a passkey of the caller, each answer once', async () => {
    const [person, other] = [await auth.person(), await auth.person()];
    const holder = async (one: Person) => {
      await auth.rows('UPDATE users SET email_verified_at = now() WHERE id = $1', [one.account.id]);
      const device = new SoftwareAuthenticator();
      await auth.bus.call(
        addPasskey,
        device.create(await auth.bus.call(beginPasskey, { password: PASSWORD }, one.caller)),
        one.caller,
      );
      return async () => ({ passkey: device.get(await auth.bus.call(askPasskeyConfirm, {}, one.caller)) });
    };
    const [show, showOther] = [await holder(person), await holder(other)];
    expect(await refused(person, await showOther())).toBe('PASSKEY_EXPIRED');
    const proof = await show();
    expect(await refused(other, proof)).toBe('PASSKEY_EXPIRED');
    const [stale, fresh] = [await show(), await show()];
    auth.clock.forward(LIMITS.passkeyMinutes * MINUTE + SECOND);
    for (const late of [stale, fresh]) expect(await refused(person, late)).toBe('PASSKEY_EXPIRED');
    const answer = await show();
    expect((await startExport(person, answer)).status).toBe('preparing');
    expect(await refused(person, answer)).toBe('PASSKEY_EXPIRED');
  });

  it('is refused from a session that has just ended', async () => {
    const here = await auth.person();
    const there = await auth.again(here);
    await auth.bus.call(revokeOtherSessions, {}, here.caller);
    expect(await refused(there, { password: PASSWORD })).toBe('UNAUTHENTICATED');
    expect(await exportOf(here)).toEqual(NONE);
  });
});

describe('the link to a restitution', () => {
  it('needs a proof for each link, and outlives a new password', async () => {
    const person = await auth.person();
    const id = randomUUID();
    const ask = (proof: object) => auth.bus.refusal(getRestitutionLink, { id, ...proof }, person.caller);
    for (const proof of [{}, { password: '' }, { passkey: {} }, { id: 'nonsense', password: PASSWORD }])
      expect((await ask(proof)).code).toBe('VALIDATION_FAILED');
    expect((await ask({ password: 'Wrong1Horse' })).code).toBe('WRONG_PASSWORD');
    const password = 'Another1Horse';
    await auth.bus.call(changePassword, { currentPassword: PASSWORD, newPassword: password }, person.caller);
    expect((await ask({ password: PASSWORD })).code).toBe('WRONG_PASSWORD');
    const { url, expiresAt } = await auth.bus.call(getRestitutionLink, { id, password }, person.caller);
    const claims = jwt.decode(url.split('/').at(-1) ?? '', { json: true });
    expect(claims).toMatchObject({ sub: person.account.id, about: id, aud: RESTITUTION_LINK.audience });
    expect((claims?.exp ?? 0) * 1000).toBeLessThanOrEqual(Date.parse(expiresAt));
    expect(Date.parse(expiresAt) - auth.clock.now().getTime()).toBeLessThanOrEqual(LIMITS.exportLinkMinutes * MINUTE);
  });

  it('is refused to a session that has ended', async () => {
    const here = await auth.person();
    const there = await auth.again(here);
    await auth.bus.call(revokeOtherSessions, {}, here.caller);
    const refusal = await auth.bus.refusal(getRestitutionLink, { id: randomUUID(), password: PASSWORD }, there.caller);
    expect(refusal.code).toBe('UNAUTHENTICATED');
  });
});

describe('a token for an export', () => {
  it('is issued for the secret, also repeatedly, and is valid only for the calls of an export', async () => {
    const person = await auth.person();
    await startExport(person);
    const { exportId, secret } = await requestOf(person);
    const { token } = await auth.bus.call(getExportToken, { exportId, secret });
    await auth.bus.call(getExportToken, { exportId, secret });
    const claims = jwt.decode(token, { json: true });
    expect(claims).toMatchObject({ sub: person.account.id, sid: exportId, use: 'export', aud: 'duet' });
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(LIMITS.accessTokenSeconds);
    expect(await auth.bus.call(getProfile, {}, { token })).toEqual(person.account);
    await auth.bus.call(getSettings, {}, { token });
    expect(await auth.bus.call(listSessions, {}, { token })).toMatchObject([{ current: false }]);
    for (const refusal of [
      auth.bus.refusal(updateProfile, { bio: 'changed' }, { token }),
      auth.bus.refusal(deleteAccount, { password: person.typed.password }, { token }),
      auth.bus.refusal(requestExport, { password: PASSWORD }, { token }),
      auth.bus.refusal(getExportLink, {}, { token }),
      auth.bus.refusal(getExport, {}, { token }),
    ]) {
      expect((await refusal).code).toBe('UNAUTHENTICATED');
    }
  });

  it('is not issued for a wrong secret, another export, or an export that is ready, failed, replaced, too old or of a deleted user', async () => {
    const person = await auth.person();
    await startExport(person);
    const request = await requestOf(person);
    const { exportId, secret } = request;
    const refusal = async (which: { exportId: string; secret: string }) =>
      (await auth.bus.refusal(getExportToken, which)).code;
    expect(await refusal({ exportId, secret: `${secret}x` })).toBe('TOKEN_INVALID');
    expect(await refusal({ exportId: randomUUID(), secret })).toBe('TOKEN_INVALID');
    await publishReady(request);
    await eventually(async () => expect((await exportOf(person)).status).toBe('ready'));
    expect(await refusal({ exportId, secret })).toBe('TOKEN_INVALID');
    await startExport(person);
    const second = await requestOf(person, 2);
    expect(second.exportId).not.toBe(exportId);
    await auth.bus.call(getExportToken, { exportId: second.exportId, secret: second.secret });
    expect(await refusal({ exportId, secret })).toBe('TOKEN_INVALID');
    await auth.bus.publish(exportFailed, person.account.id, { exportId: second.exportId, userId: person.account.id });
    await eventually(async () => expect((await exportOf(person)).status).toBe('failed'));
    expect(await refusal({ exportId: second.exportId, secret: second.secret })).toBe('TOKEN_INVALID');
    await startExport(person);
    const third = await requestOf(person, 3);
    await auth.rows(`UPDATE data_exports SET requested_at = requested_at - interval '1 day 1 second' WHERE id = $1`, [
      third.exportId,
    ]);
    expect(await refusal({ exportId: third.exportId, secret: third.secret })).toBe('TOKEN_INVALID');
    expect((await exportOf(person)).status).toBe('failed');
    await startExport(person);
    const fourth = await requestOf(person, 4);
    await auth.bus.call(deleteAccount, { password: person.typed.password }, person.caller);
    expect(await refusal({ exportId: fourth.exportId, secret: fourth.secret })).toBe('TOKEN_INVALID');
  });
});

describe('a finished export', () => {
  it('is announced by one mail without a link to the data, and expires after a week', async () => {
    const person = await auth.person();
    await startExport(person);
    const request = await requestOf(person);
    await publishReady(request);
    await publishReady(request);
    await eventually(async () =>
      expect(await exportOf(person)).toMatchObject({ status: 'ready', expiresAt: expect.any(String) }),
    );
    const mails = () =>
      mailbox.mails.filter(({ to, subject }) => to.includes(person.typed.email) && /data is ready/.test(subject));
    await eventually(() => expect(mails()).toHaveLength(1));
    const [mail] = mails();
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain('https://duet.example/settings');
      expect(body).not.toContain('/api/');
    }
    await eventually(async () => expect(await auth.rows("SELECT 1 FROM jobs WHERE queue = 'mail'")).toEqual([]));
    expect(mails()).toHaveLength(1);
    await auth.rows(`UPDATE data_exports SET expires_at = now() - interval '1 second' WHERE id = $1`, [
      request.exportId,
    ]);
    expect(await exportOf(person)).toEqual(NONE);
    expect((await auth.bus.refusal(getExportLink, {}, person.caller)).code).toBe('NOT_FOUND');
  });

  it('is downloaded by links of the caller’s session, which are valid for five minutes and for nothing else', async () => {
    const [person, stranger] = [await auth.person(), await auth.person()];
    const there = await auth.again(person);
    await startExport(person);
    expect((await auth.bus.refusal(getExportLink, {}, person.caller)).code).toBe('NOT_FOUND');
    const request = await requestOf(person);
    await publishReady(request);
    await eventually(async () => expect((await exportOf(person)).status).toBe('ready'));
    const sessionOf = ({ token }: Person) => String(jwt.decode(token, { json: true })?.['sid']);
    for (const device of [person, there]) {
      const { url, expiresAt } = await linkFor(device);
      expect(url).toMatch(/^\/api\/media\/exports\/[\w.-]+$/);
      const link = url.split('/').at(-1) ?? '';
      const claims = jwt.verify(link, auth.keys.publicKey, {
        algorithms: ['ES256'],
        issuer: EXPORT_LINK.issuer,
        audience: EXPORT_LINK.audience,
        complete: true,
      });
      const exp = Math.floor(Date.parse(expiresAt) / 1000);
      expect(claims).toMatchObject({
        header: { typ: 'export+jwt', kid: auth.keys.kid },
        payload: { sub: request.exportId, sid: sessionAlias(sessionOf(device)), exp },
      });
      expect(Date.parse(expiresAt) - auth.clock.now().getTime()).toBeLessThanOrEqual(LIMITS.exportLinkMinutes * MINUTE);
      expect((await auth.bus.refusal(getProfile, {}, { token: link })).code).toBe('UNAUTHENTICATED');
    }
    expect((await auth.bus.refusal(getExportLink, {}, stranger.caller)).code).toBe('NOT_FOUND');
    expect((await auth.bus.refusal(getExportLink, {})).code).toBe('UNAUTHENTICATED');
    await auth.bus.call(revokeOtherSessions, {}, person.caller);
    expect((await auth.bus.refusal(getExportLink, {}, there.caller)).code).toBe('UNAUTHENTICATED');
  });

  it('is ignored when a newer one was requested meanwhile', async () => {
    const person = await auth.person();
    await startExport(person);
    const first = await requestOf(person);
    await auth.rows(`UPDATE data_exports SET requested_at = requested_at - interval '1 day 1 second' WHERE id = $1`, [
      first.exportId,
    ]);
    await startExport(person);
    const second = await requestOf(person, 2);
    await publishReady(first);
    await auth.bus.publish(exportFailed, person.account.id, { exportId: first.exportId, userId: person.account.id });
    await publishReady(second, auth.clock.in(HOUR + MINUTE));
    await eventually(async () => expect((await exportOf(person)).status).toBe('ready'));
    expect(jwt.decode((await linkFor(person)).url.split('/').at(-1) ?? '', { json: true })?.sub).toBe(second.exportId);
  });
});

describe('an export that media dropped', () => {
  it('is deleted with its mail, and a newer one stays', async () => {
    const person = await auth.person();
    await startExport(person);
    const first = await requestOf(person);
    await publishReady(first);
    await eventually(async () => expect((await exportOf(person)).status).toBe('ready'));
    await auth.bus.publish(exportDropped, person.account.id, { exportId: first.exportId, userId: person.account.id });
    await eventually(async () => expect((await exportOf(person)).status).toBe('none'));
    await startExport(person);
    const second = await requestOf(person, 2);
    await publishReady(second);
    await eventually(async () => expect((await exportOf(person)).status).toBe('ready'));
    await auth.bus.publish(exportDropped, person.account.id, { exportId: first.exportId, userId: person.account.id });
    await auth.bus.publish(exportFailed, person.account.id, { exportId: second.exportId, userId: person.account.id });
    expect((await exportOf(person)).status).toBe('ready');
  });
});

describe('a deleted account', () => {
  it('is purged from the event stream, except the event of its deletion', async () => {
    const person = await auth.person({ firstName: 'Canary' });
    const published = async () =>
      JSON.stringify([await auth.bus.events(userRegistered), await auth.rows('SELECT envelope FROM outbox')]);
    await eventually(async () => expect(await published()).toContain(person.account.id));
    await auth.bus.call(deleteAccount, { password: person.typed.password }, person.caller);
    await eventually(async () => expect(await published()).not.toContain('Canary'));
    await eventually(async () =>
      expect(await auth.bus.events(userDeleted)).toContainEqual({ userId: person.account.id }),
    );
    expect(await auth.rows('SELECT 1 FROM data_exports WHERE user_id = $1', [person.account.id])).toEqual([]);
  });
});

it('the migrated schema matches the entities', async () => {
  const { upQueries } = await auth.app.get<DataSource>(getDataSourceToken()).driver.createSchemaBuilder().log();
  expect(upQueries).toEqual([]);
});
