import { ofKind, podsOf, processOf, titleOf, valueOf } from './world.mjs';

/** @typedef {import('./world.mjs').Manifest} Manifest @typedef {import('./world.mjs').Expected} Expected @typedef {import('./world.mjs').Pod} Pod */

/** The volumes of a container: [path, volume]. @param {Pod} pod @param {any} container @returns {[string, any][]} */
const mounts = (pod, container) =>
  (container.volumeMounts ?? []).map((/** @type {any} */ mount) => [
    mount.mountPath,
    (pod.spec.volumes ?? []).find((/** @type {any} */ one) => one.name === mount.name),
  ]);

/** The name of a variable; `NAME_FILE` means `NAME`. @param {string} name @param {string[]} known */
export const plainName = (name, known) =>
  known.includes(name) || !name.endsWith('_FILE') ? name : name.slice(0, -'_FILE'.length);

/** Checks that the process reads each variable, and that no required one is missing. @param {Manifest[]} objects @param {Expected} expected */
export function variables(objects, { settings }) {
  return podsOf(objects).flatMap((pod) =>
    pod.containers.flatMap((container) => {
      const name = processOf(container);
      if (!name) return [];
      const schema = settings[name];
      if (!schema) return [`${titleOf(pod.owner)}: there is no process ${name}`];
      const given = (container.env ?? []).map((/** @type {any} */ one) => one.name);
      const plain = given.map((/** @type {string} */ one) => plainName(one, schema.names));
      const covered = [
        ...plain,
        ...given
          .filter((/** @type {string} */ one) => one.endsWith('_FILE'))
          .map((/** @type {string} */ one) => one.slice(0, -5)),
      ];
      return [
        ...plain
          .filter((/** @type {string} */ one) => !schema.names.includes(one))
          .map((/** @type {string} */ one) => `${titleOf(pod.owner)}: ${name} does not read ${one}`),
        ...schema.required
          .filter((one) => !covered.includes(one))
          .map((one) => `${titleOf(pod.owner)}: ${name} does not start without ${one}`),
      ];
    }),
  );
}

/** Checks ConfigMaps: each key that a pod names exists, and a pod names each key. @param {Manifest[]} objects */
export function configKeys(objects) {
  const maps = new Map(ofKind(objects, 'ConfigMap').map((map) => [map.metadata.name, map]));
  const used = new Set();
  const problems = podsOf(objects).flatMap((pod) => [
    ...pod.containers.flatMap((container) =>
      (container.env ?? []).flatMap((/** @type {any} */ { valueFrom }) => {
        if (!valueFrom?.configMapKeyRef) return [];
        const { name, key } = valueFrom.configMapKeyRef;
        used.add(`${name}/${key}`);
        return key in (maps.get(name)?.data ?? {}) ? [] : [`${titleOf(pod.owner)}: ConfigMap ${name} has no ${key}`];
      }),
    ),
    ...(pod.spec.volumes ?? []).flatMap((/** @type {any} */ { configMap }) => {
      if (!configMap) return [];
      for (const key of Object.keys(maps.get(configMap.name)?.data ?? {})) used.add(`${configMap.name}/${key}`);
      return maps.has(configMap.name) ? [] : [`${titleOf(pod.owner)}: there is no ConfigMap ${configMap.name}`];
    }),
  ]);
  // Grafana reads the dashboards.
  const ours = [...maps.values()].filter(({ metadata }) => !metadata.labels?.grafana_dashboard);
  const idle = ours.flatMap((map) =>
    Object.keys(map.data)
      .filter((key) => !used.has(`${map.metadata.name}/${key}`))
      .map((key) => `${titleOf(map)}: nothing reads ${key}`),
  );
  return [...problems, ...idle];
}

/** Files that an operator adds for one restore, and removes again. @type {Record<string, string[]>} */
const BY_HAND = { 'duet-restore': ['AGE_IDENTITY'] };

/** Checks secrets: each mounted one is generated, each file that is read exists, and each file is read. @param {Manifest[]} objects @param {Expected} expected */
export function secretKeys(objects, { secrets }) {
  /** @type {Map<string, Set<string>>} */
  const used = new Map();
  const problems = podsOf(objects).flatMap((pod) =>
    pod.containers.flatMap((container) => {
      const texts = [
        ...(container.env ?? []).map((/** @type {any} */ one) => one.value ?? ''),
        ...(container.args ?? []),
        ...(container.command ?? []),
      ];
      return mounts(pod, container).flatMap(([path, volume]) => {
        if (!volume?.secret) return [];
        const { secretName } = volume.secret;
        const created = secrets[secretName.replace(/^duet-/, '')];
        if (!created) return [`${titleOf(pod.owner)}: nothing creates the Secret ${secretName}`];
        const read = texts.flatMap((text) =>
          [...text.matchAll(new RegExp(`${path}/([\\w.]+)`, 'g'))].map(([, key]) => key),
        );
        used.set(secretName, new Set([...(used.get(secretName) ?? []), ...read]));
        return read
          .filter((key) => !(key in created) && !BY_HAND[secretName]?.includes(key))
          .map((key) => `${titleOf(pod.owner)}: Secret ${secretName} has no ${key}`);
      });
    }),
  );
  const processes = podsOf(objects).filter((pod) => pod.owner.kind === 'Deployment');
  const idle = processes.flatMap(({ name }) =>
    Object.keys(secrets[name] ?? {})
      .filter((key) => !used.get(`duet-${name}`)?.has(key))
      .map((key) => `Secret duet-${name}: nothing reads ${key}`),
  );
  return [...problems, ...idle];
}

/** Checks that addresses of our processes name an existing Service and port. @param {Manifest[]} objects @param {Expected} expected */
export function addresses(objects, { secrets }) {
  const services = new Map(
    ofKind(objects, 'Service').map((one) => [
      one.metadata.name,
      one.spec.ports.map((/** @type {any} */ port) => port.port),
    ]),
  );
  const inEnvironment = podsOf(objects).flatMap((pod) =>
    pod.containers.flatMap((container) =>
      ['REALTIME_URL', 'MEDIA_URL'].flatMap((name) =>
        valueOf(container, name)
          ? [{ title: `${titleOf(pod.owner)} ${name}`, url: valueOf(container, name) ?? '' }]
          : [],
      ),
    ),
  );
  // In an overlay with stores, their Services have the host names that the secrets contain.
  const inSecrets = services.has('postgres')
    ? Object.entries(secrets).flatMap(([owner, created]) =>
        Object.entries(created).map(([key, url]) => ({ title: `Secret duet-${owner} ${key}`, url })),
      )
    : [];
  const stores = inSecrets.filter(({ url }) => /^(postgresql|nats|redis):/.test(url));
  // A name without a dot is a Service beside us, any other one lies outside.
  const elsewhere = [
    { title: 'Secret duet-auth SMTP_URL', url: secrets.auth?.SMTP_URL ?? '' },
    ...ofKind(objects, 'ConfigMap').flatMap(({ metadata, data }) =>
      data?.S3_ENDPOINT ? [{ title: `ConfigMap ${metadata.name} S3_ENDPOINT`, url: data.S3_ENDPOINT }] : [],
    ),
  ].filter(({ url }) => !URL.parse(url)?.hostname.includes('.'));
  return [...inEnvironment, ...stores, ...elsewhere].flatMap(({ title, url }) => {
    const { hostname, port } = new URL(url);
    return services.get(hostname)?.includes(Number(port))
      ? []
      : [`${title}: no Service ${hostname} with the port ${port}`];
  });
}
