import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';

/** A folder for one suite. @param {string} name */
export function temporaryFolder(name) {
  return mkdtempSync(join(process.env.TEST_STORES_DIR ?? tmpdir(), `${name}-`));
}
