/*
 * Prints the variables that each process reads, from its own schema: all names, and those without which it does
 * not start. It runs as a process of its own, because it loads the programs.
 */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../local/places.mjs';

const require = createRequire(join(ROOT, 'libs', 'service-kit', 'package.json'));
const { getMetadataStorage, validateSync } = require('class-validator');
const { plainToInstance } = require('class-transformer');

/** @param {string} folder */
async function settingsOf(folder) {
  const module = await import(pathToFileURL(join(ROOT, folder, 'dist', 'config.js')).href);
  const [, schema] = Object.entries(module).find(([name]) => name.endsWith('Config')) ?? [];
  const metadata = getMetadataStorage().getTargetValidationMetadatas(schema, '', false, false);
  const names = new Set(metadata.map((/** @type {{propertyName: string}} */ one) => one.propertyName));
  const missing = validateSync(plainToInstance(schema, {}, { exposeDefaultValues: true }), {
    validationError: { target: false },
  });
  return {
    names: [...names].sort(),
    required: missing.map((/** @type {{property: string}} */ { property }) => property).sort(),
  };
}

const services = readdirSync(join(ROOT, 'services'));
const folders = [['gateway', 'gateway'], ...services.map((name) => [name, `services/${name}`])];
process.stdout.write(
  JSON.stringify(
    Object.fromEntries(await Promise.all(folders.map(async ([name, folder]) => [name, await settingsOf(folder)]))),
  ),
);
