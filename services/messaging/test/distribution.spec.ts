import 'reflect-metadata';
import { migrate } from '@duet/service-kit';
import { type FreshDatabase, freshDatabase } from '@duet/testing';
import { DataSource } from 'typeorm';
import { options } from '../src/data-source.js';

/*
 * Citus would distribute the data of conversations by their id. It then enforces only unique keys that contain this column,
 * and foreign keys between rows of one conversation or to a reference table, of which every node has a copy.
 */

/** The keys without the conversation's id, and what each would become. A new one needs an answer here first. */
const BECOMES: Record<string, string> = {
  attachments_message_fkey:
    'with a new column: (conversation_id, message_id) references messages (conversation_id, id)',
  conversation_members_one_active: 'a table of active members, distributed by user; pairing allows one couple anyway',
  conversation_members_user_fkey: 'dropped: people are distributed by their id, and an erasure deletes both sides',
  early_voice_results_pkey: '(conversation_id, attachment_id)',
  messages_pkey: '(conversation_id, id); ids are random, so none occurs twice',
  messages_reply_to_fkey: '(conversation_id, reply_to) references messages (conversation_id, id)',
  on_this_day_exclusions_pkey: '(conversation_id, id)',
  reactions_message_fkey: 'with a new column: (conversation_id, message_id) references messages (conversation_id, id)',
  scheduled_messages_pkey: '(conversation_id, id)',
};

let fresh: FreshDatabase;
let database: DataSource;

beforeAll(async () => {
  fresh = await freshDatabase('messaging');
  await migrate(options(fresh.url));
  database = await new DataSource(options(fresh.url)).initialize();
});
afterAll(async () => {
  await database.destroy();
  await fresh.drop();
});

/** Unique and foreign keys of the tables with a conversation's data that lack its id, and foreign keys to them from other tables. */
const keysWithoutConversation = (): Promise<{ key: string }[]> =>
  database.query(`
    WITH tables AS (
      SELECT attrelid AS id, attnum FROM pg_attribute
      WHERE (attname = 'conversation_id' OR (attname = 'id' AND attrelid = 'messaging.conversations'::regclass))
        AND attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'messaging'::regnamespace AND relkind = 'r')
        AND NOT attisdropped
    )
    SELECT conname AS key FROM pg_constraint JOIN tables ON tables.id = conrelid
    WHERE contype = 'f' AND NOT attnum = ANY (conkey)
    UNION ALL
    SELECT conname FROM pg_constraint
    WHERE contype = 'f' AND confrelid IN (SELECT id FROM tables) AND conrelid NOT IN (SELECT id FROM tables)
    UNION ALL
    SELECT indexrelid::regclass::text FROM pg_index JOIN tables ON tables.id = indrelid
    WHERE indisunique AND NOT attnum = ANY (indkey::int2[])
    ORDER BY key`);

it('leaves no unique or foreign key of a conversation without its id, but for those with an answer', async () => {
  const keys = await keysWithoutConversation();
  expect(keys.map(({ key }) => key.replace(/^messaging\./, ''))).toEqual(Object.keys(BECOMES).toSorted());
});
