/*
 * `npm start`: the whole product on one origin. A fresh clone has no packages: until `prepare` has run, only Node's own
 * modules may be imported.
 */
import { LOCAL } from './places.mjs';
import { parsePort, requirePort } from './ports.mjs';
import { buildProduct, prepare } from './prepare.mjs';
import { runUntilEnded } from './run-until-ended.mjs';

const port = parsePort(process.env.PORT);
const origin = process.env.APP_ORIGIN;

/** @param {string} url @param {string | undefined} mail the page with all mails, unless mails are really sent */
const screen = (url, mail) => `
  Duet is ready.

    Logs   .local/logs, or start with: npm start -- --verbose
    Data   .local (it stays; remove the folder to begin empty)
    Demo   npm run demo, in another terminal, makes a couple to sign in as
${mail ? `    Mail   ${mail} shows every mail that it sends\n` : ''}    Stop   Ctrl-C

    Open   ${url}
`;

await runUntilEnded('npm start', origin ?? `http://localhost:${port}`, async ({ progress, signal, fail, onStop }) => {
  await requirePort(port);
  await prepare(progress, 'npm start', () => buildProduct(progress), signal, process.env);
  const { startStores } = await import('./stores.mjs');
  const { startProduct } = await import('./product.mjs');
  const shared = { dir: LOCAL, log: progress.say, onFailure: fail, signal };
  const stores = await progress.step('Starting the stores', () => startStores({ ...shared, use: process.env }));
  onStop(stores.stop);
  const product = await startProduct({ ...shared, stores: stores.env, port, origin, step: progress.step });
  onStop(product.stop);
  progress.say(screen(product.url, stores.env.MAIL_PAGE));
});
