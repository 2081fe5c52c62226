import { STICKERS, deleteMessage, editMessage, searchMessages, sendMessage, userDeleted } from '@duet/contracts';
import { eventually } from '@duet/testing';
import { BLOCK, OLD_INDEX } from '../src/messages/word-block.queries.js';
import { WordIndexer } from '../src/messages/word-indexer.js';
import { WordsBehindTheCommit1764270002000 } from '../src/migrations/1764270002000-words-behind-the-commit.js';
import { WordsByTheSecondRule1764290001000 } from '../src/migrations/1764290001000-words-by-the-second-rule.js';
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

/** Stores texts as earlier sends did, without telling the worker. */
async function fill(texts: readonly string[], { chatId, ada } = couple): Promise<void> {
  await world.rows(
    `INSERT INTO messages (id, conversation_id, sender_id, client_message_id, seq, rev, type, content, created_at)
     SELECT gen_random_uuid(), c.id, $2, gen_random_uuid(), c.last_seq + n, c.last_rev + n, 'text', content, now()
     FROM conversations c, unnest($3::text[]) WITH ORDINALITY AS given (content, n) WHERE c.id = $1`,
    [chatId, ada.id, texts],
  );
  await world.rows('UPDATE conversations SET last_seq = last_seq + $2, last_rev = last_rev + $2 WHERE id = $1', [
    chatId,
    texts.length,
  ]);
}

const fillers = (count: number): string[] => Array.from({ length: count }, (_, n) => `filler ${n}`);

const find = async (q: string, more: { cursor?: number; limit?: number } = {}) =>
  world.bus.call(searchMessages, { q, ...more }, couple.ada.caller);
const seqs = async (q: string) => (await find(q)).messages.map(({ seq }) => seq);

interface Block {
  block: number;
  words: string[] | null;
}

const blocks = () =>
  world.rows<Block>(
    'SELECT block, tsvector_to_array(words) AS words FROM word_blocks WHERE conversation_id = $1 ORDER BY block',
    [couple.chatId],
  );

const jobs = () =>
  world.rows<{ soon: boolean }>(
    `SELECT due_at < now() + interval '1 minute' AS soon FROM jobs WHERE queue = 'words' AND key = $1`,
    [couple.chatId],
  );

const indexers = () => world.replicas.map((replica) => replica.get(WordIndexer, { strict: false }));

/** Lets both replicas write the conversation's blocks now. @returns the blocks */
async function written(count: number): Promise<Block[]> {
  await Promise.all(indexers().map((indexer) => indexer.noteSent([{ chatId: couple.chatId, seq: BLOCK }])));
  await eventually(async () => {
    expect(await blocks()).toHaveLength(count);
    expect(await jobs()).toEqual([]);
  });
  return blocks();
}

const messageId = async (seq: number): Promise<string> => {
  const [row] = await world.rows<{ id: string }>('SELECT id FROM messages WHERE conversation_id = $1 AND seq = $2', [
    couple.chatId,
    seq,
  ]);
  return row?.id ?? '';
};

