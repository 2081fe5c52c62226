import { randomUUID } from 'node:crypto';
import { type AddressInfo } from 'node:net';
import { type Server, createServer } from 'node:http';
import {
  type Actor,
  type Call,
  type CoupleRecord,
  type ExportLink,
  type ExportView,
  LIMITS,
  NoInput,
  RequestExportDto,
  RestitutionLinkDto,
  getExportLink,
  getRestitutionLink,
  listCoupleRecords,
  requestExport,
  sessionRevoked,
} from '@duet/contracts';
import { AppError, LivePush, Rpc } from '@duet/service-kit';
import {
  type FreshServer,
  accessToken,
  eventually,
  exportLink,
  freshNats,
  freshRedis,
  restitutionLink,
  testKeys,
} from '@duet/testing';
import { Controller, Inject } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CallLog, fakePeers } from './call-log.js';
import { startGateway } from './edge.js';
import { gatewaySettings } from './settings.js';

const PREPARING: ExportView = { status: 'preparing', requestedAt: '2026-11-22T10:00:00.000Z', expiresAt: null };
const LINK: ExportLink = { url: '/api/media/exports/a.b.c', expiresAt: '2026-11-22T10:05:00.000Z' };

const TIMES = { readyAt: '2026-11-22T10:00:00.000Z', expiresAt: '2027-11-22T10:00:00.000Z' };
const RESTITUTION = { _id: randomUUID(), size: 10, ...TIMES };

@Controller()
class Peer {
  constructor(@Inject(CallLog) private readonly calls: CallLog) {}

  @Rpc(requestExport) async request(call: Call<'user'>, dto: RequestExportDto): Promise<ExportView> {
    return this.calls.record(requestExport, call, dto, PREPARING);
  }
  @Rpc(getRestitutionLink) async restitution(call: Call<'user'>, dto: RestitutionLinkDto): Promise<ExportLink> {
    return this.calls.record(getRestitutionLink, call, dto, LINK);
  }
  @Rpc(getExportLink) async link(call: Call<'user'>, dto: NoInput): Promise<ExportLink> {
    return this.calls.record(getExportLink, call, dto, LINK);
  }
  @Rpc(listCoupleRecords) async couples(call: Call<'user'>, dto: NoInput): Promise<CoupleRecord[]> {
    return this.calls.record(listCoupleRecords, call, dto, []);
  }
}

const keys = testKeys();
let nats: FreshServer;
let redis: FreshServer;
let peers: Awaited<ReturnType<ReturnType<typeof fakePeers>>>;
let media: Server;
/** The URLs that media was asked for. */
let asked: string[];
let app: NestFastifyApplication;

beforeAll(async () => {
  [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  peers = await fakePeers(Peer)(nats.url, keys.publicKeys);
  media = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/restitutions')
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ success: true, data: { restitutions: [RESTITUTION] } }));
    response
      .writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="duet.zip"' })
      .end('PK');
  });
  await new Promise<void>((resolve) => media.listen(0, '127.0.0.1', resolve));
  const { port } = media.address() as AddressInfo;
  app = await startGateway(
    gatewaySettings(nats.url, redis.url, { JWT_PUBLIC_KEYS: keys.publicKeys, MEDIA_URL: `http://127.0.0.1:${port}` }),
  );
});

afterAll(async () => {
  await app.close();
  await peers.app.close();
  media.closeAllConnections();
  await new Promise((resolve) => media.close(resolve));
  await Promise.all([nats.stop(), redis.stop()]);
});

beforeEach(() => {
  asked = [];
  peers.calls.take();
  peers.calls.refusals.clear();
});

