import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';

/** Thrown at boot; its message names every missing or wrong variable. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>;

/** The variables of a schema. */
function namesOf(schema: new () => object): string[] {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(schema, '', false, false);
  return [...new Set(metadata.map(({ propertyName }) => propertyName))];
}

/** `NAME_FILE=/path` sets `NAME` to the content of the file, as containers receive secrets. */
function valueOf(name: string, environment: Environment): string | undefined {
  const path = environment[`${name}_FILE`];
  return environment[name] || (path ? readSecret(`${name}_FILE`, path) : undefined);
}

function readSecret(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new ConfigError(`${name} names a file that cannot be read`, { cause });
  }
}

/**
 * The address of a store at this moment: its login may have changed since the start. Read it for each new connection.
 * @param atStart the value without a `NAME_FILE`, or while that file cannot be read
 */
export function currentAddress(name: string, atStart: string): string {
  try {
    return valueOf(name, process.env) ?? atStart;
  } catch {
    return atStart;
  }
}

/**
 * Reads a process's settings from the environment into a class-validator class. Empty variables count as missing.
 * @param environment `process.env` by default; `NAME_FILE` names a file with the value of `NAME`
 * @throws ConfigError naming every variable that is missing or wrong, never its value
 */
export function loadConfig<Config extends object>(
  schema: new () => Config,
  environment: Environment = process.env,
): Config {
  const named = namesOf(schema).map((name) => [name, valueOf(name, environment)] as const);
  const given = Object.fromEntries(named.filter(([, value]) => value !== undefined));
  const config = plainToInstance(schema, given, { exposeDefaultValues: true, enableImplicitConversion: true });
  const problems = validateSync(config, { whitelist: true, validationError: { target: false, value: false } });
  if (problems.length === 0) return config;
  const lines = problems.map((problem) => Object.values(problem.constraints ?? {}).join(', '));
  throw new ConfigError(`Configuration is not usable: ${lines.join('; ')}`);
}
