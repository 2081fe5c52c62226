import { type MessageHandler, ServerNats } from '@nestjs/microservices';
import type { Bus } from '../bus/bus.js';
import type { ReferenceTime } from '../work/reference-time.js';

/**
 * Nest's server of calls on the process's own connection to the bus, so that answers and live updates leave in one write.
 */
export class BusServer extends ServerNats {
  private bus: Bus | undefined;
  private time: ReferenceTime | undefined;

  /** @param gracePeriod milliseconds for the calls in progress when the process stops */
  constructor(queue: string, gracePeriod: number) {
    super({
      queue,
      gracefulShutdown: true,
      gracePeriod,
      // Callers without a database follow the time in the answers.
      serializer: { serialize: (answer: object) => ({ data: JSON.stringify({ ...answer, at: this.time?.stamp() }) }) },
    });
  }

  /** Call it before `listen`. */
  attach(bus: Bus, time: ReferenceTime): void {
    this.bus = bus;
    this.time = time;
  }

  /** `Bus` closes the connection later, after the hooks of the shutdown. */
  override createNatsClient(): Promise<object> {
    if (!this.bus) throw new TypeError('the server has no bus');
    const { connection } = this.bus;
    return Promise.resolve({
      subscribe: connection.subscribe.bind(connection),
      status: connection.status.bind(connection),
      close: () => Promise.resolve(),
    });
  }

  /**
   * Calls back once the bus has read the subscriptions: until then a call on another connection finds nobody. A bus that leaves
   * meanwhile gets them when it is back.
   */
  override async listen(callback: (...failure: unknown[]) => void): Promise<void> {
    let failure: unknown[] = [];
    await super.listen((...causes) => (failure = causes));
    await Promise.allSettled([this.bus?.connection.flush()]);
    callback(...failure);
  }

  /** Subjects are texts. Nest's lookup parses each as JSON, which fails with an exception. */
  override getHandlerByPattern(subject: string): MessageHandler | null {
    return this.messageHandlers.get(subject) ?? null;
  }
}
