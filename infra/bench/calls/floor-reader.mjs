/* Second half of the floor of a call: one prepared statement for each request. */
import { connect } from '@nats-io/transport-node';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
const READ = 'SELECT body FROM floor_answers WHERE name = $1';
const INSERT = 'INSERT INTO floor_texts (id, content) VALUES ($1, $2)';

const bus = await connect({ servers: process.env.NATS_URL, noAsyncTraces: true });
bus.subscribe('floor.read', {
  callback: (_error, message) =>
    void pool
      .query({ name: 'read', text: READ, values: [message.string()] })
      .then(({ rows }) => message.respond(rows[0].body)),
});
bus.subscribe('floor.insert', {
  callback: (_error, message) => {
    /** @type {{clientMessageId: string, content: string}} */
    const { clientMessageId, content } = message.json();
    void pool
      .query({ name: 'insert', text: INSERT, values: [clientMessageId, content] })
      .then(() => message.respond(message.data));
  },
});
