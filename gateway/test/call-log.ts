import type { Call, RpcDefinition } from '@duet/contracts';
import { type AppError, BaseConfig, KitModule, createService } from '@duet/service-kit';
import { processSettings } from '@duet/testing';
import { type INestMicroservice, Module, type Type } from '@nestjs/common';
import { NoRevocations } from './no-revocations.js';

interface RecordedCall {
  subject: string;
  userId: string | undefined;
  input: object;
}

/** The RPC calls that the fake peers received, in order. */
export class CallLog {
  readonly entries: RecordedCall[] = [];
  /** Calls of these subjects fail with the error. */
  readonly refusals = new Map<string, AppError>();

  record<Answer>({ subject }: RpcDefinition<object, Answer>, call: Call, input: object, answer: Answer): Answer {
    this.entries.push({ subject, userId: call.actor?.userId, input: { ...input } });
    const refusal = this.refusals.get(subject);
    if (refusal) throw refusal;
    return answer;
  }

  /** Removes and returns the recorded subjects and inputs. */
  take(): [string, object][] {
    return this.entries.splice(0).map(({ subject, input }) => [subject, input]);
  }
}

/** Starts a process with these controllers in place of the services. They give fixed answers and record their calls. */
export const fakePeers =
  (...controllers: Type<unknown>[]) =>
  async (nats: string, publicKeys: string): Promise<{ calls: CallLog; app: INestMicroservice }> => {
    const calls = new CallLog();
    const config = Object.assign(new BaseConfig(), processSettings(nats, publicKeys));
    @Module({
      imports: [KitModule.forRoot({ process: 'peers' }, config)],
      controllers: [NoRevocations, ...controllers],
      providers: [{ provide: CallLog, useValue: calls }],
    })
    class Peers {}
    const app = await createService(Peers, 'peers', config);
    await app.listen();
    return { calls, app };
  };
