/* Second half of the floor: stores each batch with one statement and answers after its commit. */
import { connect } from '@nats-io/transport-node';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
const text =
  'INSERT INTO floor_messages (id, couple, sender, content) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])';
await pool.query(
  'CREATE TABLE IF NOT EXISTS floor_messages (id uuid PRIMARY KEY, couple uuid NOT NULL, sender uuid NOT NULL, content text NOT NULL)',
);

const bus = await connect({ servers: process.env.NATS_URL, noAsyncTraces: true });
bus.subscribe('floor.write', {
  callback: (_error, message) => {
    /** @type {{id: string, couple: string, sender: string, content: string}[]} */
    const sends = message.json();
    const values = [
      sends.map(({ id }) => id),
      sends.map(({ couple }) => couple),
      sends.map(({ sender }) => sender),
      sends.map(({ content }) => content),
    ];
    void pool.query({ name: 'write', text, values }).then(() => message.respond(''));
  },
});
process.stdout.write('ready\n');
