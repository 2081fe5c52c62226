import { createHash, randomUUID } from 'node:crypto';
import {
  type ExportRequested, LIMITS, deleteAccount, exportFailed, exportReady, exportRequested, getExport, getExportToken, getProfile, getSettings, listSessions,
  requestExport, updateProfile, userDeleted, userRegistered,
} from '@duet/contracts';
import { EXPORT_LINK } from '@duet/service-kit';
import { type MailCatcher, catchMails, eventually } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import jwt from 'jsonwebtoken';
import type { DataSource } from 'typeorm';
import { DAY, HOUR, MINUTE, type Person, RunningAuth } from './running-auth.js';

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

const ask = (person: Person) => auth.bus.call(requestExport, {}, person.caller);
const look = (person: Person) => auth.bus.call(getExport, {}, person.caller);

/** The fact of somebody's wish, as media gets it. */
const wishOf = ({ account: { id } }: Person, count = 1): Promise<ExportRequested> =>
  eventually(async () => {
    const wishes = (await auth.bus.facts(exportRequested)).filter(({ userId }) => userId === id);
    const newest = wishes.at(-1);
    if (!newest || wishes.length < count) throw new Error(`${wishes.length} of ${count} wishes`);
    return newest;
  });

async function ready({ exportId, userId }: ExportRequested, expiresAt = auth.clock.in(LIMITS.exportLinkDays * DAY)): Promise<void> {
  await auth.bus.tell(exportReady, userId, { exportId, userId, readyAt: auth.clock.now().toISOString(), expiresAt: expiresAt.toISOString() });
}

const NONE = { status: 'none', requestedAt: null, expiresAt: null, url: null };

describe('a wish', () => {
  it('is one fact with a secret that is kept as a hash, also when it comes ten times at once', async () => {
    const person = await auth.person();
    expect(await look(person)).toEqual(NONE);
    const views = await Promise.all(Array.from({ length: 10 }, () => ask(person)));
    expect(new Set(views.map(({ requestedAt }) => requestedAt)).size).toBe(1);
    expect(await look(person)).toEqual({ status: 'preparing', requestedAt: views[0]?.requestedAt, expiresAt: null, url: null });
    const wish = await wishOf(person);
    await eventually(async () => expect(await auth.rows('SELECT 1 FROM outbox WHERE published_to IS NULL')).toEqual([]));
    expect((await auth.bus.facts(exportRequested)).filter(({ userId }) => userId === person.account.id)).toHaveLength(1);
    expect(await auth.rows('SELECT secret_hash FROM data_exports WHERE id = $1', [wish.exportId])).toEqual([
      { secret_hash: createHash('sha256').update(wish.secret).digest('base64url') },
    ]);
  });

  it('is for whoever has an account', async () => {
    const person = await auth.person();
    await auth.bus.call(deleteAccount, { password: person.typed.password }, person.caller);
    expect((await auth.bus.refusal(requestExport, {}, person.caller)).code).toBe('USER_NOT_FOUND');
    expect((await auth.bus.refusal(requestExport, {})).code).toBe('UNAUTHENTICATED');
  });
});

describe('a token for an export', () => {
  it('is given for the secret, again and again, and opens only what an export reads', async () => {
    const person = await auth.person();
    await ask(person);
    const { exportId, secret } = await wishOf(person);
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
      auth.bus.refusal(requestExport, {}, { token }),
      auth.bus.refusal(getExport, {}, { token }),
    ]) {
      expect((await refusal).code).toBe('UNAUTHENTICATED');
    }
  });

  it('is not given for a wrong secret, another export, or once the export is done, failed, replaced, too old, or its person gone', async () => {
    const person = await auth.person();
    await ask(person);
    const wish = await wishOf(person);
    const { exportId, secret } = wish;
    const refused = async (which: { exportId: string; secret: string }) => (await auth.bus.refusal(getExportToken, which)).code;
    expect(await refused({ exportId, secret: `${secret}x` })).toBe('TOKEN_INVALID');
    expect(await refused({ exportId: randomUUID(), secret })).toBe('TOKEN_INVALID');
    await ready(wish);
    await eventually(async () => expect((await look(person)).status).toBe('ready'));
    expect(await refused({ exportId, secret })).toBe('TOKEN_INVALID');
    await ask(person);
    const second = await wishOf(person, 2);
    expect(second.exportId).not.toBe(exportId);
    await auth.bus.call(getExportToken, { exportId: second.exportId, secret: second.secret });
    expect(await refused({ exportId, secret })).toBe('TOKEN_INVALID');
    await auth.bus.tell(exportFailed, person.account.id, { exportId: second.exportId, userId: person.account.id });
    await eventually(async () => expect((await look(person)).status).toBe('failed'));
    expect(await refused({ exportId: second.exportId, secret: second.secret })).toBe('TOKEN_INVALID');
    await ask(person);
    const third = await wishOf(person, 3);
    await auth.rows(`UPDATE data_exports SET requested_at = requested_at - interval '1 day 1 second' WHERE id = $1`, [third.exportId]);
    expect(await refused({ exportId: third.exportId, secret: third.secret })).toBe('TOKEN_INVALID');
    expect((await look(person)).status).toBe('failed');
    await ask(person);
    const fourth = await wishOf(person, 4);
    await auth.bus.call(deleteAccount, { password: person.typed.password }, person.caller);
    expect(await refused({ exportId: fourth.exportId, secret: fourth.secret })).toBe('TOKEN_INVALID');
  });
});

