import { randomUUID } from 'node:crypto';
import {
  LIMITS,
  deleteAccount,
  exportDropped,
  exportFailed,
  getExport,
  getExportLink,
  getExportToken,
  getProfile,
  getSettings,
  listSessions,
  requestExport,
  revokeOtherSessions,
  updateProfile,
} from '@duet/contracts';
import { EXPORT_LINK, sessionAlias } from '@duet/service-kit';
import { type MailCatcher, PASSWORD, eventually } from '@duet/testing';
import jwt from 'jsonwebtoken';
import { NONE, exportCalls } from './export-calls.js';
import { type MailedAuth, startMailedAuth } from './mailed-auth.js';
import { HOUR, MINUTE, type Person, type RunningAuth } from './running-auth.js';

let scene: MailedAuth;
let auth: RunningAuth;
let mailbox: MailCatcher;

beforeAll(async () => {
  scene = await startMailedAuth();
  ({ auth, mailbox } = scene);
});

afterAll(() => scene.stop());

const { startExport, linkFor, exportOf, requestOf, publishReady } = exportCalls(() => scene);

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
