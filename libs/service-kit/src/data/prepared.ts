import type { EntityManager } from 'typeorm';

/** The part of a connection of node-postgres that TypeORM hides: a statement with a name is parsed and planned once. */
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
