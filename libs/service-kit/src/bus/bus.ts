import type { EventEnvelope } from '@duet/contracts';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type NatsConnection, type NodeConnectionOptions, type Subscription, connect } from '@nats-io/transport-node';
import { currentAddress } from '../config/load-config.js';
import { type BusUse, type LiveSubject, UndeclaredBusUse } from './bus-use.js';
import { LOGGER, type Log } from '../observe/tokens.js';
import { monotonicNow } from '../work/clock.js';

/** Milliseconds between two attempts to reach the same server, and the random part on top. */
const RECONNECT_WAIT = 250;
const RECONNECT_JITTER = 250;

/**
 * Returns the connection options of every process: it reconnects forever, fast and with jitter, each time with the login that
 * its file has then (docs/decisions/0173).
 * @param url as `Bus.connect` takes it
 * @param name shown by the server's monitoring
 */
export function busOptions(url: string, name: string): NodeConnectionOptions {
  return {
    ...serversOf(url),
    name,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    ...reconnectPace(),
    pingInterval: 10_000,
    maxPingOut: 2,
    // The server may know a new password later than the file has it, or earlier.
    ignoreAuthErrorAbort: true,
    noAsyncTraces: true,
  };
}

/**
 * Paces the attempts by the monotonic clock. The client itself compares times of the wall clock: after the machine's clock went
 * back by ten minutes, it would wait ten minutes before it reconnects.
 */
function reconnectPace(): Pick<NodeConnectionOptions, 'reconnectDelayHandler' | 'reconnectToServer'> {
  const attempts = new Map<string, number>();
  return {
    reconnectDelayHandler: () => -Infinity,
    reconnectToServer: ([server]) => {
      if (!server) return null;
      const now = monotonicNow();
      const earliest = (attempts.get(server.listen) ?? -Infinity) + RECONNECT_WAIT + Math.random() * RECONNECT_JITTER;
      const delay = Math.max(0, earliest - now);
      attempts.set(server.listen, now + delay);
      return { server, delay };
    },
  };
}

type Servers = Pick<NodeConnectionOptions, 'servers' | 'tls' | 'authenticator' | 'inboxPrefix'>;

/**
 * Splits `nats://user:password@one,nats://two` into addresses and login, as the client wants them. Answers arrive in inboxes
 * below the user's name, which no other login may read.
 */
function serversOf(url: string): Servers {
  const parsed = addressesIn(url);
  // Without this option the client accepts an unencrypted server even for tls:// addresses.
  const tls = parsed.some(({ protocol }) => protocol === 'tls:') ? {} : undefined;
  const servers = parsed.map(({ protocol, host }) => `${protocol}//${host}`);
  const login = loginIn(parsed);
  if (!login) return { servers, tls };
  const authenticator = () => loginIn(addressesIn(currentAddress('NATS_URL', url))) ?? login;
  return { servers, tls, authenticator, inboxPrefix: `_INBOX.${login.user}` };
}

const addressesIn = (url: string): URL[] => url.split(',').map((one) => new URL(one));

function loginIn(addresses: URL[]): { user: string; pass: string } | undefined {
  const login = addresses.find(({ username }) => username !== '');
  return login && { user: decodeURIComponent(login.username), pass: decodeURIComponent(login.password) };
}

type Listener = () => void;

/** The process's only connection to NATS (docs/decisions/0123). It reconnects by itself and then runs the `onReconnect` listeners. */
@Injectable()
export class Bus implements OnApplicationShutdown {
  private readonly reconnected: Listener[] = [];
  private connected = true;

  private constructor(
    readonly connection: NatsConnection,
    private readonly use: BusUse,
    @Inject(LOGGER) private readonly log: Log,
    readonly streamReplicas: number,
  ) {}

  /**
   * Connects, and waits until a server answers.
   * @param url one address or several, separated by commas, one of them with the login
   * @param streamReplicas servers that store each event, when this process creates the stream
   */
  static async connect(url: string, use: BusUse, log: Log, streamReplicas = 1): Promise<Bus> {
    const bus = new Bus(await connect(busOptions(url, use.process)), use, log, streamReplicas);
    void bus.watch();
    return bus;
  }

  /** Adds a listener that runs after each reconnect. Live updates published meanwhile are lost. */
  onReconnect(listener: Listener): void {
    this.reconnected.push(listener);
  }

  /**
   * Subscribes to live updates. They are not validated, because only our own services may publish them. A batch that is not
   * readable, or whose handler throws, is logged and dropped.
   * @throws UndeclaredBusUse when `src/bus.ts` does not declare the subject
   */
  listen(subject: LiveSubject, onBatch: (batch: readonly EventEnvelope<never>[]) => void): Subscription {
    if (!this.use.listensTo?.includes(subject)) throw new UndeclaredBusUse(this.use, `listens to ${subject}`);
    return this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) return this.log.error({ err: error, subject }, 'live subscription failed');
        try {
          onBatch(message.json<EventEnvelope<never>[]>());
        } catch (cause) {
          this.log.error({ err: cause, subject }, 'live batch rejected');
        }
      },
    });
  }

  /** Returns whether the connection is up now. */
  isConnected(): boolean {
    return this.connected;
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.connection.isClosed()) return;
    // Without a server a drain would wait for a reconnect, longer than the grace period of a stop.
    if (!this.connected) return this.connection.close();
    await this.connection.drain().catch((cause: unknown) => this.log.warn({ err: cause }, 'bus drain failed'));
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') {
        this.connected = false;
        this.log.warn('bus connection lost');
      }
      if (status.type === 'reconnect') {
        this.connected = true;
        this.log.info('bus connection restored');
        for (const listener of this.reconnected) listener();
      }
      if (status.type === 'error') this.log.error({ err: status.error }, 'bus reported error');
    }
  }
}
