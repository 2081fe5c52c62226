import { type EventDefinition, type EventEnvelope, type RpcDefinition } from '@duet/contracts';
import { AppError, EVENT_STREAM, LIVE_SUBJECT, RpcClient, Tracing, createLogger, envelope, subjectOf } from '@duet/service-kit';
import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type NatsConnection, connect } from '@nats-io/transport-node';
import { ClientNats } from '@nestjs/microservices';

/** As whom a test calls. */
export interface Caller {
  token?: string;
  ip?: string;
  userAgent?: string;
}

/** A test's own place on the bus: it calls as an edge does, and hears what is told live and what becomes a fact. */
export class BusProbe {
  private readonly heard: EventEnvelope[] = [];

  private constructor(
    readonly connection: NatsConnection,
    private readonly rpc: RpcClient,
  ) {}

  static async connect(url: string): Promise<BusProbe> {
    const connection = await connect({ servers: url, name: 'test-probe' });
    const calls = new ClientNats({ servers: [url], name: 'test-calls' });
    const probe = new BusProbe(connection, new RpcClient(calls, createLogger('test', 'silent'), new Tracing('test', {})));
    connection.subscribe(LIVE_SUBJECT, { callback: (_error, message) => void probe.heard.push(...message.json<EventEnvelope[]>()) });
    await connection.flush();
    return probe;
  }

  /** One call. @throws AppError as an edge would see it */
  call<Request extends object, Response>(definition: RpcDefinition<Request, Response>, input: Request, caller: Caller = {}): Promise<Response> {
    const client = { ip: caller.ip ?? '192.0.2.1', userAgent: caller.userAgent ?? '' };
    return this.rpc.call(definition, { token: caller.token, requestId: 'test-request', client }, input);
  }

  /** The refusal of a call that must not succeed. */
  async refusal<Request extends object>(definition: RpcDefinition<Request, unknown>, input: Request, caller: Caller = {}): Promise<AppError> {
    const answer = await this.call(definition, input, caller).catch((cause: unknown) => cause);
    if (answer instanceof AppError) return answer;
    throw new Error(`${definition.subject} was not refused`);
  }

  /** What was told live so far, of one kind. */
  live<Payload>(event: EventDefinition<Payload, unknown>): Payload[] {
    const payloads = this.heard.filter(({ name }) => name === event.name).map(({ payload }) => payload);
    return payloads as Payload[];
  }

  /** Every fact of one kind that has reached the stream so far, in order. */
  async facts<Payload, Fact>(event: EventDefinition<Payload, Fact>): Promise<Fact[]> {
    const manager = await jetstreamManager(this.connection);
    const subject = subjectOf(event.name);
    const info = await manager.streams.info(EVENT_STREAM, { subjects_filter: subject }).catch(() => null);
    const count = Object.values(info?.state.subjects ?? {}).reduce((sum, each) => sum + each, 0);
    if (count === 0) return [];
    const consumer = await jetstream(this.connection).consumers.get(EVENT_STREAM, { filter_subjects: subject, deliver_policy: DeliverPolicy.All });
    const payloads: Fact[] = [];
    for await (const message of await consumer.fetch({ max_messages: count, expires: 5_000 })) {
      // Facts of one kind that follow each other may lie together.
      payloads.push(...[message.json<EventEnvelope<Fact> | EventEnvelope<Fact>[]>()].flat().map(({ payload }) => payload));
    }
    return payloads;
  }

  /** Tells a fact as another service would. The service makes the stream while it starts: who tells at once waits for it. */
  async tell<Payload, Fact>(event: EventDefinition<Payload, Fact>, key: string, payload: NoInfer<Fact>): Promise<void> {
    await jetstream(this.connection).publish(subjectOf(event.name, key), JSON.stringify(envelope({ name: event.name }, key, payload)), { retries: 60 });
  }

  async close(): Promise<void> {
    await this.rpc.onApplicationShutdown();
    await this.connection.close();
  }
}
