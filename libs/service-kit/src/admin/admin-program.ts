import { parseArgs } from 'node:util';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { AdminAct } from './admin-act.entity.js';

/** A command of `duet-admin`: `reports show ID` has the words `reports show` and the parameter `ID`. */
export interface AdminCommand {
  words: string;
  /** Names of the parameters, all required. */
  parameters: readonly string[];
  /** @returns what the operator reads */
  run: (database: DataSource, values: readonly string[]) => Promise<string>;
}

/** The operator's mistake, in words for the terminal. */
export class AdminRefusal extends Error {}

interface Asked {
  operator: string;
  command: AdminCommand;
  values: string[];
}

const usageOf = (commands: readonly AdminCommand[]): string =>
  [
    'duet-admin --as NAME COMMAND',
    ...commands.map(({ words, parameters }) => `  ${[words, ...parameters].join(' ')}`),
  ].join('\n');

/** @throws AdminRefusal with the usage */
function askedIn(argv: readonly string[], commands: readonly AdminCommand[]): Asked {
  const { operator, given } = argumentsIn(argv, commands);
  for (const command of commands) {
    const words = command.words.split(' ');
    const values = given.slice(words.length);
    if (words.every((word, index) => given[index] === word) && values.length === command.parameters.length)
      return { operator, command, values };
  }
  throw new AdminRefusal(usageOf(commands));
}

function argumentsIn(
  argv: readonly string[],
  commands: readonly AdminCommand[],
): { operator: string; given: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { as: { type: 'string' } },
      allowPositionals: true,
    });
    const operator = values.as?.trim();
    if (operator) return { operator, given: positionals };
  } catch {
    // An unknown option gets the usage as well.
  }
  throw new AdminRefusal(usageOf(commands));
}

/**
 * Runs one command of `duet-admin` on a service's own database. Before it runs, the act is written to `admin_acts`; when that
 * fails, nothing is shown.
 * @throws AdminRefusal for unknown commands, and those of the command
 */
export async function runAdmin(
  options: DataSourceOptions,
  commands: readonly AdminCommand[],
  argv: readonly string[],
): Promise<string> {
  const { operator, command, values } = askedIn(argv, commands);
  const database = await new DataSource(options).initialize();
  try {
    await database.manager.insert(AdminAct, { operator, act: [command.words, ...values].join(' ') });
    return await command.run(database, values);
  } finally {
    await database.destroy();
  }
}

/** The main function of a `duet-admin`: prints the answer, or the failure and exits with 1. */
export async function mainOfAdmin(run: (argv: readonly string[]) => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await run(process.argv.slice(2))}\n`);
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
    process.exitCode = 1;
  }
}
