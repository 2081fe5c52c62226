import type { EventDefinition, EventEnvelope } from '@duet/contracts';

const HANDLERS = Symbol('EVENT_HANDLERS');

/** A method that handles one kind of event. */
export interface EventHandler {
  event: string;
  method: string | symbol;
}

/**
 * Marks a method as a handler of a durable event. Delivery is at least once, and out of order after a failure: handlers must
 * be idempotent and check the event's version. A handler resolves after its commit and rejects to be called again.
 * @throws TypeError for an event that is not durable
 */
export function OnEvent<Payload, Published>(event: EventDefinition<Payload, Published>) {
  return <Method extends (payload: Published, envelope: EventEnvelope) => Promise<void>>(
    target: object,
    method: string | symbol,
    _descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    if (!event.durable) throw new TypeError(`${event.name} is not durable and reaches no other service`);
    const handlers: EventHandler[] = Reflect.getMetadata(HANDLERS, target.constructor) ?? [];
    Reflect.defineMetadata(HANDLERS, [...handlers, { event: event.name, method }], target.constructor);
  };
}

/** The methods of a class that `OnEvent` marks. */
export const eventHandlersOf = (type: object): EventHandler[] => Reflect.getMetadata(HANDLERS, type) ?? [];