const aSession = (): Actor => ({ userId: randomUUID(), sessionId: randomUUID() });
const post = (actor: Actor | null, path = '', payload: object = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/users/export${path}`,
    payload,
    headers: actor ? { authorization: `Bearer ${accessToken(keys, actor)}` } : {},
  });
const load = (link: string) => app.inject({ method: 'GET', url: `/api/media/exports/${link}` });
const revoke = ({ sessionId, userId }: Actor): void =>
  peers.app.get(LivePush).push(sessionRevoked, { sessionId, userId, revokedAt: new Date().toISOString() });

describe('a request for an export', () => {
  it('needs the password, and its link is requested separately', async () => {
    const me = aSession();
    expect((await post(me)).json()).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field: 'password' }] });
    expect((await post(me, '', { password: 'x', userId: 'y' })).statusCode).toBe(400);
    expect(peers.calls.entries).toEqual([]);
    const answer = await post(me, '', { password: 'Right1Horse' });
    expect([answer.statusCode, answer.json().data]).toEqual([202, { ...PREPARING, historyUntil: null }]);
    expect((await post(me, '/link')).json().data).toEqual(LINK);
    for (const path of ['', '/link'])
      expect((await post(null, path, { password: 'Right1Horse' })).statusCode).toBe(401);
  });

  it('is limited per day, separately from wrong passwords', async () => {
    const me = aSession();
    peers.calls.refusals.set(requestExport.subject, new AppError('WRONG_PASSWORD'));
    for (let tries = 0; tries < LIMITS.exportsPerDay; tries += 1)
      expect((await post(me, '', { password: 'Wrong1Horse' })).statusCode).toBe(403);
    peers.calls.refusals.clear();
    for (let tries = 0; tries < LIMITS.exportsPerDay; tries += 1)
      expect((await post(me, '', { password: 'Right1Horse' })).statusCode).toBe(202);
    const other = aSession();
    for (let tries = 0; tries < LIMITS.exportsPerDay; tries += 1) await post(other, '', { password: 'Right1Horse' });
    const limited = await post(other, '', { password: 'Right1Horse' });
    expect([limited.statusCode, Number(limited.headers['retry-after']) > 60]).toEqual([429, true]);
    peers.calls.refusals.set(requestExport.subject, new AppError('WRONG_PASSWORD'));
    const guessing = aSession();
    const codes = [];
    for (let tries = 0; tries < 11; tries += 1)
      codes.push((await post(guessing, '', { password: 'Wrong1Horse' })).statusCode);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
  });
});

describe('the download of an export', () => {
  it('works by its link until the session of the link ends', async () => {
    const me = aSession();
    const link = exportLink(keys, randomUUID(), 60, me.sessionId);
    const answer = await load(link);
    expect([answer.statusCode, answer.body, answer.headers['content-disposition']]).toEqual([
      200,
      'PK',
      'attachment; filename="duet.zip"',
    ]);
    expect(asked).toEqual([`/exports/${link}`]);
    revoke(me);
    await eventually(async () => expect((await load(link)).statusCode).toBe(401));
    expect((await load(exportLink(keys, randomUUID()))).statusCode).toBe(200);
  });

  it('never asks media for a link that is malformed, expired or without a session', async () => {
    const me = aSession();
    const wrong = [
      'a.b.c',
      'x'.repeat(90),
      exportLink(testKeys(), randomUUID()),
      exportLink(keys, randomUUID(), -1),
      exportLink(keys, randomUUID(), 60, null),
      accessToken(keys, me),
      accessToken(keys, me, 60, 'export'),
    ];
    for (const link of wrong) expect((await load(link)).statusCode).toBe(404);
    expect(asked).toEqual([]);
  });
});

describe('a restitution', () => {
  const ask = (actor: Actor, id: string, payload: object) =>
    app.inject({
      method: 'POST',
      url: `/api/users/restitutions/${id}/link`,
      payload,
      headers: { authorization: `Bearer ${accessToken(keys, actor)}` },
    });

  it('gets a link for a proof, and for one of the caller alone', async () => {
    const me = aSession();
    const proof = { password: 'Right1Horse' };
    expect((await ask(me, RESTITUTION._id, proof)).json().data).toEqual(LINK);
    expect(peers.calls.take()).toEqual([[getRestitutionLink.subject, { id: RESTITUTION._id, ...proof }]]);
    for (const id of [randomUUID(), 'nonsense', '%00']) expect((await ask(me, id, proof)).statusCode).toBe(404);
    for (const wrong of [{}, { password: '' }, { ...proof, id: randomUUID() }])
      expect((await ask(me, RESTITUTION._id, wrong)).statusCode).toBe(400);
    expect(peers.calls.take()).toEqual([]);
  });

  it('is downloaded by its own kind of link until the session ends', async () => {
    const me = aSession();
    const get = (link: string) => app.inject({ method: 'GET', url: `/api/media/restitutions/${link}` });
    const link = restitutionLink(keys, me, RESTITUTION._id);
    expect((await get(link)).statusCode).toBe(200);
    expect(asked).toEqual([`/restitutions/${link}`]);
    expect((await load(link)).statusCode).toBe(404);
    expect((await get(exportLink(keys, randomUUID(), 60, me.sessionId))).statusCode).toBe(404);
    revoke(me);
    await eventually(async () => expect((await get(link)).statusCode).toBe(401));
  });
});