describe('an export that is ready', () => {
  it('comes by mail with the link that Settings show, and is none after a week', async () => {
    const person = await auth.person();
    await ask(person);
    const wish = await wishOf(person);
    await ready(wish);
    await ready(wish);
    const view = await eventually(async () => {
      const held = await look(person);
      expect(held).toMatchObject({ status: 'ready', url: expect.stringMatching(/^\/api\/media\/exports\/[\w.-]+$/) });
      return held;
    });
    const link = view.url?.split('/').at(-1) ?? '';
    const claimsOf = (signed: string) => jwt.verify(signed, auth.keys.publicKey, { algorithms: ['ES256'], issuer: EXPORT_LINK.issuer, audience: EXPORT_LINK.audience, complete: true });
    const promised = {
      header: { typ: 'export+jwt', kid: auth.keys.kid },
      payload: { sub: wish.exportId, exp: Math.floor(Date.parse(view.expiresAt ?? '') / 1000) },
    };
    expect(claimsOf(link)).toMatchObject(promised);
    expect((await auth.bus.refusal(getProfile, {}, { token: link })).code).toBe('UNAUTHENTICATED');
    const mails = () => mailbox.mails.filter(({ to, subject }) => to.includes(person.typed.email) && /data is ready/.test(subject));
    await eventually(() => expect(mails()).toHaveLength(1));
    const [mail] = mails();
    for (const body of [mail?.text, mail?.html]) {
      const [, mailed = ''] = /https:\/\/duet\.example\/api\/media\/exports\/([\w.-]+)/.exec(body ?? '') ?? [];
      expect(claimsOf(mailed)).toMatchObject(promised);
    }
    await eventually(async () => expect(await auth.rows('SELECT 1 FROM mail_outbox')).toEqual([]));
    expect(mails()).toHaveLength(1);
    await auth.rows(`UPDATE data_exports SET expires_at = now() - interval '1 second' WHERE id = $1`, [wish.exportId]);
    expect(await look(person)).toEqual(NONE);
  });

  it('but was asked for anew meanwhile is not the newest: nobody hears of it', async () => {
    const person = await auth.person();
    await ask(person);
    const first = await wishOf(person);
    await auth.rows(`UPDATE data_exports SET requested_at = requested_at - interval '1 day 1 second' WHERE id = $1`, [first.exportId]);
    await ask(person);
    const second = await wishOf(person, 2);
    await ready(first);
    await auth.bus.tell(exportFailed, person.account.id, { exportId: first.exportId, userId: person.account.id });
    await ready(second, auth.clock.in(HOUR + MINUTE));
    await eventually(async () => expect((await look(person)).status).toBe('ready'));
    expect(jwt.decode((await look(person)).url?.split('/').at(-1) ?? '', { json: true })?.sub).toBe(second.exportId);
  });
});

describe('a deleted account', () => {
  it('leaves the stream: what told of the person is gone, that they left stays', async () => {
    const person = await auth.person({ firstName: 'Canary' });
    const told = async () => JSON.stringify([await auth.bus.facts(userRegistered), await auth.rows('SELECT envelope FROM outbox')]);
    await eventually(async () => expect(await told()).toContain(person.account.id));
    await auth.bus.call(deleteAccount, { password: person.typed.password }, person.caller);
    await eventually(async () => expect(await told()).not.toContain('Canary'));
    await eventually(async () => expect(await auth.bus.facts(userDeleted)).toContainEqual({ userId: person.account.id }));
    expect(await auth.rows('SELECT 1 FROM data_exports WHERE user_id = $1', [person.account.id])).toEqual([]);
  });
});

it('keeps the schema exactly as the entities say', async () => {
  const { upQueries } = await auth.app.get<DataSource>(getDataSourceToken()).driver.createSchemaBuilder().log();
  expect(upQueries).toEqual([]);
});
