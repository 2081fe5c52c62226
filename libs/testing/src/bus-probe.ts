import * as contracts from '@duet/contracts';
import type { EventDefinition, EventEnvelope, RpcDefinition, TextLanguage } from '@duet/contracts';
import {
  AppError,
  EVENT_STREAM,
  LIVE_SUBJECT,
  RpcClient,
  Tracing,
  createLogger,
  envelope,
  requestContext,
  subjectOf,
} from '@duet/service-kit';
import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type NatsConnection, connect } from '@nats-io/transport-node';

const isCall = (value: unknown): value is RpcDefinition<object, unknown> =>
  typeof value === 'object' && value !== null && 'subject' in value && 'request' in value;

/** A test may make every call. */
const CALLS = Object.values<unknown>(contracts).filter(isCall);

/** Milliseconds that a test waits for an answer. A service on a busy machine may need longer than an edge would wait. */
const PATIENCE = 20_000;

/** The caller of a call: token, client and language. */
export interface Caller {
  token?: string;
  ip?: string;
  userAgent?: string;
  device?: string;
  /** In which the answer is read; English by default. */
  language?: TextLanguage;
}

/** A test's connection to the bus. It makes calls as an edge does, and records live updates and published events. */
export class BusProbe {
  private readonly liveUpdates: EventEnvelope[] = [];

  private constructor(
    readonly connection: NatsConnection,
    private readonly rpc: RpcClient,
    private readonly published: () => Promise<unknown>,
  ) {}

  /**
   * Connects, and records live updates from then on.
   * @param url the address of the NATS server
   * @param published waits until the outbox of the service under test is empty
   */
  static async connect(url: string, published: () => Promise<unknown> = async () => undefined): Promise<BusProbe> {
    const connection = await connect({ servers: url, name: 'test-probe' });
    const bus = { connection, isConnected: () => true };
    const probe = new BusProbe(
      connection,
      new RpcClient(
        bus,
        createLogger('test', 'silent'),
        new Tracing(null),
        { process: 'test', calls: CALLS },
        { readAnswer: () => undefined },
      ),
      published,
    );
    connection.subscribe(LIVE_SUBJECT, {
      callback: (_error, message) => void probe.liveUpdates.push(...message.json<EventEnvelope[]>()),
    });
    await connection.flush();
    return probe;
  }

  /** Makes a call. @throws AppError as an edge would see it */
  call<Request extends object, Response>(
    definition: RpcDefinition<Request, Response>,
    input: Request,
    caller: Caller = {},
  ): Promise<Response> {
    const client = { ip: caller.ip ?? '192.0.2.1', userAgent: caller.userAgent ?? '', device: caller.device };
    const requestId = 'test-request';
    const call = () => this.rpc.call(definition, { token: caller.token, requestId, client }, input, PATIENCE);
    return caller.language ? requestContext.run({ requestId, language: caller.language }, call) : call();
  }

  /** Makes a call that has to fail. @returns its error. @throws when it succeeds */
  async refusal<Request extends object>(
    definition: RpcDefinition<Request, unknown>,
    input: Request,
    caller: Caller = {},
  ): Promise<AppError> {
    const answer = await this.call(definition, input, caller).catch((cause: unknown) => cause);
    if (answer instanceof AppError) return answer;
    throw new Error(`${definition.subject} was not refused`);
  }

  /** The payloads of the live updates of one kind so far. */
  live<Payload>(event: EventDefinition<Payload, unknown>): Payload[] {
    const payloads = this.liveUpdates.filter(({ name }) => name === event.name).map(({ payload }) => payload);
    return payloads as Payload[];
  }

  /** The payloads of the events of one kind that the service has committed so far, in order. It waits for their publishing. */
  async events<Payload, Published>(event: EventDefinition<Payload, Published>): Promise<Published[]> {
    await this.published();
    const manager = await jetstreamManager(this.connection);
    const subject = subjectOf(event.name);
    const info = await manager.streams.info(EVENT_STREAM, { subjects_filter: subject }).catch(() => null);
    const count = Object.values(info?.state.subjects ?? {}).reduce((sum, each) => sum + each, 0);
    if (count === 0) return [];
    const consumer = await jetstream(this.connection).consumers.get(EVENT_STREAM, {
      filter_subjects: subject,
      deliver_policy: DeliverPolicy.All,
    });
    const payloads: Published[] = [];
    for await (const message of await consumer.fetch({ max_messages: count, expires: 5_000 })) {
      // Consecutive events of one kind may be bundled.
      payloads.push(
        ...[message.json<EventEnvelope<Published> | EventEnvelope<Published>[]>()].flat().map(({ payload }) => payload),
      );
    }
    return payloads;
  }

  /** Publishes an event as another service would. It waits until the service under test has created the stream. */
  async publish<Payload, Published>(
    event: EventDefinition<Payload, Published>,
    key: string,
    payload: NoInfer<Published>,
  ): Promise<void> {
    await jetstream(this.connection).publish(
      subjectOf(event.name, key),
      JSON.stringify(envelope({ name: event.name }, key, payload)),
      { retries: 60 },
    );
  }

  /** Closes both connections. */
  async close(): Promise<void> {
    await this.connection.close();
  }
}
