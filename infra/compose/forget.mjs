import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Drops kept secrets, so that the next who asks gets new ones. @param {string} dir @param {(name: string) => boolean} which */
export function forget(dir, which) {
  const path = join(dir, 'secrets.json');
  if (!existsSync(path)) return;
  const kept = Object.entries(JSON.parse(readFileSync(path, 'utf8'))).filter(([name]) => !which(name));
  writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(kept)), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
