import { randomUUID } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Actor, type Call, type FiledReport, ReportPersonDto, reportPerson } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { type FreshServer, accessToken, freshNats, freshRedis, testKeys } from '@duet/testing';
import { Controller, Inject } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CallLog, fakePeers } from './call-log.js';
import { startGateway } from './edge.js';
import { gatewaySettings } from './settings.js';

const FILED: FiledReport = { reportId: randomUUID(), fileIds: [randomUUID()] };

@Controller()
class Peer {
  constructor(@Inject(CallLog) private readonly calls: CallLog) {}

  @Rpc(reportPerson) async report(call: Call<'user'>, dto: ReportPersonDto): Promise<FiledReport> {
    return this.calls.record(reportPerson, call, dto, FILED);
  }
}

const keys = testKeys();
let nats: FreshServer;
let redis: FreshServer;
let peers: Awaited<ReturnType<ReturnType<typeof fakePeers>>>;
let media: Server;
/** How media answers. */
let mood: 'open' | 'failing' | 'mute';
/** The URLs that media was asked for. */
let asked: string[];
let app: NestFastifyApplication;

beforeAll(async () => {
  [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  peers = await fakePeers(Peer)(nats.url, keys.publicKeys);
  media = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (mood === 'mute') return;
    const body = mood === 'open' ? { success: true, data: {} } : { success: false, code: 'UNAVAILABLE' };
    response.writeHead(mood === 'open' ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => media.listen(0, '127.0.0.1', resolve));
  const MEDIA_URL = `http://127.0.0.1:${(media.address() as AddressInfo).port}`;
  app = await startGateway(gatewaySettings(nats.url, redis.url, { JWT_PUBLIC_KEYS: keys.publicKeys, MEDIA_URL }));
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
});

const report = (actor: Actor, payload: object) =>
  app.inject({
    method: 'POST',
    url: '/api/partners/report',
    payload,
    headers: { authorization: `Bearer ${accessToken(keys, actor)}` },
  });

describe('a report with files', () => {
  it.each([
    ['failing', 503, 'UNAVAILABLE'],
    ['mute', 504, 'TIMEOUT'],
  ] as const)(
    'is not confirmed while media is %s; the repeated call is the same report, and keeps its files',
    async (how, status, code) => {
      const actor = { userId: randomUUID(), sessionId: randomUUID() };
      const given = { userId: randomUUID(), reason: 'threat', messageIds: [randomUUID()], clientId: randomUUID() };
      mood = how;
      const refused = await report(actor, given);
      expect([refused.statusCode, refused.json()]).toMatchObject([status, { success: false, code }]);
      mood = 'open';
      expect((await report(actor, given)).json()).toMatchObject({ success: true });
      expect(asked).toEqual([1, 2].map(() => `/report-files/${FILED.reportId}`));
      expect(peers.calls.take().map(([, input]) => input)).toEqual([given, given]);
    },
    30_000,
  );
});
