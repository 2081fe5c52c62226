import { chmodSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';

/** A folder for one suite. @param {string} name */
export function temporaryFolder(name) {
  const folder = mkdtempSync(join(process.env.TEST_STORES_DIR ?? tmpdir(), `${name}-`));
  // Under root PostgreSQL runs as another user, who needs access.
  chmodSync(folder, 0o755);
  return folder;
}
