import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { AppError } from '../errors/app-error.js';
import { databaseIsBusy, databaseIsLost } from '../errors/database-errors.js';
import { AdminAct } from './admin-act.entity.js';
import { type AdminAnswer, formatAnswer } from './admin-answer.js';

/** Exit codes of `duet-admin`. */
export const ADMIN_EXIT = { done: 0, refused: 1, usage: 2, unavailable: 3 } as const;

/** A command of `duet-admin`: `reports show ID` has the words `reports show` and the parameter `ID`. */
export interface AdminCommand {
  words: string;
  /** Names of the parameters, all required. */
  parameters: readonly string[];
  /** Its effect, in one line of the help. */
  help: string;
  /**
   * The parameters as the log names them, where an operator may type an address: the log outlives the account, so it has ids.
   * The log gets no parameters when there is no such person.
   */
  logged?: (database: DataSource, values: readonly string[]) => Promise<readonly string[]>;
  /** @returns what the operator reads. @throws AdminRefusal */
  run: (database: DataSource, values: readonly string[]) => Promise<AdminAnswer>;
}

/** A refusal in words for the terminal. @param exitCode one of `ADMIN_EXIT` */
export class AdminRefusal extends Error {
  constructor(
    message: string,
    readonly exitCode: number = ADMIN_EXIT.refused,
  ) {
    super(message);
  }
}

interface Asked {
  operator: string;
  reason: string;
  json: boolean;
  command: AdminCommand;
  values: string[];
}

const USAGE = 'duet-admin --as NAME --reason TEXT [--json] COMMAND';

const helpOf = (commands: readonly AdminCommand[]): string => {
  const lines = commands.map(({ words, parameters, help }) => ({ call: [words, ...parameters].join(' '), help }));
  const width = Math.max(...lines.map(({ call }) => call.length));
  return [
    USAGE,
    '',
    ...lines.map(({ call, help }) => `  ${call.padEnd(width)}  ${help}`),
    '',
    'Each command is written to the table admin_acts with NAME and TEXT before it runs. --json answers for programs.',
    `Exit codes: ${ADMIN_EXIT.done} done, ${ADMIN_EXIT.refused} refused, ${ADMIN_EXIT.usage} wrong usage, ${ADMIN_EXIT.unavailable} a store or the bus did not answer.`,
  ].join('\n');
};

/** @throws AdminRefusal with what is wrong and the help */
function askedIn(argv: readonly string[], commands: readonly AdminCommand[]): Asked {
  const refuse = (problem: string) => new AdminRefusal(`${problem}\n\n${helpOf(commands)}`, ADMIN_EXIT.usage);
  const { values: options, positionals: given } = readArguments(argv, refuse);
  const [operator, reason] = [options.as?.trim(), options.reason?.trim()];
  if (!operator) throw refuse('Say who you are: --as NAME.');
  if (!reason) throw refuse('Say why: --reason TEXT.');
  for (const command of commands) {
    const words = command.words.split(' ');
    const values = given.slice(words.length);
    if (words.every((word, index) => given[index] === word) && values.length === command.parameters.length)
      return { operator, reason, json: options.json ?? false, command, values };
  }
  throw refuse('There is no such command, or it has other parameters.');
}

function readArguments(argv: readonly string[], refuse: (problem: string) => AdminRefusal) {
  try {
    return parseArgs({
      args: [...argv],
      options: { as: { type: 'string' }, reason: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (cause) {
    throw refuse(cause instanceof Error ? cause.message : String(cause));
  }
}

/** A failure of a store or the bus in words for the terminal; other causes unchanged. */
function inWords(cause: unknown): unknown {
  const isLost = databaseIsLost(cause) || databaseIsBusy(cause);
  if (isLost || (cause instanceof AppError && cause.status >= 500))
    return new AdminRefusal(
      'A store or the bus did not answer. Repeat the command when it is back: each command may be repeated.',
      ADMIN_EXIT.unavailable,
    );
  return cause;
}

/**
 * Runs one command of `duet-admin` on a service's own database. Before it runs, the act is written to `admin_acts`; when that
 * fails, nothing is shown and nothing changes.
 * @throws AdminRefusal for unknown commands, for stores that do not answer, and those of the command
 */
export async function runAdmin(
  options: DataSourceOptions,
  commands: readonly AdminCommand[],
  argv: readonly string[],
): Promise<string> {
  if (argv.includes('--help')) return helpOf(commands);
  const { operator, reason, json, command, values } = askedIn(argv, commands);
  const database = new DataSource(options);
  try {
    await database.initialize();
    const logged = command.logged ? await command.logged(database, values) : values;
    await database.manager.insert(AdminAct, { operator, reason, act: [command.words, ...logged].join(' ') });
    return formatAnswer(await command.run(database, values), json);
  } catch (cause) {
    throw inWords(cause);
  } finally {
    if (database.isInitialized) await database.destroy();
  }
}

/** When a container that this process shares with the service runs out of memory, the kernel ends this process. A score may always be raised. */
function yieldMemory(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
}

/**
 * The main function of a `duet-admin`: prints the answer, or the failure, and exits with one of `ADMIN_EXIT`. It does not wait
 * for a connection that is still being tried.
 */
export async function mainOfAdmin(run: (argv: readonly string[]) => Promise<string>): Promise<never> {
  try {
    yieldMemory();
    process.stdout.write(`${await run(process.argv.slice(2))}\n`);
    return process.exit(ADMIN_EXIT.done);
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
    return process.exit(cause instanceof AdminRefusal ? cause.exitCode : ADMIN_EXIT.unavailable);
  }
}
