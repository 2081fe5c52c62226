import { type Call, type ReportableMessage, ReportableMessagesDto, listReportableMessages } from '@duet/contracts';
import { AppError, BaseConfig, KitModule, Rpc, createService } from '@duet/service-kit';
import { type TestKeys, processSettings } from '@duet/testing';
import { Controller, Inject, type INestMicroservice, Module } from '@nestjs/common';

/** The messages of each two people, by their ids in order. */
export class SaidThings {
  private readonly said = new Map<string, ReportableMessage[]>();

  between(one: string, other: string): ReportableMessage[] {
    const key = [one, other].toSorted().join();
    const messages = this.said.get(key) ?? [];
    this.said.set(key, messages);
    return messages;
  }
}

@Controller()
class MessagingPeer {
  constructor(@Inject(SaidThings) private readonly said: SaidThings) {}

  @Rpc(listReportableMessages)
  async reportable(
    _call: Call<'process'>,
    { userId, otherId, messageIds }: ReportableMessagesDto,
  ): Promise<ReportableMessage[]> {
    const found = this.said.between(userId, otherId).filter(({ messageId }) => messageIds.includes(messageId));
    if (found.length < messageIds.length) throw new AppError('MESSAGE_NOT_FOUND');
    return found;
  }
}

/** Answers in messaging's place. */
export async function startMessagingPeer(
  nats: string,
  keys: TestKeys,
): Promise<{ said: SaidThings; app: INestMicroservice }> {
  const said = new SaidThings();
  const config = Object.assign(new BaseConfig(), processSettings(nats, keys.publicKeys));
  @Module({
    imports: [KitModule.forRoot({ process: 'messaging-peer' }, config)],
    controllers: [MessagingPeer],
    providers: [{ provide: SaidThings, useValue: said }],
  })
  class Peer {}
  const app = await createService(Peer, 'messaging-peer', config);
  await app.listen();
  return { said, app };
}