describe('the words of a block', () => {
  it('are written behind the send that completes it, and a message is found before and after that', async () => {
    await fill(['the first lighthouse', ...fillers(BLOCK - 3)]);
    await world.say(couple.ben, 'a second lighthouse');
    expect([await seqs('lighth'), await blocks()]).toEqual([[BLOCK - 1, 1], []]);
    await world.say(couple.ada, 'a third lighthouse');
    expect(await seqs('lighth')).toEqual([BLOCK, BLOCK - 1, 1]);
    await eventually(async () => expect(await blocks()).toMatchObject([{ block: 0 }]));
    await world.say(couple.ben, 'a fourth lighthouse');
    expect(await seqs('lighth')).toEqual([BLOCK + 1, BLOCK, BLOCK - 1, 1]);
    expect(await seqs('third lighthouse')).toEqual([BLOCK]);
    expect(await seqs('lighthouse filler')).toEqual([]);
    // A search reads the words of a block, not its messages.
    await world.rows('UPDATE word_blocks SET words = $2 WHERE conversation_id = $1', [couple.chatId, '']);
    expect(await seqs('lighth')).toEqual([BLOCK + 1]);
  });

  it('have the English name of a sticker, which is found by that in the language of the reader too', async () => {
    const laugh = { content: STICKERS.laugh, sticker: 'laugh' } as const;
    await world.bus.call(sendMessage, laugh, couple.ben.caller);
    await fill(fillers(BLOCK - 1));
    await written(1);
    const search = async (q: string): Promise<number[]> => {
      const { messages } = await world.bus.call(searchMessages, { q }, couple.ada.reading('de').caller);
      return messages.map(({ seq }) => seq);
    };
    expect([await search('schlapp'), await search('can’t stop'), await seqs('schlapp')]).toEqual([[1], [1], []]);
  });

  it('match whatever texts match by themselves', async () => {
    const odd = [
      `O'Brien's "C:\\path\\" 'quoted' ''`,
      'an open <b tag',
      'and its end> here',
      'ada.lovelace@example.org wrote https://example.org/a/path?x=1&y=2',
      'well-known Größe ÜBER İstanbul ΟΔΟΣ naïve 東京 12.5e3 -7',
      `${'x'.repeat(2_040)} needle`,
      `& | ! :* ( ' \\ %_`,
      '',
    ];
    const typed = ['brien quoted', 'path', 'tag', 'end here', 'ada', 'example', 'known gr', 'über', 'istanbul', 'οδος'];
    const more = [
      'naïve',
      '東京',
      '12',
      'needle',
      'xxx',
      'wrote',
      'lovelace',
      'https',
      '5e3',
      'org/a',
      '-7',
      odd[3] ?? '',
    ];
    await fill([...odd, ...fillers(BLOCK - odd.length)]);
    const search = () => Promise.all([...typed, ...more].map(async (q) => [q, await seqs(q)]));
    const before = await search();
    await written(1);
    expect(await search()).toEqual(before);
    expect(before).toContainEqual(['end here', [3]]);
    expect(before).toContainEqual(['needle', [6]]);
    expect(before).toContainEqual(['lovelace', [4]]);
    expect(before).toContainEqual([odd[3], [4]]);
  });

  it('lose a changed or deleted text in its transaction, and are written anew later', async () => {
    await fill(['umbrella', 'umbrella too', ...fillers(BLOCK * 2 - 2)]);
    await written(2);
    await world.bus.call(editMessage, { messageId: await messageId(1), content: 'raincoat' }, couple.ada.caller);
    expect((await blocks()).map(({ block }) => block)).toEqual([1]);
    expect(await jobs()).toEqual([{ soon: false }]);
    expect([await seqs('umbrella'), await seqs('raincoat')]).toEqual([[2], [1]]);
    await world.bus.call(deleteMessage, { messageId: await messageId(2) }, couple.ada.caller);
    const [first] = await written(2);
    expect(first?.words).toContain('raincoat');
    expect(first?.words).not.toContain('umbrella');
    expect([await seqs('umbrella'), await seqs('raincoat')]).toEqual([[], [1]]);
  });

  it('stay when a message changes without its text', async () => {
    await fill(fillers(BLOCK));
    await written(1);
    await world.rows('UPDATE messages SET rev = rev + 1000, pinned_at = now() WHERE conversation_id = $1 AND seq = 1', [
      couple.chatId,
    ]);
    expect(await blocks()).toHaveLength(1);
  });

  it('go with the account and with the conversation', async () => {
    await fill(['a secret', ...fillers(BLOCK - 1)]);
    await written(1);
    await world.bus.publish(userDeleted, couple.ada.id, { userId: couple.ada.id });
    await eventually(async () => expect(await blocks()).toEqual([]));
    await eventually(async () => {
      const texts = await world.rows(`SELECT FROM messages WHERE conversation_id = $1 AND content <> ''`, [
        couple.chatId,
      ]);
      expect(texts).toEqual([]);
    });
    const [row] = await written(1);
    expect(row?.words).toEqual([]);
    await world.rows('DELETE FROM messages WHERE conversation_id = $1', [couple.chatId]);
    expect(await blocks()).toEqual([]);
  });

  it('are left out when there are too many for PostgreSQL, and the messages are searched directly', async () => {
    const [{ texts } = { texts: [] }] = await world.rows<{ texts: string[] }>(
      `SELECT array_agg(words) AS texts FROM (
         SELECT string_agg(md5(n || '-' || i), ' ') AS words FROM generate_series(1, ${BLOCK}) n, generate_series(1, 200) i GROUP BY n) each`,
    );
    await fill(texts.with(41, 'an emerald'));
    await fill(['an opal', ...fillers(BLOCK - 1)]);
    expect((await written(2)).map(({ words }) => words === null)).toEqual([true, false]);
    expect([await seqs('emerald'), await seqs('opal')]).toEqual([[42], [BLOCK + 1]]);
  });
});

