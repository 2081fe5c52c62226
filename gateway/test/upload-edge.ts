import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Call,
  type MessageView,
  SendMediaDto,
  type SentMessage,
  type StagedUpload,
  sendMedia,
  sessionRevoked,
} from '@duet/contracts';
import { BaseConfig, KitModule, LivePush, Rpc, createService } from '@duet/service-kit';
import { type FreshServer, accessToken, freshNats, freshRedis, processSettings, testKeys } from '@duet/testing';
import { Controller, Inject, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createGateway } from '../src/create-gateway.js';
import { ANSWERS } from './message-peers.js';
import { NoRevocations } from './no-revocations.js';
import { gatewaySettings } from './settings.js';

export const keys = testKeys();

/** A session as its token names it. */
export interface Session {
  userId: string;
  sessionId: string;
}

export const aSession = (): Session => ({ userId: randomUUID(), sessionId: randomUUID() });

export const bearerOf = (own: Session) => ({ authorization: `Bearer ${accessToken(keys, own)}` });

/** The messages that the fake messaging received, and its answer. */
export class MessagingState {
  media: SendMediaDto[] = [];
  answer: (dto: SendMediaDto) => SentMessage | Promise<SentMessage> = (dto) => ({
    message: messageOf(dto),
    repeated: false,
  });
}

export const messageOf = ({ clientMessageId, attachments, messageType }: SendMediaDto): MessageView => ({
  ...ANSWERS.message,
  clientMessageId,
  messageType,
  attachments: attachments.map(({ id, kind, filename, size, mimeType }) => ({
    id,
    kind,
    filename,
    size,
    mimeType,
    url: `/api/media/attachments/${id}/original`,
  })),
});

@Controller()
class MessagingPeer {
  constructor(@Inject(MessagingState) private readonly state: MessagingState) {}

  @Rpc(sendMedia) async send(_call: Call<'user'>, dto: SendMediaDto): Promise<SentMessage> {
    this.state.media.push(dto);
    return this.state.answer(dto);
  }
}

/** Media's handler of requests. */
export type MediaHandler = (request: IncomingMessage, response: ServerResponse) => void;

export const portOf = (server: { address(): AddressInfo | string | null }): number =>
  (server.address() as AddressInfo).port;

export const json = (response: ServerResponse, body: object): void =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ success: true, data: body }));

export const staged = (kind: 'image' | 'file' | 'voice') => ({
  id: randomUUID(),
  kind,
  filename: 'a',
  size: 1,
  mimeType: 'x/y',
  sha256: 'a'.repeat(64),
});

export const upload = (clientMessageId?: string): StagedUpload => ({
  chatId: randomUUID(),
  replyTo: randomUUID(),
  ...(clientMessageId && { clientMessageId }),
  messages: [
    { messageType: 'image', attachments: [staged('image'), staged('image')] },
    { messageType: 'file', attachments: [staged('file')] },
  ],
});

/** A gateway with a media whose handler the test sets, and a fake messaging. */
export interface UploadEdge {
  url: string;
  app: NestFastifyApplication;
  media: Server;
  messaging: MessagingState;
  redis: FreshServer;
  revoke: (session: Session) => void;
  stop: () => Promise<void>;
}

export async function startUploadEdge(handle: MediaHandler): Promise<UploadEdge> {
  const [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  const media = createServer(handle);
  await new Promise<void>((resolve) => media.listen(0, '127.0.0.1', resolve));
  const config = Object.assign(new BaseConfig(), processSettings(nats.url, keys.publicKeys));
  const messaging = new MessagingState();
  @Module({
    imports: [KitModule.forRoot({ process: 'peers' }, config)],
    controllers: [NoRevocations, MessagingPeer],
    providers: [{ provide: MessagingState, useValue: messaging }],
  })
  class Peers {}
  const peer = await createService(Peers, 'peers', config);
  await peer.listen();
  const app = await createGateway(
    gatewaySettings(nats.url, redis.url, {
      JWT_PUBLIC_KEYS: keys.publicKeys,
      MEDIA_URL: `http://127.0.0.1:${portOf(media)}`,
    }),
  );
  await app.listen(0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${portOf(app.getHttpServer())}`,
    app,
    media,
    messaging,
    redis,
    revoke: ({ sessionId, userId }) =>
      peer.get(LivePush).push(sessionRevoked, { sessionId, userId, revokedAt: new Date().toISOString() }),
    async stop(): Promise<void> {
      await app.close();
      await peer.close();
      media.closeAllConnections();
      await new Promise((resolve) => media.close(resolve));
      await Promise.all([nats.stop(), redis.stop()]);
    },
  };
}
