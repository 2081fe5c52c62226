import { amount } from './quantities.mjs';
import { ofKind, titleOf } from './world.mjs';

/** @typedef {import('./world.mjs').Manifest} Manifest */

/** Checks that the bus has room for its stream and as many servers as copies. @param {Manifest[]} objects */
export function bus(objects) {
  const maps = ofKind(objects, 'ConfigMap');
  const copies = Number(maps.find(({ data }) => data.STREAM_REPLICAS)?.data.STREAM_REPLICAS);
  return ofKind(objects, 'StatefulSet')
    .filter(({ metadata }) => metadata.name === 'nats')
    .flatMap((server) => {
      const { volumes, containers } = server.spec.template.spec;
      const mounted = volumes.find((/** @type {any} */ { name }) => name === 'config')?.configMap.name;
      const text = String(maps.find(({ metadata }) => metadata.name === mounted)?.data['nats.conf']);
      // NATS writes GB and means 10⁹ bytes.
      const [, store = ''] = /max_file_store: (\d+[MGT])B/.exec(text) ?? [];
      const [volume] = server.spec.volumeClaimTemplates;
      const peers = [...text.matchAll(/nats-route:\/\/([\w-]+)\./g)].map(([, name]) => name);
      const servers = Array.from({ length: server.spec.replicas }, (_one, index) => `nats-${index}`);
      return [
        !(amount(volume.spec.resources.requests.storage) > 1.1 * amount(store)) &&
          `its volume is too small for max_file_store ${store}B`,
        copies !== server.spec.replicas && `${server.spec.replicas} servers store ${copies} copies of each event`,
        copies > 1 && String(peers) !== String(servers) && `its servers look for ${peers.join(', ') || 'nobody'}`,
        peers.length > 0 &&
          !containers[0].env?.some((/** @type {any} */ { name }) => name === 'POD_NAME') &&
          'its servers have no names',
      ].flatMap((one) => (one ? [`${titleOf(server)}: ${one}`] : []));
    });
}
