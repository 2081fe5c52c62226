import { connect } from '@nats-io/transport-node';
import { type UpdateProfileDto, getProfile, updateProfile } from '@duet/contracts';
import { type FreshServer, freshNats } from '@duet/testing';
import { AppError, Bus, Clock, Health, RpcClient, Tracing, createLogger } from '../src/index.js';
import { ReferenceTime } from '../src/work/reference-time.js';

const USE = { process: 'gateway', calls: [getProfile, updateProfile] } as const;

let nats: FreshServer;
let bus: Bus;
let rpc: RpcClient;
let clock: Clock;
let time: ReferenceTime;
let health: Health;

const MINUTES = 60_000;

beforeAll(async () => {
  nats = await freshNats();
});

afterAll(() => nats.stop());

beforeEach(async () => {
  const log = createLogger('test', 'silent');
  bus = await Bus.connect(nats.url, USE, log);
  // Ten minutes ahead.
  clock = new Clock(performance.timeOrigin + 10 * MINUTES);
  health = new Health('test');
  time = new ReferenceTime(clock, log, health);
  rpc = new RpcClient(bus, log, new Tracing(null), USE, time);
});

afterEach(() => bus.onApplicationShutdown());

/** Answers calls as Nest's server does. @returns what it received */
async function serve(answer: (data: unknown) => object | null): Promise<Record<string, unknown>[]> {
  const connection = await connect({ servers: nats.url });
  const received: Record<string, unknown>[] = [];
  connection.subscribe(getProfile.subject, {
    callback: (_error, message) => {
      const { data, id, pattern } = message.json<{ data: unknown; id: string; pattern: string }>();
      received.push({ data, pattern, token: message.headers?.get('authorization') });
      const answered = answer(data);
      if (answered) message.respond(JSON.stringify({ ...answered, id, isDisposed: true }));
      void connection.drain();
    },
  });
  await connection.flush();
  return received;
}

const call = (limit?: number) =>
  rpc.call(getProfile, { requestId: 'test', token: 'a-token' }, {}, limit).catch((cause: unknown) => cause);

const codeOf = (cause: unknown): string => (cause instanceof AppError ? cause.code : String(cause));

describe('a call', () => {
  it('carries input and token, and returns the answer', async () => {
    const received = await serve(() => ({ response: { username: 'ada' } }));
    expect(await call()).toEqual({ username: 'ada' });
    expect(received).toEqual([{ data: {}, pattern: getProfile.subject, token: 'a-token' }]);
  });

  it('throws the refusal of the service', async () => {
    await serve(() => ({ err: { code: 'RATE_LIMITED', message: 'Slow down', retryAfter: 7 } }));
    expect(await call()).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 7 });
  });

  it('sets the clock of a process without a database by the time in the answer', async () => {
    const off = () => Math.round((clock.now().getTime() - performance.timeOrigin - performance.now()) / MINUTES);
    const serveAt = (at: unknown) => serve(() => ({ response: {}, at }));
    for (const at of [undefined, 'noon', null]) {
      await serveAt(at);
      await call();
      expect(off()).toBe(10);
    }
    const database = performance.timeOrigin + performance.now() - 60 * MINUTES;
    await serveAt(database);
    await call();
    expect(off()).toBe(-60);
    const skew = /^duet_clock_skew_seconds (\S+)$/m.exec(await health.metrics.metrics())?.[1];
    expect(Math.round(Number(skew) / 60)).toBe(60);
    expect(time.stamp()).toBeUndefined();
  });

  it('does not set the clock of a process that reads its database', async () => {
    const sent = performance.now();
    time.readDatabase(performance.timeOrigin + sent, sent);
    const before = clock.now().getTime();
    await serve(() => ({ response: {}, at: 0 }));
    await call();
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
    expect(Math.abs((time.stamp() ?? 0) - clock.now().getTime())).toBeLessThan(MINUTES);
  });

  it('ends with TIMEOUT when the service is silent', async () => {
    await serve(() => null);
    expect(codeOf(await call(50))).toBe('TIMEOUT');
  });

  it('ends with UNAVAILABLE when no process serves it', async () => {
    expect(codeOf(await call())).toBe('UNAVAILABLE');
  });

  it('ends with PAYLOAD_TOO_LARGE when it is larger or deeper than the bus accepts', async () => {
    const [large, deep] = ['a'.repeat(9_000_000), JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown];
    for (const bio of [large, deep]) {
      const input = { bio } as UpdateProfileDto;
      expect(codeOf(await rpc.call(updateProfile, { requestId: 'test' }, input).catch((cause: unknown) => cause))).toBe(
        'PAYLOAD_TOO_LARGE',
      );
    }
  });

  it('ends with UNAVAILABLE at once while the bus is down, and succeeds when it is back', async () => {
    await nats.down();
    while (bus.isConnected()) await new Promise((resolve) => setImmediate(resolve));
    expect(codeOf(await call(60_000))).toBe('UNAVAILABLE');
    const back = new Promise<void>((resolve) => bus.onReconnect(resolve));
    await nats.restart();
    await back;
    await serve(() => ({ response: {} }));
    expect(await call()).toEqual({});
  });

  it("reaches the bus again at once after the machine's clock went back", async () => {
    const now = jest.spyOn(Date, 'now');
    now.mockImplementation(() => performance.timeOrigin + performance.now() + 10 * MINUTES);
    await bus.onApplicationShutdown();
    bus = await Bus.connect(nats.url, USE, createLogger('test', 'silent'));
    now.mockRestore();
    const back = new Promise<void>((resolve) => bus.onReconnect(resolve));
    await nats.down();
    while (bus.isConnected()) await new Promise((resolve) => setImmediate(resolve));
    await nats.restart();
    await back;
    expect(bus.isConnected()).toBe(true);
  });
});
