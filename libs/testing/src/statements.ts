import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type RegisteredStatement, registeredStatements } from '@duet/service-kit';
import pg from 'pg';

/** Asks PostgreSQL to describe a statement's result without running it. node-postgres itself can only run statements. */
class Description implements pg.Submittable {
  private fields: pg.FieldDef[] = [];
  private readonly settled = Promise.withResolvers<pg.FieldDef[]>();
  readonly result = this.settled.promise;

  constructor(private readonly text: string) {}

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.fields = fields;
  }

  handleParseComplete(): void {
    // Part of the protocol: node-postgres requires a handler.
  }

  handleReadyForQuery(): void {
    this.settled.resolve(this.fields);
  }

  handleError(cause: Error): void {
    this.settled.reject(cause);
  }
}

const describeResult = (client: pg.Client, text: string): Promise<pg.FieldDef[]> =>
  client.query(new Description(text)).result;

const TYPE_NAMES = `SELECT oid::int4, CASE WHEN typelem <> 0 AND typname LIKE '\\_%' THEN substr(typname, 2) || '[]' ELSE typname END AS name FROM pg_type`;

const NULLABLE = `
  SELECT attrelid::int4 AS "table", attnum::int4 AS "column" FROM pg_attribute
  WHERE NOT attnotnull AND attnum > 0 AND attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)`;

/** The types and constraints of the schema, to check result columns. */
interface Catalogue {
  types: Map<number, string>;
  /** Table columns that may be null, as `table.column` by their numbers. */
  nullable: Set<string>;
}

async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const types = await client.query<{ oid: number; name: string }>(TYPE_NAMES);
  const nullable = await client.query<{ table: number; column: number }>(NULLABLE);
  return {
    types: new Map(types.rows.map(({ oid, name }) => [oid, name])),
    nullable: new Set(nullable.rows.map(({ table, column }) => `${table}.${column}`)),
  };
}

/** Only a table's columns are checked for null: PostgreSQL does not say whether a computed column may be null. */
function differencesOf(fields: readonly pg.FieldDef[], columns: RegisteredStatement['columns'], known: Catalogue) {
  const found: string[] = [];
  const missing = new Set(Object.keys(columns));
  for (const { name, dataTypeID, tableID, columnID } of fields) {
    const actual = known.types.get(dataTypeID) ?? `type ${dataTypeID}`;
    const declared = columns[name];
    if (declared === undefined) found.push(`returns ${name} (${actual}), which is not declared`);
    else if (!missing.delete(name)) found.push(`returns ${name} twice`);
    else if (declared.replace(' | null', '') !== actual)
      found.push(`returns ${name} as ${actual}, declared ${declared}`);
    else if (known.nullable.has(`${tableID}.${columnID}`) && !declared.endsWith(' | null'))
      found.push(`declares ${name} as ${declared}, but the column may be null`);
  }
  for (const name of missing) found.push(`declares ${name}, but does not return it`);
  return found;
}

const title = ({ name, text }: RegisteredStatement): string => name ?? text.replace(/\s+/g, ' ').trim().slice(0, 100);

/** Finds names with two texts: a connection would run the first text for both. */
function sharedNames(statements: readonly RegisteredStatement[]): string[] {
  const named = Map.groupBy(
    statements.filter(({ name }) => name !== null),
    ({ name }) => name,
  );
  return [...named].flatMap(([name, group]) =>
    new Set(group.map(({ text }) => text)).size > 1 ? [`${name}: names two statements`] : [],
  );
}

/**
 * Checks the declared columns of every statement in a service's `*.queries.ts` files, and of the service-kit's own, against
 * the migrated schema. PostgreSQL parses and describes the statements; it runs none.
 * @param url connects as the service's role
 * @param source the service's `src` folder
 * @returns one sentence for each difference
 */
export async function statementDifferences(url: string, source: string): Promise<string[]> {
  for (const file of globSync('**/*.queries.ts', { cwd: source })) await import(join(source, file));
  const statements = registeredStatements();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const known = await readCatalogue(client);
    const found = sharedNames(statements);
    for (const each of statements) {
      const differences = await describeResult(client, each.text).then(
        (fields) => differencesOf(fields, each.columns, known),
        (cause: Error) => [cause.message],
      );
      found.push(...differences.map((difference) => `${title(each)}: ${difference}`));
    }
    return found;
  } finally {
    await client.end();
  }
}
