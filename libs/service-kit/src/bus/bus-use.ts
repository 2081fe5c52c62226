import type { Access, EventDefinition, RpcDefinition } from '@duet/contracts';

/** A subject of live updates: all of them, or only those without a delivery, which change the audience of others. */
export type LiveSubject = 'live' | 'live.control';

type Event = Pick<EventDefinition<never>, 'name' | 'durable'>;

/**
 * The use that one process makes of the bus. Every process declares it in `src/bus.ts`, as a constant without side effects:
 * the server's permissions are generated from it, and service-kit refuses everything else.
 */
export interface BusUse {
  /** The process: its login on the bus, and the prefix of the calls it serves. */
  readonly process: string;
  /** It serves the calls below its name and publishes live updates. */
  readonly serves?: boolean;
  /** Calls it makes to other processes. */
  readonly calls?: readonly RpcDefinition<object, unknown, Access>[];
  /** Durable events it publishes. An event that stops being durable stays here for one more release: outboxes may still contain it. */
  readonly produces?: readonly Event[];
  /** Durable events it has a handler for. */
  readonly consumes?: readonly Event[];
  /** It deletes events about a person from the stream. */
  readonly erasesEvents?: boolean;
  /** Live subjects it subscribes to. */
  readonly listensTo?: readonly LiveSubject[];
}

/** Injection token of the process's `BusUse`. */
export const BUS_USE = Symbol('BUS_USE');

/** The program uses the bus in a way that its process does not declare. */
export class UndeclaredBusUse extends Error {
  constructor({ process }: BusUse, what: string) {
    super(`${process} ${what}, which its src/bus.ts does not declare`);
    this.name = 'UndeclaredBusUse';
  }
}
