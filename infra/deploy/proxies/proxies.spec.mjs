import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mustRun } from '../../local/command.mjs';
import { debianProgram } from '../../local/debian.mjs';
import { eventually } from '../../local/eventually.mjs';
import { freePort } from '../../local/ports.mjs';
import { testProgram } from '../../local/test/program.mjs';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { useProduct } from '../../tests/running-product.mjs';
import { ask, checkFront, forget } from './front.mjs';

const HOST = 'duet.example.org';

/** Each proxy has callers of its own, because the limits of the product outlive it. */
let callers = 10;
const nextCaller = () => `127.0.0.${(callers += 1)}`;
const programs = { nginx: await debianProgram('nginx', 'nginx'), caddy: await debianProgram('caddy', 'caddy') };

/** @type {Awaited<ReturnType<typeof useProduct>>} */
let product;
beforeAll(async () => {
  product = await useProduct('proxies');
});
afterAll(() => product.release());

const example = (/** @type {string} */ name) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** @param {string} text @param {[RegExp | string, string][]} changes each must match */
function changed(text, changes) {
  for (const [from, to] of changes) {
    expect(text).toMatch(from);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** The arguments of nginx with the example, whose ports and files are those of the test. @param {string} folder @param {import('./front.mjs').Front} front */
async function nginx(folder, front) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  await mustRun('There is no certificate.', 'openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'],
    ...['-subj', `/CN=${HOST}`, '-keyout', key, '-out', certificate],
  ]);
  const site = changed(example('nginx.conf'), [
    [/listen \[::\].*\n/g, ''],
    ['listen 80;', `listen 127.0.0.1:${front.http};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${front.https} ssl;`],
    [/\S*fullchain.pem/g, certificate],
    [/\S*privkey.pem/g, key],
    ['127.0.0.1:8080', new URL(product.url).host.replace('localhost', '127.0.0.1')],
  ]);
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; user root;
     events {}
     http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
       fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       ${site} }`,
  );
  return ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')];
}

/** The arguments of Caddy with an example. @param {string} folder @param {string} text */
function caddy(folder, text) {
  writeFileSync(join(folder, 'Caddyfile'), text);
  return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
}

/** Ports of the test, and certificates of Caddy's own CA. @param {import('./front.mjs').Front} front */
const ofTest = (front) => `local_certs\nhttp_port ${front.http}\nhttps_port ${front.https}`;
const upstream = () => new URL(product.url).host.replace('localhost', '127.0.0.1');

/** @type {[string, keyof typeof programs, (folder: string, front: import('./front.mjs').Front) => string[] | Promise<string[]>][]} */
const PROXIES = [
  ['nginx.conf', 'nginx', nginx],
  [
    'caddy.conf',
    'caddy',
    (folder, front) =>
      caddy(
        folder,
        `{\nadmin off\nskip_install_trust\n${ofTest(front)}\n}\n${changed(example('caddy.conf'), [['127.0.0.1:8080', upstream()]])}`,
      ),
  ],
  [
    'Caddyfile',
    'caddy',
    async (folder, front) =>
      caddy(
        folder,
        changed(example('Caddyfile'), [
          ['{$LOCAL_CERTS}', ofTest(front)],
          ['{$DOMAIN}', HOST],
          ['gateway:8080', upstream()],
          [':2020', `:${await freePort()}`],
        ]),
      ),
  ],
];

describe('a proxy in front of the product', () => {
  it.each(PROXIES)('as in %s carries everything and names the caller', async (file, program, configure) => {
    const binary = testProgram(programs[program], program);
    if (!binary)
      return void process.stderr.write(`${program} is not available on this system: ${file} was not tested.\n`);
    const folder = temporaryFolder(program);
    const front = { host: HOST, address: '127.0.0.1', http: await freePort(), https: await freePort() };
    const args = await configure(folder, front);
    const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const child = spawn(binary, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.on('data', (chunk) => (output += chunk));
    try {
      await eventually(() => ask(front, '/api/partners/status')).catch((cause) => {
        throw new Error(`${cause.message}\n${output}`);
      });
      const another = () => forget(front, { from: nextCaller() });
      expect(await checkFront(front, { one: nextCaller(), another })).toEqual([]);
    } finally {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
  });
});
