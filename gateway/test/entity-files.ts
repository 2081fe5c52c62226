import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ContributionView, type EntityFileView, sessionRevoked } from '@duet/contracts';
import { LivePush, Revocations } from '@duet/service-kit';
import { type FreshServer, accessToken, eventually, freshNats, freshRedis, testKeys } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fakePeers } from './call-log.js';
import { startGateway } from './edge.js';
import { CAPSULE, Challenges, EarlierYears, Memories, resetAnswers } from './entity-peers.js';
import { gatewaySettings } from './settings.js';

export const stagedFile = () => ({ id: randomUUID(), kind: 'image' as const, fingerprint: 'a'.repeat(64) });

export const FILE: EntityFileView = {
  url: '/api/media/attachments/x/original?a=4',
  filename: 'a.png',
  size: 1,
  mimeType: 'image/png',
  expiresAt: '2026-11-22T12:01:00.000Z',
};

/** A fake of media. */
interface FakeMedia {
  /** The calls, in order. */
  asked: [path: string, body: unknown][];
  /** The paths that it refuses. */
  refusing: string[];
  /** The files and fields of the form that it has stored. */
  staged: ReturnType<typeof stagedFile>[];
  /** It answers after this. */
  ready: Promise<void>;
  fields: Record<string, string>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat(await request.toArray()).toString('latin1');

/** A form of files, whose contents the fake of media does not read. */
export function fileForm(count = 2): FormData {
  const made = new FormData();
  for (let file = 0; file < count; file += 1) made.append('files', new Blob(['x']), `${file}.png`);
  return made;
}

/** Starts a gateway with fake memories, challenges and media for the tests of a file. */
export function useEntityFiles() {
  const keys = testKeys();
  const media: FakeMedia = { asked: [], refusing: [], staged: [], ready: Promise.resolve(), fields: {} };
  let nats: FreshServer;
  let redis: FreshServer;
  let mediaServer: Server;
  let peers: Awaited<ReturnType<ReturnType<typeof fakePeers>>>;
  let app: NestFastifyApplication;
  let url: string;

  function mediaAnswer(path: string, body: unknown): object {
    if (path === '/entity-files/describe') {
      const { owners } = body as { owners: { ids: string[] }[] };
      return { files: owners.flatMap(({ ids }) => ids.map((id) => ({ id, file: FILE }))) };
    }
    return /^\/entity-files\/(capsule|challenge)\//.test(path) ? { files: media.staged, fields: media.fields } : {};
  }

  beforeAll(async () => {
    [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
    mediaServer = createServer((request, response) => {
      void bodyOf(request).then(async (text) => {
        const path = request.url ?? '';
        const body: unknown = request.headers['content-type'] === 'application/json' ? JSON.parse(text) : null;
        media.asked.push([path, body]);
        await media.ready;
        const isRefused = media.refusing.includes(path);
        response.writeHead(isRefused ? 503 : 200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify(
            isRefused ? { success: false, code: 'UNAVAILABLE' } : { success: true, data: mediaAnswer(path, body) },
          ),
        );
      });
    });
    await new Promise<void>((resolve) => mediaServer.listen(0, '127.0.0.1', resolve));
    peers = await fakePeers(Memories, Challenges, EarlierYears)(nats.url, keys.publicKeys);
    const MEDIA_URL = `http://127.0.0.1:${(mediaServer.address() as AddressInfo).port}`;
    app = await startGateway(gatewaySettings(nats.url, redis.url, { JWT_PUBLIC_KEYS: keys.publicKeys, MEDIA_URL }));
    await app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await app.close();
    await peers.app.close();
    mediaServer.closeAllConnections();
    await new Promise((resolve) => mediaServer.close(resolve));
    await Promise.all([nats.stop(), redis.stop()]);
  });

  beforeEach(() => {
    const staged = [stagedFile(), stagedFile()];
    const fields = { clientId: randomUUID() };
    Object.assign(media, { asked: [], refusing: [], staged, ready: Promise.resolve(), fields });
    resetAnswers();
    peers.calls.take();
  });

  return {
    media,
    get app() {
      return app;
    },

    /** Removes and returns the calls to memories and challenges. */
    takeCalls: () => peers.calls.take(),

    /** The files that media was asked to delete. */
    discarded: (): unknown => media.asked.find(([path]) => path === '/attachments/discard')?.[1],

    /** Revokes a session, and waits until the gateway knows it. */
    async revoke(sessionId: string): Promise<void> {
      const revokedAt = new Date().toISOString();
      peers.app.get(LivePush).push(sessionRevoked, { sessionId, userId: randomUUID(), revokedAt });
      await eventually(() => expect(app.get(Revocations, { strict: false }).isRevoked(sessionId)).toBe(true));
    },

    /** Calls a path of challenges, memories or stories, or one of the capsule. */
    async ask(
      method: string,
      path: string,
      body?: FormData | object,
      userId = randomUUID(),
      sessionId: string = randomUUID(),
      signal: AbortSignal | null = null,
    ) {
      const isForm = body instanceof FormData;
      const response = await fetch(
        `${url}/api/${/^(challenges|memories|stories)\//.test(path) ? path : `capsules/${CAPSULE}/${path}`}`,
        {
          method,
          signal,
          ...(body && { body: isForm ? body : JSON.stringify(body) }),
          headers: {
            authorization: `Bearer ${accessToken(keys, { userId, sessionId })}`,
            ...(body && !isForm && { 'content-type': 'application/json' }),
          },
        },
      );
      return { status: response.status, ...((await response.json()) as { code?: string; data?: ContributionView }) };
    },
  };
}
