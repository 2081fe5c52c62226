import { DataSource } from 'typeorm';
import type { Tx } from './data-source.js';

/** The JavaScript type of each PostgreSQL type that statements return, as node-postgres reads it. An `int8` stays a string. */
interface ValueTypes {
  bool: boolean;
  bytea: Buffer;
  float8: number;
  int2: number;
  int4: number;
  int8: string;
  numeric: string;
  text: string;
  timestamptz: Date;
  uuid: string;
  varchar: string;
  'int4[]': number[];
  'text[]': string[];
  'uuid[]': string[];
}

/** A `jsonb` column can have any type but Date and Buffer, which JSON does not have. */
type JsonFor<Value> = [Value] extends [Date | Buffer] ? never : 'jsonb';

type TypeNames<Value> =
  { [Name in keyof ValueTypes]: [Value] extends [ValueTypes[Name]] ? Name : never }[keyof ValueTypes] | JsonFor<Value>;

/** The names of PostgreSQL types that a value of this TypeScript type comes from: `'text'` for a string, `'text | null'` for one or null. */
type ColumnType<Value> = null extends Value ? `${TypeNames<NonNullable<Value>>} | null` : TypeNames<NonNullable<Value>>;

/** The declared result columns of a statement, which the compiler compares with `Row` and a test with the migrated schema. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: ColumnType<Row[Name]> };

export interface RegisteredStatement {
  /** The name of a prepared statement; null for others. */
  name: string | null;
  text: string;
  columns: Readonly<Record<string, string>>;
}

const registered: RegisteredStatement[] = [];

/** Every statement of the modules that were loaded, for the test that checks them against the schema. */
export const registeredStatements = (): readonly RegisteredStatement[] => registered;

/** Registers a statement for that test. `statement`, `command` and `prepared` call it. */
export function registerStatement(name: string | null, columns: object, text: string): void {
  registered.push({ name, text, columns: Object.fromEntries(Object.entries(columns)) });
}

/** Returns the rows and their number for every command. TypeORM's `query` returns another shape for each command by default. */
async function execute(database: Tx | DataSource, text: string, values: unknown[]) {
  const running = database instanceof DataSource ? undefined : database.queryRunner;
  if (running) return running.query(text, values, true);
  const runner = (database instanceof DataSource ? database : database.dataSource).createQueryRunner();
  try {
    return await runner.query(text, values, true);
  } finally {
    await runner.release();
  }
}

/**
 * A statement that returns rows. Declare it once, at the top level of a `*.queries.ts` file.
 * @param columns name and PostgreSQL type of each column of the result
 * @returns a function that runs it, in a transaction or by itself, and returns the rows
 */
export function statement<Row extends object = object>(columns: Columns<NoInfer<Row>>, text: string) {
  registerStatement(null, columns, text);
  return async (database: Tx | DataSource, values: unknown[] = []): Promise<Row[]> =>
    (await execute(database, text, values)).records;
}

/**
 * A statement without result columns. `SELECT FROM …` is one: it locks or counts rows without returning them.
 * @returns a function that runs it and returns the number of rows that were written or selected
 */
export function command(text: string) {
  registerStatement(null, {}, text);
  return async (database: Tx | DataSource, values: unknown[] = []): Promise<number> =>
    (await execute(database, text, values)).affected ?? 0;
}
