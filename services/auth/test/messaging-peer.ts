import { type Call, PushAboutDto, wantedPush } from '@duet/contracts';
import { BaseConfig, KitModule, Rpc, createService } from '@duet/service-kit';
import type { TestKeys } from '@duet/testing';
import { Controller, Inject, type INestMicroservice, Module } from '@nestjs/common';

/** What messaging would say of messages, and what it was asked. */
export class Unread {
  readonly asked: PushAboutDto[] = [];
  /** Of which messages there is nothing to tell any more. */
  readonly over = new Set<string>();
  /** What an answer waits for. */
  answering: Promise<void> = Promise.resolve();
}

@Controller()
class MessagingPeer {
  constructor(@Inject(Unread) private readonly unread: Unread) {}

  @Rpc(wantedPush) async wanted(_call: Call<'public'>, about: PushAboutDto): Promise<{ wanted: boolean }> {
    this.unread.asked.push(about);
    await this.unread.answering;
    return { wanted: !this.unread.over.has(about.messageId) };
  }
}

/** Stands where messaging stands. */
export async function startMessagingPeer(nats: string, { publicKeys }: TestKeys): Promise<{ unread: Unread; app: INestMicroservice }> {
  const unread = new Unread();
  const config = Object.assign(new BaseConfig(), { NODE_ENV: 'test', LOG_LEVEL: 'silent', NATS_URL: nats, OPS_PORT: 0, JWT_PUBLIC_KEYS: publicKeys });
  @Module({ imports: [KitModule.forRoot('messaging-peer', config)], controllers: [MessagingPeer], providers: [{ provide: Unread, useValue: unread }] })
  class Peers {}
  const app = await createService(Peers, 'messaging-peer', config);
  await app.listen();
  return { unread, app };
}
