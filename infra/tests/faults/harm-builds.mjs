import { setTimeout as delay } from 'node:timers/promises';
import { writeBusRights } from '../../local/stores/nats.mjs';
import { secretsOf } from '../../local/secrets.mjs';
import { shuffled } from './random.mjs';

/** @typedef {import('./builds.mjs').Build} Build @typedef {import('./faults.mjs').Harm} Harm */

/** The pause between two processes in which both builds work together, in milliseconds. */
const TOGETHER = { short: 1_000, long: 5_000 };

/**
 * Replaces the processes one after the other by those of another build. When the gateway is replaced, one of each couple loads
 * its page; the other keeps the page of the build before.
 * @param {Build} build @returns {Harm}
 */
const replacedBy =
  (build) =>
  async ({ product, devices, history, hurting }, { random, short }) => {
    /** @type {Promise<unknown>} */
    let loading = Promise.resolve();
    // A cluster replaces them in any order.
    for (const name of shuffled(Object.keys(product.processes), random)) {
      await hurting([name], () => product.replace(name, build.root));
      history.write({ kind: 'replaced', name, build: build.name });
      if (name === 'gateway') {
        const reloading = devices.filter((_, index) => index % 2 === 1);
        loading = Promise.all(reloading.map((device) => device.load(build.root)));
      }
      await delay(short ? TOGETHER.short : TOGETHER.long);
    }
    await loading;
  };

/** The steps of docs/operations/runbook.md: rights on the bus, migrations, processes. @param {Build} build @returns {Harm} */
export const upgradedTo = (build) => async (scene, tools) => {
  const { dir, stores, product, history, hurting } = scene;
  await writeBusRights({ dir, secret: secretsOf(dir), root: build.root });
  await hurting(['nats'], () => stores.restart('nats'));
  history.write({ kind: 'migrating', build: build.name });
  await product.migrateTo(build.root);
  history.write({ kind: 'migrated', build: build.name });
  await replacedBy(build)(scene, tools);
};

/** The processes of the build before, on the newer schema and with the newer rights. */
export const downgradedTo = replacedBy;

/** Replaces all processes of other builds at once, without load. @param {import('./scene.mjs').Scene} scene @param {Build} build */
export async function replaceAll({ product, hurting }, build) {
  const names = Object.keys(product.processes).filter((name) => product.rootOf(name) !== build.root);
  await hurting(names, () => Promise.all(names.map((name) => product.replace(name, build.root))));
}
