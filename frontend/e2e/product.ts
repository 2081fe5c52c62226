import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

function told(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} is missing: the set-up has not run`);
}

export const product = {
  get url(): string {
    return told('E2E_URL');
  },
  get secondRealtimeUrl(): string {
    return told('E2E_REALTIME_2_URL');
  },
  /** Where the mails are that the product sent: the catcher's own pages and API. */
  get mailPage(): string {
    return told('E2E_MAIL');
  },
  /** Links to sites of this machine get previews. */
  get looksAtOwnSites(): boolean {
    return process.env['E2E_OWN_SITES'] === 'yes';
  },
  /** What each process wrote until now, by the name of its log. */
  logs(): Record<string, string> {
    const folder = join(told('E2E_RUN_DIR'), '..', 'logs');
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  },
  /** A login that may write everywhere, for what would take too long through the API. */
  get adminDatabaseUrl(): string {
    return told('E2E_DATABASE_URL');
  },
  /** kill -9, also of a store (`nats`, `redis`); the supervisor brings the process back. */
  kill(name: string): void {
    const { pid }: { pid: number } = JSON.parse(readFileSync(join(told('E2E_RUN_DIR'), `${name}.pid`), 'utf8'));
    process.kill(pid, 'SIGKILL');
  },
};