describe('the worker', () => {
  it('waits for an open change of a text, and no send waits for it', async () => {
    await fill(['a secret', ...fillers(BLOCK - 1)]);
    const changing = await world.another();
    try {
      await changing.query('BEGIN');
      await changing.query(`UPDATE messages SET content = 'harmless' WHERE conversation_id = $1 AND seq = 1`, [
        couple.chatId,
      ]);
      const [indexer] = indexers();
      await indexer?.noteSent([{ chatId: couple.chatId, seq: BLOCK }]);
      await eventually(async () =>
        expect(await world.rows(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).toHaveLength(1),
      );
      await world.say(couple.ben, 'not delayed');
      expect(await seqs('delayed')).toEqual([BLOCK + 1]);
      await changing.query('COMMIT');
    } finally {
      await changing.end();
    }
    await eventually(async () => expect(await blocks()).toHaveLength(1));
    const [row] = await blocks();
    expect(row?.words).toContain('harmless');
    expect(row?.words).not.toContain('secret');
  });

  it('goes on after another one that died', async () => {
    await fill(fillers(BLOCK * 3));
    await written(3);
    // It had written one block of three, and its lease has ended.
    await world.rows('DELETE FROM word_blocks WHERE conversation_id = $1 AND block <> 1', [couple.chatId]);
    await world.rows(
      `INSERT INTO jobs (queue, key, attempts, lease, due_at, created_at) VALUES ('words', $1, 1, gen_random_uuid(), now() - interval '1 second', now())`,
      [couple.chatId],
    );
    const elsewhere = await world.couple();
    const [, other] = indexers();
    await other?.noteSent([{ chatId: elsewhere.chatId, seq: BLOCK }]);
    await eventually(async () => expect((await blocks()).map(({ block }) => block)).toEqual([0, 1, 2]));
  });

  it('writes the blocks of conversations that are older than them', async () => {
    await fill(['an old letter', ...fillers(BLOCK * 2), 'a new letter']);
    expect(await seqs('letter')).toEqual([BLOCK * 2 + 2, 1]);
    await new WordsBehindTheCommit1764270002000().up({ query: (sql: string) => world.rows(sql) } as never);
    expect(await jobs()).toEqual([{ soon: true }]);
    await written(2);
    expect(await seqs('letter')).toEqual([BLOCK * 2 + 2, 1]);
  });

  it('writes the blocks of another rule anew, and a search reads their messages until then', async () => {
    await fill(['write to anna@example.com', ...fillers(BLOCK * 2 - 1)]);
    await written(2);
    const ruleOf = () =>
      world.rows('SELECT rule FROM word_blocks WHERE conversation_id = $1 ORDER BY block', [couple.chatId]);
    // As the previous build writes them.
    await world.rows(
      `UPDATE word_blocks SET words = to_tsvector('simple', 'write to anna@example.com'), rule = DEFAULT WHERE conversation_id = $1`,
      [couple.chatId],
    );
    expect([await seqs('example'), await seqs('anna@example.com')]).toEqual([[1], [1]]);
    await world.rows(
      `INSERT INTO jobs (queue, key, lease, due_at, created_at) VALUES ('words', $1, gen_random_uuid(), now(), now())`,
      [couple.chatId],
    );
    const runner = { query: (sql: string) => world.rows(sql) } as never;
    await new WordsByTheSecondRule1764290001000().up(runner);
    expect(await jobs()).toEqual([{ soon: false }]);
    const [first] = await written(2);
    expect(first?.words).toEqual(expect.arrayContaining(['anna', 'example', 'com', 'filler', '254']));
    expect(await ruleOf()).toEqual([{ rule: 2 }, { rule: 2 }]);
    expect([await seqs('example'), await seqs('anna@example.com')]).toEqual([[1], [1]]);
  });

  it('drops the index of the previous build a week after the migration', async () => {
    const runner = { query: (sql: string) => world.rows(sql) } as never;
    const drops = () =>
      world.rows(`SELECT due_at > now() + interval '6 days' AS later FROM jobs WHERE queue = 'words' AND key = $1`, [
        OLD_INDEX,
      ]);
    const indexes = () => world.rows('SELECT FROM pg_indexes WHERE indexname = $1', [OLD_INDEX]);
    const migration = new WordsBehindTheCommit1764270002000();
    await fill(['a letter']);
    await world.rows('DELETE FROM jobs');
    await migration.down(runner);
    await migration.up(runner);
    expect([await drops(), await indexes()]).toEqual([[{ later: true }], [{}]]);
    await world.rows('UPDATE jobs SET due_at = now() WHERE key = $1', [OLD_INDEX]);
    await indexers()[0]?.noteSent([{ chatId: couple.chatId, seq: BLOCK }]);
    await eventually(async () => expect([await drops(), await indexes()]).toEqual([[], []]));
  });
});

describe('a search over many blocks', () => {
  it('finds, counts and pages the same with all blocks, some and none', async () => {
    const places = new Set([1, 2, 255, 256, 257, 511, 512, 513, 900, 1_024, 1_025, 1_100, 1_279]);
    await fill(
      Array.from({ length: 1_300 }, (_, n) => (places.has(n + 1) ? 'a lantern tonight' : `lamp tonight ${n}`)),
    );
    const expected = [...places].toReversed();
    const pages = async () => {
      const found: number[] = [];
      let cursor: number | undefined;
      do {
        const page = await find('lantern tonight', { limit: 3, ...(cursor !== undefined && { cursor }) });
        expect(page.total).toBe(cursor === undefined ? places.size : null);
        found.push(...page.messages.map(({ seq }) => seq));
        cursor = page.nextCursor === null ? undefined : Number(page.nextCursor);
      } while (cursor !== undefined);
      return found;
    };
    expect(await pages()).toEqual(expected);
    await written(5);
    expect(await pages()).toEqual(expected);
    expect((await find('tonight', { limit: 1 })).total).toBe(1_000);
    await world.rows('DELETE FROM word_blocks WHERE conversation_id = $1 AND block IN (0, 2, 4)', [couple.chatId]);
    expect(await pages()).toEqual(expected);
  });
});
