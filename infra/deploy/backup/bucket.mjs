import { readFileSync } from 'node:fs';
import { Client } from 'minio';

/** The smallest part of an upload, in bytes. */
const PART = 8 * 1024 * 1024;

/** An environment variable, or the content of the file that `<name>_FILE` names. @param {string} name @param {string} [otherwise] */
export function setting(name, otherwise) {
  const file = process.env[`${name}_FILE`];
  const value = process.env[name] || (file ? readFileSync(file, 'utf8').trim() : otherwise);
  if (value) return value;
  throw new Error(`${name} or ${name}_FILE is missing`);
}

/** The S3 client of the backup's programs. @param {'S3' | 'OFFSITE_S3'} [prefix] of the variables that name the server */
export function openStore(prefix = 'S3') {
  const endpoint = new URL(setting(`${prefix}_ENDPOINT`));
  const client = new Client({
    endPoint: endpoint.hostname,
    port: Number(endpoint.port) || (endpoint.protocol === 'https:' ? 443 : 80),
    useSSL: endpoint.protocol === 'https:',
    accessKey: setting(`${prefix}_ACCESS_KEY`),
    secretKey: setting(`${prefix}_SECRET_KEY`),
    region: setting(`${prefix}_REGION`, 'us-east-1'),
  });
  // It holds a part about three times; with its default of 64 MB a container of 256 MB ends at the first base backup. As an
  // option it would be fixed, and an object has 10,000 parts at most: set here, it still grows with objects of 80 GB.
  client.partSize = PART;
  return client;
}

/** Prefix of the small objects that media stores for deleted users; the rest of the name is the user's id. */
export const ERASED_USER = 'erased-user-';
