import type { EventDefinition, EventEnvelope } from '@duet/contracts';

const HANDLERS = Symbol('EVENT_HANDLERS');

/** A method that handles one kind of event: one event at a time, or all events that arrive together. */
export interface EventHandler {
  event: string;
  method: string | symbol;
  takes: 'one' | 'many';
}

function mark(
  definition: { name: string; durable: boolean },
  target: object,
  handler: Omit<EventHandler, 'event'>,
): void {
  if (!definition.durable) throw new TypeError(`${definition.name} is not durable and reaches no other service`);
  const handlers: EventHandler[] = Reflect.getMetadata(HANDLERS, target.constructor) ?? [];
  Reflect.defineMetadata(HANDLERS, [...handlers, { event: definition.name, ...handler }], target.constructor);
}

/**
 * Marks a method as a handler of a durable event. Delivery is at least once, and not in order, because replicas handle
 * events at once and failed ones later: handlers must be idempotent and check the event's version. A handler resolves after
 * its commit and rejects to be called again.
 * @throws TypeError for an event that is not durable
 */
export function OnEvent<Payload, Published>(event: EventDefinition<Payload, Published>) {
  return <Method extends (payload: Published, envelope: EventEnvelope) => Promise<void>>(
    target: object,
    method: string | symbol,
    _descriptor: TypedPropertyDescriptor<Method>,
  ): void => mark(event, target, { method, takes: 'one' });
}

/**
 * Marks a method as `OnEvent` does, for frequent events: it handles all events that arrive together, in order. When it rejects,
 * it is called again for each of them alone.
 * @throws TypeError for an event that is not durable
 */
export function OnEvents<Payload, Published>(event: EventDefinition<Payload, Published>) {
  return <Method extends (envelopes: readonly EventEnvelope<Published>[]) => Promise<void>>(
    target: object,
    method: string | symbol,
    _descriptor: TypedPropertyDescriptor<Method>,
  ): void => mark(event, target, { method, takes: 'many' });
}

/** The methods of a class that `OnEvent` and `OnEvents` mark. */
export const eventHandlersOf = (type: object): EventHandler[] => Reflect.getMetadata(HANDLERS, type) ?? [];
