import type { DataSource, EntityManager } from 'typeorm';

/** The part of node-postgres that TypeORM hides: a statement with a name is parsed and planned once per connection. */
interface Connection {
  query: <Row>(statement: { name: string; text: string; values: unknown[] }) => Promise<{ rows: Row[] }>;
}

/**
 * A statement of a hot path, for use inside a transaction. Half of what a small statement costs PostgreSQL is understanding
 * it; under its name each connection does that once.
 * @param name unique among the service's statements
 */
export const prepared =
  <Row>(name: string, text: string) =>
  async (tx: EntityManager, values: unknown[]): Promise<Row[]> => {
    if (!tx.queryRunner) throw new TypeError(`${name} belongs into a transaction`);
    const connection: Connection = await tx.queryRunner.connect();
    return (await connection.query<Row>({ name, text, values })).rows;
  };

const isPool = (value: unknown): value is Connection => typeof value === 'object' && value !== null && 'query' in value;

/** The same for a statement that is a transaction by itself: it has happened when its answer is here. */
export const preparedAlone =
  <Row>(name: string, text: string) =>
  async (database: DataSource, values: unknown[]): Promise<Row[]> => {
    const pool: unknown = Reflect.get(database.driver, 'master');
    if (!isPool(pool)) throw new TypeError('the database has no pool');
    return (await pool.query<Row>({ name, text, values })).rows;
  };
