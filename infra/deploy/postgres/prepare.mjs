/*
 * A one-shot: makes the database with a schema and a login per service, or brings their passwords up to date. Reads
 * ADMIN_DATABASE_URL and, for each service, <SERVICE>_DATABASE_URL; each also as <NAME>_FILE.
 */
import { readFileSync } from 'node:fs';
import { bootstrap } from '../../postgres/bootstrap.mjs';

/** @param {string} name */
function setting(name) {
  const file = process.env[`${name}_FILE`];
  const value = process.env[name] || (file ? readFileSync(file, 'utf8').trim() : '');
  if (value) return value;
  throw new Error(`${name} or ${name}_FILE is missing`);
}

const services = await bootstrap({
  adminUrl: setting('ADMIN_DATABASE_URL'),
  password: (service) => decodeURIComponent(new URL(setting(`${service.toUpperCase()}_DATABASE_URL`)).password),
  exclusive: process.env.DATABASE_EXCLUSIVE === 'yes',
});
process.stdout.write(`The database is ready for ${Object.keys(services).join(', ')}.\n`);
