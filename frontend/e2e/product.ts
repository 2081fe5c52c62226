import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function requiredVariable(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} is missing because the setup has not run`);
}

export const product = {
  get url(): string {
    return requiredVariable('E2E_URL');
  },
  get secondRealtimeUrl(): string {
    return requiredVariable('E2E_REALTIME_2_URL');
  },
  /** The mail catcher's page and API, with the mails that the product sent. */
  get mailPage(): string {
    return requiredVariable('E2E_MAIL');
  },
  /** Whether link previews are fetched from sites on this machine. */
  get previewsLocalSites(): boolean {
    return process.env['E2E_OWN_SITES'] === 'yes';
  },
  /** The contents of each process's log, by file name. */
  logs(): Record<string, string> {
    const folder = join(requiredVariable('E2E_RUN_DIR'), '..', 'logs');
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  },
  /** A database login with all rights, for test data that would take too long through the API. */
  get adminDatabaseUrl(): string {
    return requiredVariable('E2E_DATABASE_URL');
  },
  /** Sets by how many seconds the product's domain time is ahead. No process ever reads half a number. */
  setClockAhead(seconds: number): void {
    const file = requiredVariable('E2E_CLOCK');
    writeFileSync(`${file}.next`, String(seconds));
    renameSync(`${file}.next`, file);
  },
  /** Kills a process or store (`nats`, `redis`) with SIGKILL; the supervisor restarts it. */
  kill(name: string): void {
    const { pid }: { pid: number } = JSON.parse(
      readFileSync(join(requiredVariable('E2E_RUN_DIR'), `${name}.pid`), 'utf8'),
    );
    process.kill(pid, 'SIGKILL');
  },
};
