import { randomUUID } from 'node:crypto';
import {
  LIMITS,
  deleteMessage,
  getOnThisDay,
  hideOnThisDay,
  listOnThisDayExclusions,
  removeOnThisDayExclusion,
  setDisappearing,
  switchOnThisDay,
} from '@duet/contracts';
import { onThisDayCalls } from './on-this-day-calls.js';
import { type Couple, World } from './world.js';

let world: World;
let couple: Couple;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.clock.stop(new Date('2026-11-21T12:00:00Z'));
  couple = await world.couple();
});

const { look, shown, hide, react, pin, say, post, loved } = onThisDayCalls(
  () => world,
  () => couple,
);

describe('on this day', () => {
  it('shows pictures, voice notes and messages with reactions or pins from this day in earlier years, and nothing else', async () => {
    await loved('2022-11-21T10:00:00Z', 'four years');
    await say('2024-11-21T00:00:00Z', 'an everyday text');
    await post('2024-11-21T01:00:00Z', 'file');
    await pin(await say('2024-11-21T02:00:00Z', 'pinned'));
    await loved('2024-11-21T03:00:00Z', 'loved');
    await post('2024-11-21T04:00:00Z', 'voice');
    await post('2024-11-21T23:59:59.999Z', 'image', couple.ben);
    await loved('2024-11-22T00:00:00Z', 'the day after');
    await loved('2025-11-20T23:59:59.999Z', 'the day before');
    await post('2025-11-21T12:00:00Z', 'video');
    await loved('2026-11-21T11:00:00Z', 'today');
    const view = await look();
    expect(view).toMatchObject({ enabled: true, day: '2026-11-21', until: '2026-11-22T00:00:00.000Z' });
    expect(
      view.items.map(({ yearsAgo, date, message }) => [yearsAgo, date, message.content || message.messageType]),
    ).toEqual([
      [1, '2025-11-21', 'video'],
      [2, '2024-11-21', 'pinned'],
      [2, '2024-11-21', 'loved'],
      [2, '2024-11-21', 'voice'],
      [2, '2024-11-21', 'image'],
      [4, '2022-11-21', 'four years'],
    ]);
    expect(view.items[0]?.message).toMatchObject({
      attachments: [{ kind: 'video' }],
      sender: { firstName: 'Ada' },
      createdAt: '2025-11-21T12:00:00.000Z',
    });
    expect(await look(couple.ben)).toEqual(view);
  });

  it('shows ten items, the best of each year first: pictures, reactions of both, reactions of one, pins, voice notes', async () => {
    const voices = [await post('2023-11-21T01:00:00Z', 'voice'), await post('2023-11-21T02:00:00Z', 'voice')];
    const pinned = await say('2023-11-21T03:00:00Z', 'pinned');
    await pin(pinned);
    for (const hour of [4, 5, 6]) await loved(`2023-11-21T0${hour}:00:00Z`, `one ${hour}`);
    const both = await loved('2023-11-21T07:00:00Z', 'both');
    await react(both, couple.ada);
    for (const hour of [10, 11, 12, 13]) await post(`2023-11-21T${hour}:00:00Z`, 'image');
    await post('2025-11-21T08:00:00Z', 'voice');
    const { items } = await look();
    expect(items.map(({ message }) => message.content || message.messageType)).toEqual([
      'voice',
      'pinned',
      'one 4',
      'one 5',
      'one 6',
      'both',
      'image',
      'image',
      'image',
      'image',
    ]);
    expect(items).toHaveLength(LIMITS.onThisDayItems);
    expect(items.map(({ message }) => message._id)).not.toContain(voices[0]);
    // Hidden items are replaced by the next ones.
    await hide({ messageId: pinned });
    expect((await look()).items.map(({ message }) => message._id)).toContain(voices[0]);
  });

  it('never shows deleted or disappearing messages or system messages', async () => {
    const gone = await loved('2024-11-21T01:00:00Z', 'deleted');
    await world.bus.call(setDisappearing, { seconds: 3_600 }, couple.ada.caller);
    await loved('2024-11-21T02:00:00Z', 'disappears');
    await world.bus.call(setDisappearing, { seconds: null }, couple.ada.caller);
    await loved('2024-11-21T03:00:00Z', 'stays');
    await world.rows(
      `UPDATE messages SET created_at = '2024-11-21T02:30:00Z' WHERE conversation_id = $1 AND type = 'notice'`,
      [couple.chatId],
    );
    expect(await shown()).toEqual(['deleted', 'stays']);
    await world.bus.call(deleteMessage, { messageId: gone }, couple.ada.caller);
    expect(await shown()).toEqual(['stays']);
  });

  it("uses the couple's time zone and returns the day there", async () => {
    // 05:00 on the 21st in Kolkata, 15:30 on the 20th in Los Angeles.
    world.clock.stop(new Date('2026-11-20T23:30:00Z'));
    await loved('2024-11-20T07:59:00Z', 'last minute of the 19th in Los Angeles');
    await loved('2024-11-20T08:00:00Z', 'first minute of the 20th there');
    await loved('2024-11-20T18:29:00Z', 'last minute of the 20th in Kolkata');
    await loved('2024-11-20T18:30:00Z', 'first minute of the 21st there');
    await loved('2024-11-21T07:59:00Z', 'last minute of the 20th in Los Angeles');
    await loved('2024-11-21T08:00:00Z', 'first minute of the 21st there too');
    expect(await shown(couple.ada, 'Asia/Kolkata')).toEqual([
      'first minute of the 21st there',
      'last minute of the 20th in Los Angeles',
      'first minute of the 21st there too',
    ]);
    expect(await shown(couple.ada, 'America/Los_Angeles')).toEqual([
      'first minute of the 20th there',
      'last minute of the 20th in Kolkata',
      'first minute of the 21st there',
      'last minute of the 20th in Los Angeles',
    ]);
    expect(await look(couple.ada, 'Asia/Kolkata')).toMatchObject({
      day: '2026-11-21',
      until: '2026-11-21T18:30:00.000Z',
    });
    expect(await look(couple.ada, 'America/Los_Angeles')).toMatchObject({
      day: '2026-11-20',
      until: '2026-11-21T08:00:00.000Z',
    });
  });

  it('handles the turn of a year, days of 23 and 25 hours and the 29th of February', async () => {
    await loved('2024-02-29T12:00:00Z', 'leap day');
    await loved('2024-12-31T22:59:00Z', 'last day in Berlin');
    await loved('2024-12-31T23:00:00Z', 'new year in Berlin');
    await loved('2025-03-29T22:59:00Z', 'the day before the leap');
    await loved('2025-03-29T23:00:00Z', 'the leap begins');
    await loved('2025-03-30T21:59:00Z', 'the leap ends');
    await loved('2025-03-30T22:00:00Z', 'the day after the leap');
    const on = (date: string): Promise<string[]> => {
      world.clock.stop(new Date(date));
      return shown(couple.ada, 'Europe/Berlin');
    };
    expect(await on('2026-03-30T12:00:00Z')).toEqual(['the leap begins', 'the leap ends']);
    expect(await on('2025-12-31T22:30:00Z')).toEqual(['last day in Berlin']);
    expect(await on('2025-12-31T23:30:00Z')).toEqual(['new year in Berlin']);
    expect(await on('2027-02-28T12:00:00Z')).toEqual(['leap day']);
    expect(await on('2028-02-28T12:00:00Z')).toEqual([]);
    expect(await on('2028-02-29T12:00:00Z')).toEqual(['leap day']);
  });

  it('finds messages whose times are slightly out of order because clocks differ', async () => {
    await loved('2024-11-21T23:59:40Z', 'late');
    await loved('2024-11-21T23:59:50Z', 'later');
    await say('2024-11-22T00:05:00Z', 'by a clock that is ahead');
    await loved('2024-11-21T23:59:55Z', 'by one that is not');
    await say('2024-12-24T12:00:00Z', 'another day');
    expect(await shown()).toEqual(['late', 'later', 'by one that is not']);
  });

  it('is empty for a new conversation and rejects people without one', async () => {
    expect((await look()).items).toEqual([]);
    await loved('2024-11-21T10:00:00Z', 'secret');
    const stranger = world.someone();
    const refusals = await Promise.all([
      world.bus.refusal(getOnThisDay, { timezone: 'UTC' }, stranger.caller),
      world.bus.refusal(hideOnThisDay, { from: '2024-01-01', to: '2024-01-02' }, stranger.caller),
      world.bus.refusal(listOnThisDayExclusions, {}, stranger.caller),
      world.bus.refusal(removeOnThisDayExclusion, { exclusionId: randomUUID() }, stranger.caller),
      world.bus.refusal(switchOnThisDay, { enabled: false }, stranger.caller),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 'NO_PARTNER'));
    await world.unlink(couple);
    expect((await world.bus.refusal(getOnThisDay, { timezone: 'UTC' }, couple.ada.caller)).code).toBe('NO_PARTNER');
    const next = await world.couple(couple.ada, world.someone());
    expect((await look(next.ada)).items).toEqual([]);
    expect((await world.bus.refusal(getOnThisDay, { timezone: 'Nowhere/Land' }, couple.ada.caller)).code).toBe(
      'VALIDATION_FAILED',
    );
  });
});
