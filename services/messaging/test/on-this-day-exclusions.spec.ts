import { randomUUID } from 'node:crypto';
import {
  type HideOnThisDayDto,
  LIMITS,
  STICKERS,
  couplePurged,
  deleteMessage,
  hideOnThisDay,
  onThisDayChanged,
  removeOnThisDayExclusion,
  sendMessage,
  switchOnThisDay,
  userDeleted,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
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

const { look, shown, hide, exclusions, say, loved } = onThisDayCalls(
  () => world,
  () => couple,
);

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
