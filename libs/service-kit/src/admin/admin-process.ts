import type { INestApplicationContext } from '@nestjs/common';
import { Bus } from '../bus/bus.js';
import { createService } from '../bootstrap.js';
import type { BaseConfig } from '../config/base-config.js';
import { ADMIN_EXIT, AdminRefusal } from './admin-program.js';

/** Opens the service for a command that acts as the service does. It takes no calls, events or jobs. */
export type OpenProcess = () => Promise<Pick<INestApplicationContext, 'get'>>;

type ModuleClass = Parameters<typeof createService>[0];

/** Milliseconds to wait for the bus; a running process waits without a limit. */
const ANSWERS_WITHIN = 10_000;

/**
 * Runs a command that may open the service, and closes the service afterwards, so that its live updates have left.
 * @param moduleOf makes the service's module. Its log is silent, because standard output has the answer
 */
export async function withProcess<Config extends BaseConfig>(
  service: string,
  settings: Config,
  moduleOf: (settings: Config) => ModuleClass,
  run: (open: OpenProcess) => Promise<string>,
): Promise<string> {
  const quiet = Object.assign(settings, { LOG_LEVEL: 'silent' });
  let opened: Promise<INestApplicationContext> | undefined;
  const open: OpenProcess = () => {
    // Without `listen` no hook of the start runs.
    opened ??= within(createService(moduleOf(quiet), service, quiet), NO_BUS);
    return opened;
  };
  try {
    return await run(open);
  } finally {
    const app = await opened?.catch(() => undefined);
    if (app) await leave(app);
  }
}

const NO_BUS = new AdminRefusal('The bus did not answer. Nothing was changed.', ADMIN_EXIT.unavailable);

const LATE = new AdminRefusal(
  'The bus did not answer. The change is stored, but other processes may not know of it: repeat the command.',
  ADMIN_EXIT.unavailable,
);

/** Live updates leave before the process ends. @throws AdminRefusal when the bus is lost meanwhile */
async function leave(app: INestApplicationContext): Promise<void> {
  await within(app.get(Bus).connection.flush(), LATE);
  await app.close();
}

/** @throws `late` when the work takes too long */
async function within<Result>(work: Promise<Result>, late: AdminRefusal): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late), ANSWERS_WITHIN);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
