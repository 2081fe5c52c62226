import { createHash, randomUUID } from 'node:crypto';
import {
  LIMITS,
  addPasskey,
  askPasskeyConfirm,
  beginPasskey,
  changePassword,
  deleteAccount,
  exportRequested,
  getRestitutionLink,
  requestExport,
  revokeOtherSessions,
  userDeleted,
  userRegistered,
} from '@duet/contracts';
import { RESTITUTION_LINK } from '@duet/service-kit';
import { PASSWORD, eventually } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import jwt from 'jsonwebtoken';
import type { DataSource } from 'typeorm';
import { NONE, exportCalls } from './export-calls.js';
import { type MailedAuth, startMailedAuth } from './mailed-auth.js';
import { MINUTE, type Person, type RunningAuth, SECOND } from './running-auth.js';
import { SoftwareAuthenticator } from './software-authenticator.js';

let scene: MailedAuth;
let auth: RunningAuth;

beforeAll(async () => {
  scene = await startMailedAuth();
  ({ auth } = scene);
});

afterAll(() => scene.stop());

const { startExport, refused, exportOf, requestOf } = exportCalls(() => scene);

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
