import { randomUUID } from 'node:crypto';
import {
  type HideOnThisDayDto,
  LIMITS,
  type OnThisDayMessages,
  STICKERS,
  couplePurged,
  deleteMessage,
  getOnThisDay,
  hideOnThisDay,
  listOnThisDayExclusions,
  onThisDayChanged,
  pinMessage,
  removeOnThisDayExclusion,
  sendMedia,
  sendMessage,
  setDisappearing,
  switchOnThisDay,
  toggleReaction,
  userDeleted,
} from '@duet/contracts';
import { Clock } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import { type Couple, type Someone, World } from './world.js';

let world: World;
let couple: Couple;
let now: Date;

beforeAll(async () => {
  world = await World.start();
  for (const replica of world.replicas)
    jest.spyOn(replica.get(Clock, { strict: false }), 'now').mockImplementation(() => now);
});
afterAll(() => world.stop());
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z');
  couple = await world.couple();
});

const look = (who: Someone = couple.ada, timezone = 'UTC'): Promise<OnThisDayMessages> =>
  world.bus.call(getOnThisDay, { timezone }, who.caller);
const shown = async (who?: Someone, timezone?: string): Promise<string[]> =>
  (await look(who, timezone)).items.map(({ message }) => message.content || message.messageType);
const hide = (dto: HideOnThisDayDto, who: Someone = couple.ada) => world.bus.call(hideOnThisDay, dto, who.caller);
const exclusions = (who: Someone = couple.ada) => world.bus.call(listOnThisDayExclusions, {}, who.caller);
const react = (messageId: string, who: Someone, emoji = '❤️') =>
  world.bus.call(toggleReaction, { messageId, emoji }, who.caller);
const pin = (messageId: string) => world.bus.call(pinMessage, { messageId }, couple.ada.caller);

/** Sets the time at which a stored message was sent. @returns its id */
async function sent(at: string, messageId: string): Promise<string> {
  await world.rows('UPDATE messages SET created_at = $2 WHERE id = $1', [messageId, at]);
  return messageId;
}

const say = async (at: string, content: string, who: Someone = couple.ada): Promise<string> =>
  sent(at, (await world.bus.call(sendMessage, { content }, who.caller)).message._id);

async function post(
  at: string,
  messageType: 'image' | 'video' | 'voice' | 'file',
  who: Someone = couple.ada,
): Promise<string> {
  const mimeType = { image: 'image/jpeg', video: 'video/mp4', voice: 'audio/webm', file: 'application/pdf' }[
    messageType
  ];
  const attachment = { id: randomUUID(), kind: messageType, filename: 'a', size: 1, mimeType, sha256: 'a' };
  const { message } = await world.bus.call(
    sendMedia,
    { chatId: couple.chatId, messageType, attachments: [attachment], clientMessageId: randomUUID() },
    who.caller,
  );
  return sent(at, message._id);
}

/** Sends a text that qualifies for _on this day_ by the partner's reaction. @returns its id */
async function loved(at: string, content: string): Promise<string> {
  const id = await say(at, content);
  await react(id, couple.ben);
  return id;
}

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
    now = new Date('2026-11-20T23:30:00Z');
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
      now = new Date(date);
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

