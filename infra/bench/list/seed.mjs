import pg from 'pg';

const WORDS =
  'lantern paper window river quiet morning coffee train station letter garden winter summer shoes kitchen music walk dinner ticket photo umbrella'.split(
    ' ',
  );

/** Messages of 1 to 100 words, a minute or two apart, by either person at random. The same seed gives the same text. */
const INSERT = `
  INSERT INTO messaging.messages (id, conversation_id, sender_id, client_message_id, seq, rev, type, content, created_at)
  SELECT gen_random_uuid(), $1, CASE WHEN seq % 7 IN (0, 2, 3) THEN $2::uuid ELSE $3::uuid END, gen_random_uuid(), seq, seq, 'text',
    seq || ' ' || array_to_string(ARRAY(SELECT ($5::text[])[1 + ((seq * 31 + word * 17) % $6)] FROM generate_series(1, 1 + (seq * 13) % CASE WHEN seq % 29 = 0 THEN 100 ELSE 14 END) AS word), ' '),
    now() - ($4 - seq) * interval '97 seconds'
  FROM generate_series(1, $4::int) AS seq`;

const COUNT = `
  UPDATE messaging.conversations c SET last_seq = $2, last_rev = $2,
    sent_by_low = (SELECT count(*) FROM messaging.messages WHERE conversation_id = c.id AND sender_id = (SELECT min(user_id::text)::uuid FROM messaging.conversation_members WHERE conversation_id = c.id))
  WHERE id = $1`;

const READ = `UPDATE messaging.conversation_members SET read_up_to = $2, delivered_up_to = $2, shown_up_to = $2, shown_delivered_up_to = $2 WHERE conversation_id = $1`;

/**
 * @param {string} adminUrl a login that may write everywhere; any database of the server
 * @param {(client: pg.Client) => Promise<void>} write
 */
async function inProduct(adminUrl, write) {
  const url = new URL(adminUrl);
  url.pathname = '/duet';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await write(client);
  } finally {
    await client.end();
  }
}

/**
 * Writes a long conversation into a fresh couple's tables, read by both up to `read`. No event announces it, so open the pages
 * afterwards.
 * @param {string} adminUrl
 * @param {{chatId: string, people: [string, string], count: number, read?: number}} what
 */
export const seedConversation = (adminUrl, { chatId, people: [one, other], count, read = count }) =>
  inProduct(adminUrl, async (client) => {
    await client.query(INSERT, [chatId, one, other, count, WORDS, WORDS.length]);
    await client.query(COUNT, [chatId, count]);
    await client.query(READ, [chatId, read]);
  });

/** In UTC, the time zone of a new couple. */
const AGE = `UPDATE messaging.messages SET created_at = (created_at AT TIME ZONE 'UTC' - make_interval(years => $2)) AT TIME ZONE 'UTC' WHERE conversation_id = $1`;

/**
 * Moves all messages of a conversation back by a number of years, to the same day of the year.
 * @param {string} adminUrl @param {string} chatId @param {number} years
 */
export const ageConversation = (adminUrl, chatId, years) =>
  inProduct(adminUrl, async (client) => {
    await client.query(AGE, [chatId, years]);
  });
