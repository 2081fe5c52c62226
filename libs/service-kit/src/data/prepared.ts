import type { DataSource } from 'typeorm';
import type { Tx } from './data-source.js';
import { type Columns, registerStatement } from './statement.js';

/** The part of node-postgres that TypeORM hides: named statements, which each connection parses only once. */
interface Connection {
  query: <Row>(statement: { name: string; text: string; values: unknown[] }) => Promise<{ rows: Row[] }>;
}

/**
 * Prepares a statement of a hot path, for use inside a transaction. Parsing is half the cost of a small statement.
 * @param name unique among the service's statements
 * @param columns name and PostgreSQL type of each column of the result
 * @returns a function that runs it and returns the rows
 * @throws TypeError outside of a transaction
 */
export function prepared<Row extends object = object>(name: string, columns: Columns<NoInfer<Row>>, text: string) {
  registerStatement(name, columns, text);
  return async (tx: Tx, values: unknown[]): Promise<Row[]> => {
    if (!tx.queryRunner) throw new TypeError(`${name} must run in a transaction`);
    const connection: Connection = await tx.queryRunner.connect();
    return (await connection.query<Row>({ name, text, values })).rows;
  };
}

const isPool = (value: unknown): value is Connection => typeof value === 'object' && value !== null && 'query' in value;

/** Prepares a statement that is a transaction of its own: it is committed when the function returns the rows. */
export function preparedAlone<Row extends object = object>(name: string, columns: Columns<NoInfer<Row>>, text: string) {
  registerStatement(name, columns, text);
  return async (database: DataSource, values: unknown[]): Promise<Row[]> => {
    const pool: unknown = Reflect.get(database.driver, 'master');
    if (!isPool(pool)) throw new TypeError('the database has no pool');
    return (await pool.query<Row>({ name, text, values })).rows;
  };
}