describe('an exclusion', () => {
  it('names the sticker that it hides', async () => {
    const hug = { content: STICKERS.hug, sticker: 'hug' } as const;
    const { message } = await world.bus.call(sendMessage, hug, couple.ben.caller);
    expect(await hide({ messageId: message._id })).toMatchObject({ kind: 'message', message: hug });
  });

  it('hides an item from its owner only, is stored once and can be removed', async () => {
    await loved('2022-11-21T10:00:00Z', 'third');
    await loved('2023-11-21T10:00:00Z', 'second');
    const first = await loved('2024-11-21T10:00:00Z', 'first');
    const message = await hide({ messageId: first });
    expect(message).toMatchObject({
      kind: 'message',
      message: { _id: first, content: 'first', sender: { firstName: 'Ada' }, deletedAt: null },
      sentAt: '2024-11-21T10:00:00.000Z',
    });
    expect(await hide({ messageId: first.toUpperCase() })).toEqual(message);
    const period = await hide({ from: '2022-06-01', to: '2022-11-21' });
    expect(period).toEqual({ _id: expect.any(String), kind: 'period', from: '2022-06-01', to: '2022-11-21' });
    expect(await hide({ from: '2022-06-01', to: '2022-11-21' })).toEqual(period);
    expect(await shown()).toEqual(['second']);
    expect(await shown(couple.ben)).toEqual(['first', 'second', 'third']);
    expect(await exclusions()).toEqual({ enabled: true, exclusions: [period, message] });
    expect(await exclusions(couple.ben)).toEqual({ enabled: true, exclusions: [] });
    await eventually(() =>
      expect(world.bus.live(onThisDayChanged).filter(({ chatId }) => chatId === couple.chatId)).toContainEqual({
        userId: couple.ada.id,
        chatId: couple.chatId,
      }),
    );
    expect(world.bus.live(onThisDayChanged).map(({ userId }) => userId)).not.toContain(couple.ben.id);

    const of = (exclusionId: string) => ({ exclusionId });
    expect((await world.bus.refusal(removeOnThisDayExclusion, of(message._id), couple.ben.caller)).code).toBe(
      'EXCLUSION_NOT_FOUND',
    );
    await world.bus.call(removeOnThisDayExclusion, of(message._id), couple.ada.caller);
    expect((await world.bus.refusal(removeOnThisDayExclusion, of(message._id), couple.ada.caller)).code).toBe(
      'EXCLUSION_NOT_FOUND',
    );
    expect(await shown()).toEqual(['first', 'second']);
    await world.bus.call(removeOnThisDayExclusion, of(period._id), couple.ada.caller);
    expect(await shown()).toEqual(['first', 'second', 'third']);
  });

  it('covers a message of the person’s own conversation or a complete period, and nothing else', async () => {
    const mine = await say('2024-11-21T10:00:00Z', 'mine');
    const other = await world.couple();
    const foreign = (await world.bus.call(sendMessage, { content: 'foreign' }, other.ada.caller)).message._id;
    for (const messageId of [foreign, randomUUID()])
      expect((await world.bus.refusal(hideOnThisDay, { messageId }, couple.ada.caller)).code).toBe('MESSAGE_NOT_FOUND');
    await world.bus.call(deleteMessage, { messageId: mine }, couple.ada.caller);
    expect((await world.bus.refusal(hideOnThisDay, { messageId: mine }, couple.ada.caller)).code).toBe(
      'MESSAGE_NOT_FOUND',
    );
    const day = '2024-02-29';
    const wrong: HideOnThisDayDto[] = [
      {},
      { from: day },
      { to: day },
      { messageId: mine, from: day, to: day },
      { messageId: mine, to: day },
      { from: '2023-02-29', to: '2023-03-01' },
      { from: day, to: '2024-02-28' },
      { from: '2024-2-29', to: day },
      { from: '0000-01-01', to: day },
      { messageId: 'x' },
    ];
    for (const dto of wrong)
      expect([dto, (await world.bus.refusal(hideOnThisDay, dto, couple.ada.caller)).code]).toEqual([
        dto,
        'VALIDATION_FAILED',
      ]);
    expect((await exclusions()).exclusions).toEqual([]);
  });

  it('is limited in number, also under concurrent requests', async () => {
    const fill = LIMITS.onThisDayPeriods - 3;
    await world.rows(
      `INSERT INTO on_this_day_exclusions (id, conversation_id, user_id, first_day, last_day, created_at)
       SELECT gen_random_uuid(), $1, $2, date '2001-01-01' + n, date '2001-01-01' + n, now() FROM generate_series(1, $3::int) n`,
      [couple.chatId, couple.ada.id, fill],
    );
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => hide({ from: `2020-01-0${n + 1}`, to: '2020-02-01' })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(
      (await world.bus.refusal(hideOnThisDay, { from: '2010-01-01', to: '2010-01-01' }, couple.ada.caller)).code,
    ).toBe('TOO_MANY_EXCLUSIONS');
    const messageId = await say('2024-11-21T10:00:00Z', 'another kind');
    expect(await hide({ messageId })).toMatchObject({ kind: 'message' });
    expect(await hide({ from: '2010-01-01', to: '2010-01-01' }, couple.ben)).toMatchObject({ kind: 'period' });
  });

  it('is unlisted once its message is deleted, and the switch affects its owner only', async () => {
    const messageId = await loved('2024-11-21T10:00:00Z', 'first');
    const turn = (enabled: boolean) => world.bus.call(switchOnThisDay, { enabled }, couple.ada.caller);
    expect([await turn(false), await turn(false)]).toEqual([{ enabled: false }, { enabled: false }]);
    expect(await look()).toMatchObject({ enabled: false, items: [] });
    expect((await exclusions()).enabled).toBe(false);
    expect(await shown(couple.ben)).toEqual(['first']);
    expect([await turn(true), await turn(true)]).toEqual([{ enabled: true }, { enabled: true }]);
    expect(await shown()).toEqual(['first']);
    await hide({ messageId });
    await world.bus.call(deleteMessage, { messageId }, couple.ada.caller);
    expect((await exclusions()).exclusions).toEqual([]);
  });

  it('is purged with the couple', async () => {
    await hide({ from: '2024-11-21', to: '2024-11-21' });
    await hide({ messageId: await say('2024-11-21T10:00:00Z', 'mine') }, couple.ben);
    await world.bus.call(switchOnThisDay, { enabled: false }, couple.ben.caller);
    const { chatId, ada, ben, version } = await world.unlink(couple);
    await world.bus.publish(couplePurged, chatId, {
      coupleId: chatId,
      members: [ada.id, ben.id],
      version: version + 1,
    });
    await eventually(async () => {
      expect(await world.rows('SELECT 1 FROM conversations WHERE id = $1', [chatId])).toEqual([]);
      for (const table of ['on_this_day_exclusions', 'on_this_day_off'])
        expect(await world.rows(`SELECT 1 FROM ${table} WHERE conversation_id = $1`, [chatId])).toEqual([]);
    });
  });

  it('survives an unlink and is erased with the account', async () => {
    await hide({ from: '2024-11-21', to: '2024-11-21' });
    await world.bus.call(switchOnThisDay, { enabled: false }, couple.ada.caller);
    await hide({ from: '2024-11-21', to: '2024-11-21' }, couple.ben);
    couple = await world.link(await world.unlink(couple));
    expect(await exclusions()).toMatchObject({ enabled: false, exclusions: [{ from: '2024-11-21' }] });
    await world.bus.publish(userDeleted, couple.ada.id, { userId: couple.ada.id });
    const left = () =>
      world.rows<{ id: string }>(
        `SELECT user_id AS id FROM on_this_day_exclusions WHERE conversation_id = $1 UNION ALL SELECT user_id FROM on_this_day_off WHERE conversation_id = $1`,
        [couple.chatId],
      );
    await eventually(async () => expect(await left()).toEqual([{ id: couple.ben.id }]));
  });
});
