import { withClient } from '../../postgres/bootstrap.mjs';

/** @typedef {{table: string, rows: string}[]} DatabaseCopy each table's rows as a JSON array */

const TABLES = `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`;

/** Every row of all tables, at one moment. @param {string} adminUrl @returns {Promise<DatabaseCopy>} */
export const copyDatabase = (adminUrl) =>
  withClient(adminUrl, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const copy = [];
    for (const { name } of (await client.query(TABLES)).rows) {
      const { rows } = await client.query(`SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${name} t`);
      copy.push({ table: name, rows: rows[0].rows });
    }
    await client.query('COMMIT');
    return copy;
  });

const COLUMNS = `
  SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
  WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`;

/** Resets the database to a copy, as a restore does. @param {string} adminUrl @param {DatabaseCopy} copy */
export const restoreDatabase = (adminUrl, copy) =>
  withClient(adminUrl, async (client) => {
    await client.query('BEGIN');
    // Foreign keys are off while the tables are filled one by one.
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(`TRUNCATE ${copy.map(({ table }) => table).join(', ')}`);
    for (const { table, rows } of copy) {
      const { names } = (await client.query(COLUMNS, [table])).rows[0];
      await client.query(
        `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`,
        [rows],
      );
    }
    await client.query('COMMIT');
  });
