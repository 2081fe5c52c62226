import type { EventDefinition, EventEnvelope } from '@duet/contracts';

const HANDLERS = Symbol('FACT_HANDLERS');

/** A method that digests one kind of fact. */
export interface FactHandler {
  event: string;
  method: string | symbol;
}

/**
 * Marks a method as the handler of a durable fact. It is called at least once, possibly again, and possibly out of
 * order after a failure: guard with the fact's version. It returns when its work is committed.
 */
export function OnFact<Payload, Fact>(event: EventDefinition<Payload, Fact>) {
  return <Method extends (payload: Fact, envelope: EventEnvelope) => Promise<void>>(
    target: object,
    method: string | symbol,
    _descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    if (!event.durable) throw new TypeError(`${event.name} does not reach other services`);
    const handlers: FactHandler[] = Reflect.getMetadata(HANDLERS, target.constructor) ?? [];
    Reflect.defineMetadata(HANDLERS, [...handlers, { event: event.name, method }], target.constructor);
  };
}

export const factHandlersOf = (type: object): FactHandler[] => Reflect.getMetadata(HANDLERS, type) ?? [];
