import { type Call, PushAboutDto, shouldPush } from '@duet/contracts';
import { BaseConfig, KitModule, Rpc, createService } from '@duet/service-kit';
import { type TestKeys, processSettings } from '@duet/testing';
import { Controller, Inject, type INestMicroservice, Module } from '@nestjs/common';

/** The answers of the stand-in for messaging, and the calls that it got. */
export class Unread {
  readonly asked: PushAboutDto[] = [];
  /** The messages that need no push any more. */
  readonly read = new Set<string>();
  /** Resolves when the peer may answer. */
  mayAnswer: Promise<void> = Promise.resolve();
}

@Controller()
class MessagingPeer {
  constructor(@Inject(Unread) private readonly unread: Unread) {}

  @Rpc(shouldPush) async wanted(_call: Call<'process'>, about: PushAboutDto): Promise<{ wanted: boolean }> {
    this.unread.asked.push(about);
    await this.unread.mayAnswer;
    return { wanted: !this.unread.read.has(about.messageId) };
  }
}

/** Starts a stand-in for messaging on the bus. */
export async function startMessagingPeer(
  nats: string,
  { publicKeys }: TestKeys,
): Promise<{ unread: Unread; app: INestMicroservice }> {
  const unread = new Unread();
  const config = Object.assign(new BaseConfig(), processSettings(nats, publicKeys));
  @Module({
    imports: [KitModule.forRoot({ process: 'messaging-peer' }, config)],
    controllers: [MessagingPeer],
    providers: [{ provide: Unread, useValue: unread }],
  })
  class Peers {}
  const app = await createService(Peers, 'messaging-peer', config);
  await app.listen();
  return { unread, app };
}
