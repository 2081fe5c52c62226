import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '../../postgres/bootstrap.mjs';

/** @typedef {{place: string, text: string}} Trace */

/** Every row of all tables as text. @param {string} adminUrl @returns {Promise<Trace[]>} */
export const rows = (adminUrl) =>
  withClient(adminUrl, async (client) => {
    const tables = await client.query(
      `SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`,
    );
    const found = [];
    for (const { schema, name } of tables.rows) {
      const result = await client.query(`SELECT t::text AS text FROM "${schema}"."${name}" t`);
      found.push(...result.rows.map(({ text }) => ({ place: `${schema}.${name}`, text })));
    }
    return found;
  });

/** Every file below a folder with its bytes as they are, one character each. @param {string} folder @returns {Trace[]} */
export function files(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => {
      try {
        return [{ place: path, text: readFileSync(path, 'latin1') }];
      } catch {
        // It was deleted meanwhile.
        return [];
      }
    });
}

/** The places that contain a text, ignoring case. @param {Trace[]} traces @param {string[]} canaries */
export function holding(traces, canaries) {
  const wanted = canaries.map((canary) => canary.toLowerCase());
  return traces
    .filter(({ text }) => wanted.some((canary) => text.toLowerCase().includes(canary)))
    .map(({ place }) => place);
}
