import pg from 'pg';
import { freshDatabase, freshNats, freshRedis, s3 } from './stores.js';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('the harness of stores', () => {
  it('gives each suite a database with the schema and the role of its service', async () => {
    const [one, other] = await Promise.all([freshDatabase('messaging'), freshDatabase('messaging')]);
    try {
      await query(one.url, 'CREATE TABLE thing (id int)');
      expect(await query(one.url, 'SELECT current_schema() AS name')).toEqual([{ name: 'messaging' }]);
      expect(await query(one.adminUrl, 'SELECT * FROM messaging.thing')).toEqual([]);
      await expect(query(other.url, 'SELECT * FROM thing')).rejects.toThrow('does not exist');
    } finally {
      await Promise.all([one.drop(), other.drop()]);
    }
    await expect(query(one.url, 'SELECT 1')).rejects.toThrow();
  });

  it.each([
    ['Redis', freshRedis, 'redis:'],
    ['NATS', freshNats, 'nats:'],
  ])('gives each suite a %s of its own, which restarts after SIGKILL', async (_name, fresh, protocol) => {
    const [one, other] = await Promise.all([fresh(), fresh()]);
    try {
      expect(new URL(one.url).protocol).toBe(protocol);
      expect(one.url).not.toBe(other.url);
      await one.kill();
      await one.ready();
    } finally {
      await Promise.all([one.stop(), other.stop()]);
    }
  });

  it('returns the S3 server of the tests', () => {
    expect(s3()).toMatchObject({ endpoint: expect.stringMatching(/^http:/), bucket: 'duet-media' });
  });
});
