import type { Call, RpcDefinition } from '@duet/contracts';
import { type AppError, BaseConfig, KitModule, createService } from '@duet/service-kit';
import { type INestMicroservice, Module, type Type } from '@nestjs/common';

interface Asked {
  subject: string;
  userId: string | undefined;
  input: object;
}

/** What was asked of the services behind the bus, in order. */
export class Asking {
  readonly asked: Asked[] = [];
  /** The next calls of these subjects are refused. */
  readonly refused = new Map<string, AppError>();

  note<Answer>({ subject }: RpcDefinition<object, Answer>, call: Call, input: object, answer: Answer): Answer {
    this.asked.push({ subject, userId: call.actor?.userId, input: { ...input } });
    const refusal = this.refused.get(subject);
    if (refusal) throw refusal;
    return answer;
  }

  /** Subjects and inputs since the last look. */
  take(): [string, object][] {
    return this.asked.splice(0).map(({ subject, input }) => [subject, input]);
  }
}

/** Lets these controllers stand where the services stand. They answer what a test expects and note what they were asked. */
export const peersOf =
  (...controllers: Type<unknown>[]) =>
  async (nats: string, publicKeys: string): Promise<{ asking: Asking; app: INestMicroservice }> => {
    const asking = new Asking();
    const config = Object.assign(new BaseConfig(), { NODE_ENV: 'test', LOG_LEVEL: 'silent', NATS_URL: nats, OPS_PORT: 0, JWT_PUBLIC_KEYS: publicKeys });
    @Module({ imports: [KitModule.forRoot('peers', config)], controllers, providers: [{ provide: Asking, useValue: asking }] })
    class Peers {}
    const app = await createService(Peers, 'peers', config);
    await app.listen();
    return { asking, app };
  };
