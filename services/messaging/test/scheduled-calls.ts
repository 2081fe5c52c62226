import { getConversation, listScheduled, scheduleMessage, scheduledChanged } from '@duet/contracts';
import { Clock } from '@duet/service-kit';
import { ScheduledSender } from '../src/scheduled/scheduled-sender.js';
import { type Couple, type Someone, World } from './world.js';

/** A world in which both replicas see this time. */
export async function startWorldAt(now: () => Date): Promise<World> {
  const world = await World.start();
  for (const replica of world.replicas)
    jest.spyOn(replica.get(Clock, { strict: false }), 'now').mockImplementation(now);
  return world;
}

/** Scheduled texts of a couple, and the senders of both replicas. */
export function scheduledCalls(world: () => World, couple: () => Couple) {
  const add = (
    who: Someone,
    content: string,
    at = '2030-04-01T09:00',
    more: { timezone?: string; replyTo?: string; clientMessageId?: string; chatId?: string } = {},
  ) => world().bus.call(scheduleMessage, { content, at, timezone: 'Europe/Berlin', ...more }, who.caller);
  const list = (who: Someone) => world().bus.call(listScheduled, {}, who.caller);
  const contents = async (who: Someone) => (await list(who)).map(({ content }) => content);
  const messagesSent = async () =>
    (await world().bus.call(getConversation, { limit: 100 }, couple().ada.caller)).messages;
  const sendDue = () =>
    Promise.allSettled(world().replicas.map((replica) => replica.get(ScheduledSender, { strict: false }).sendDue()));
  const pushesTo = (who: Someone) =>
    world()
      .bus.live(scheduledChanged)
      .filter(({ userId }) => userId === who.id).length;

  return { add, list, contents, messagesSent, sendDue, pushesTo };
}
