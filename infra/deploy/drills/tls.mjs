/* Caddy of docker-compose.yml serves the product, with certificates of its own CA. */
import { checkFront } from '../proxies/front.mjs';
import { freePort } from '../../local/ports.mjs';
import { compose, composeIn, say } from './compose.mjs';

const HOST = 'duet.example.org';

/** A call that is limited by address, from inside of a container. @param {string} address of Caddy */
const askInside = (address) => `
  const request = require('node:https').request(
    { host: '${address}', servername: '${HOST}', path: '/api/auth/forgot-password', method: 'POST', rejectUnauthorized: false,
      headers: { host: '${HOST}', 'content-type': 'application/json' } },
    ({ statusCode }) => { console.log(statusCode); process.exit(0); });
  request.end(JSON.stringify({ email: 'nobody@front.example' }));`;

/** @returns {Promise<boolean>} whether Caddy gives the product everything that it needs */
export async function drillTls() {
  const ports = { http: await freePort(), https: await freePort() };
  const withTls = composeIn({
    ...{ COMPOSE_PROFILES: 'tls', DOMAIN: HOST, TLS_INTERNAL: 'yes' },
    ...{ HTTP_PORT: String(ports.http), HTTPS_PORT: String(ports.https) },
  });
  try {
    await withTls('up', '-d', '--no-build', '--wait');
    const address = JSON.parse(await withTls('config', '--format', 'json')).services.caddy.networks.outside
      .ipv4_address;
    const another = async () => Number(await withTls('exec', '-T', 'auth', 'node', '-e', askInside(address)));
    const front = { host: HOST, address: '127.0.0.1', ...ports };
    // Caddy redirects to the port that browsers take.
    const problems = await checkFront(front, { another });
    for (const problem of problems) say(`WRONG: ${problem}`);
    if (problems.length === 0) say('Caddy serves the product with TLS');
    return problems.length === 0;
  } finally {
    await withTls('rm', '-fsv', 'caddy');
    await compose('up', '-d', '--no-build', '--wait');
  }
}
