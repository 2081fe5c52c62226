/*
 * A one-shot: makes the database with a schema and a login per service, or brings their passwords up to date. Reads
 * ADMIN_DATABASE_URL and, for each service, <SERVICE>_DATABASE_URL; REPLICATION_PASSWORD adds a login that may only replicate,
 * for backups. Each also as <NAME>_FILE. It waits for a server that is about to start.
 */
import { readFileSync } from 'node:fs';
import { bootstrap } from '../../postgres/bootstrap.mjs';

/** @param {string} name */
function optional(name) {
  const file = process.env[`${name}_FILE`];
  return process.env[name] || (file ? readFileSync(file, 'utf8').trim() : '');
}

/** @param {string} name */
function setting(name) {
  const value = optional(name);
  if (value) return value;
  throw new Error(`${name} or ${name}_FILE is missing`);
}

const services = await bootstrap({
  adminUrl: setting('ADMIN_DATABASE_URL'),
  password: (service) => decodeURIComponent(new URL(setting(`${service.toUpperCase()}_DATABASE_URL`)).password),
  patience: 120_000,
  replicationPassword: optional('REPLICATION_PASSWORD'),
  exclusive: process.env.DATABASE_EXCLUSIVE === 'yes',
});
process.stdout.write(`The database is ready for ${Object.keys(services).join(', ')}.\n`);
