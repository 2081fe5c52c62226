import { deleteMessage, editMessage, searchMessages } from '@duet/contracts';
import { type Couple, World } from './world.js';

let world: World;
let couple: Couple;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
beforeEach(async () => {
  couple = await world.couple();
});

const say: World['say'] = (...given) => world.say(...given);

const find = async (q: string, more: { before?: number; limit?: number } = {}) => {
  const { messages, hasMore } = await world.bus.call(searchMessages, { q, ...more }, couple.ada.caller);
  return { texts: messages.map(({ content }) => content), hasMore };
};

describe('search', () => {
  it('finds words by prefix, in any order and case, newest first', async () => {
    await say(couple.ada, 'The train to Lisbon');
    await say(couple.ben, 'LISBON, by night train');
    await say(couple.ben, 'Nothing here');
    expect(await find('lisb tra')).toEqual({
      texts: ['LISBON, by night train', 'The train to Lisbon'],
      hasMore: false,
    });
    expect((await find('isbon')).texts).toEqual([]);
  });

  it.each(["it's & | ! :* (", '%_\\', '<->', "'; DROP TABLE messages; --"])('treats %j as text', async (q) => {
    await say(couple.ada, "it's a drop on the table of messages");
    expect((await find(q)).texts.length).toBeLessThanOrEqual(1);
  });

  it('pages by seq', async () => {
    for (let n = 1; n <= 5; n += 1) await say(couple.ada, `note ${n}`);
    expect(await find('note', { limit: 2 })).toEqual({ texts: ['note 5', 'note 4'], hasMore: true });
    expect(await find('note', { limit: 3, before: 4 })).toEqual({
      texts: ['note 3', 'note 2', 'note 1'],
      hasMore: false,
    });
  });

  it('follows edits and deletions', async () => {
    const [first, second] = [await say(couple.ada, 'umbrella'), await say(couple.ada, 'umbrella too')];
    await world.bus.call(editMessage, { messageId: first._id, content: 'raincoat' }, couple.ada.caller);
    await world.bus.call(deleteMessage, { messageId: second._id }, couple.ada.caller);
    expect((await find('umbrella')).texts).toEqual([]);
    expect((await find('raincoat')).texts).toEqual(['raincoat']);
  });

  it('finds words beside very long words, quotes and slashes', async () => {
    const odd = [`${'x'.repeat(2_040)} needle`, `${'y'.repeat(7_000)} thimble`, `O'Brien's "C:\\path\\" 'quoted' ''`];
    for (const content of odd) await say(couple.ada, content);
    expect((await find('needle')).texts).toEqual([odd[0]]);
    expect((await find('thimble')).texts).toEqual([odd[1]]);
    expect((await find(`brien's quoted`)).texts).toEqual([odd[2]]);
    expect((await find(`' & | ! :* \\`)).texts).toEqual([]);
  });

  it('finds no message of another couple', async () => {
    const others = await world.couple();
    await say(others.ada, 'secret lighthouse');
    expect((await find('lighthouse')).texts).toEqual([]);
  });
});
