/* The optional components and the settings file, as kubectl renders them from a copy of k8s. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../local/command.mjs';
import { ROOT } from '../../local/places.mjs';
import { testProgram } from '../../local/test/program.mjs';
import { findCommand } from '../../local/tools.mjs';
import { alertRules } from './alerts.mjs';
import { check } from './check.mjs';
import { readSecrets, readSettings } from './expected.mjs';
import { ALERTS, OVERLAYS } from './overlays.mjs';
import { schemaProblems } from './schemas.mjs';
import { ofKind, podsOf } from './world.mjs';
import { parseObjects } from './yaml.mjs';

/** @typedef {import('./world.mjs').Manifest} Manifest */

const kubectl = testProgram(findCommand('kubectl'), 'kubectl');

/** @type {string} */
let copy;
/** @type {import('./world.mjs').Expected} */
let expected;

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'duet-k8s-'));
  cpSync(join(ROOT, 'k8s'), join(copy, 'k8s'), { recursive: true });
  mkdirSync(join(copy, 'infra', 'deploy'), { recursive: true });
  for (const name of ['nats', 'observability', 'backup'])
    cpSync(join(ROOT, 'infra', 'deploy', name), join(copy, 'infra', 'deploy', name), { recursive: true });
  const [settings, secrets] = await Promise.all([readSettings(), readSecrets()]);
  expected = { settings, secrets, opsPaths: ['/livez', '/readyz', '/metrics'], metrics: ['duet_sockets'] };
}, 60_000);

afterAll(() => rmSync(copy, { recursive: true }));

/**
 * Renders an overlay after changes of its files.
 * @param {string} overlay
 * @param {Record<string, (text: string) => string>} edits by file of the overlay
 */
async function renderWith(overlay, edits) {
  const dir = join(copy, 'k8s', 'overlays', overlay);
  const before = Object.keys(edits).map((name) => /** @type {const} */ ([name, readFileSync(join(dir, name), 'utf8')]));
  for (const [name, text] of before) {
    const changed = edits[name]?.(text) ?? text;
    if (changed === text) throw new Error(`${name} of ${overlay} is unchanged`);
    writeFileSync(join(dir, name), changed);
  }
  try {
    const { code, stdout, output } = await run(kubectl ?? '', ['kustomize', dir]);
    if (code !== 0) throw new Error(output);
    return parseObjects(stdout);
  } finally {
    for (const [name, text] of before) writeFileSync(join(dir, name), text);
  }
}

/** Turns a line of a component from a comment into a line. @param {string} name */
const withComponent = (name) => ({
  'kustomization.yaml': (/** @type {string} */ text) =>
    text.replace(`# - ../../components/${name}`, `- ../../components/${name}`),
});

/** @param {string} version */
const ofVersion = (version) => ({
  'settings.yaml': (/** @type {string} */ text) => text.replace(/^version: .*/m, `version: ${version}`),
});

(kubectl ? describe : describe.skip).each(OVERLAYS)('settings.yaml of %s', (overlay) => {
  it('gives each version Jobs of their own, so that none that ran is changed', async () => {
    const [one, two] = [
      await renderWith(overlay, ofVersion('1.4.0')),
      await renderWith(overlay, ofVersion('1.4.1-rc.1')),
    ];
    const names = (/** @type {Manifest[]} */ objects) => ofKind(objects, 'Job').map(({ metadata }) => metadata.name);
    const jobs = overlay === 'single-node' ? ['backup-reader', 'database'] : ['database'];
    expect(names(one)).toEqual(jobs.map((name) => `${name}-1.4.0`));
    expect(names(two)).toEqual(jobs.map((name) => `${name}-1.4.1-rc.1`));
    const images = podsOf(two).flatMap(({ containers }) => containers.map(({ image }) => image));
    const ours = images.filter((image) => /(^|\/)duet(-media)?:/.test(image));
    expect(ours.length).toBeGreaterThan(8);
    for (const image of ours) expect(image).toMatch(/^registry\.example\.org\/duet(-media)?:1\.4\.1-rc\.1$/);
    expect(check(two, expected)).toEqual([]);
  });

  it('leaves nothing else that an upgrade could not change', async () => {
    const [one, two] = [await renderWith(overlay, {}), await renderWith(overlay, ofVersion('0.2.0'))];
    /** Fields that the API refuses to change. @param {Manifest} object */
    const fixed = ({ kind, metadata, spec }) => ({
      // The hash at the end of a ConfigMap's name changes with its content.
      of: `${kind} ${kind === 'ConfigMap' ? metadata.name.replace(/-[a-z0-9]{10}$/, '') : metadata.name}`,
      selector: kind === 'Deployment' || kind === 'StatefulSet' ? spec.selector : null,
      rest: kind === 'StatefulSet' ? [spec.serviceName, spec.volumeClaimTemplates, spec.podManagementPolicy] : null,
      address: kind === 'Service' ? spec.clusterIP : null,
    });
    const others = (/** @type {Manifest[]} */ objects) => objects.filter(({ kind }) => kind !== 'Job').map(fixed);
    expect(others(two)).toEqual(others(one));
  });

  it('sets host, class, issuer, namespaces and addresses everywhere', async () => {
    const objects = await renderWith(overlay, {
      'settings.yaml': (text) =>
        text
          .replace('host: duet.example.org', 'host: two.example.net')
          .replace(/class: (nginx|traefik)/, 'class: contour')
          .replace('issuer: letsencrypt', 'issuer: own')
          .replace(/namespace: (ingress-nginx|kube-system)\n/, 'namespace: contour\n')
          .replace('monitoringNamespace: monitoring', 'monitoringNamespace: watch'),
    });
    const text = JSON.stringify(objects);
    expect(text).toContain('"APP_ORIGIN":"https://two.example.net"');
    expect(text).not.toContain('"duet.example.org"');
    const ingresses = ofKind(objects, 'Ingress');
    expect(ingresses.map(({ metadata }) => metadata.name).toSorted()).toEqual(['duet', 'duet-sockets']);
    for (const { spec } of ingresses)
      expect(spec).toMatchObject({
        ingressClassName: 'contour',
        tls: [{ hosts: ['two.example.net'] }],
        rules: [{ host: 'two.example.net' }],
      });
    const ingress = ingresses.find(({ metadata }) => metadata.name === 'duet');
    expect(ingress?.metadata).toMatchObject({ annotations: { 'cert-manager.io/cluster-issuer': 'own' } });
    expect(text).toContain('{"kubernetes.io/metadata.name":"contour"}');
    expect(text).not.toMatch(/\{"kubernetes.io\/metadata.name":"(monitoring|ingress-nginx)"\}/);
    expect(check(objects, expected)).toEqual([]);
  });

  it('opens the gateway, and realtime for WebSockets, by an HTTPRoute in place of the Ingresses', async () => {
    const objects = await renderWith(overlay, withComponent('gateway-api'));
    expect(ofKind(objects, 'Ingress')).toEqual([]);
    expect(ofKind(objects, 'HTTPRoute')).toHaveLength(1);
    expect(check(objects, expected)).toEqual([]);
    expect(await schemaProblems(objects)).toEqual([]);
    const route = objects.find(({ kind }) => kind === 'HTTPRoute');
    delete route?.spec.rules[0].matches[0].headers;
    expect(check(objects, expected)).toContain('HTTPRoute duet: it opens realtime to the outside');
  });
});

(kubectl ? describe : describe.skip)('components', () => {
  it('scale realtime by KEDA in place of its autoscaler', async () => {
    const objects = await renderWith('production', withComponent('keda'));
    const scalers = objects.filter(
      ({ kind, metadata }) => /Autoscaler|Scaled/.test(kind) && metadata.name === 'realtime',
    );
    expect(scalers.map(({ kind }) => kind)).toEqual(['ScaledObject']);
    expect(check(objects, expected)).toEqual([]);
    expect(await schemaProblems(objects)).toEqual([]);
    if (scalers[0]) scalers[0].spec.maxReplicaCount = 1;
    expect(check(objects, expected)).toContain('ScaledObject realtime: its maximum 1 is below its minimum 2');
  });

  it('monitor a single node as well', async () => {
    const objects = await renderWith('single-node', withComponent('monitoring'));
    expect(check(objects, expected)).toEqual([]);
    expect(await schemaProblems(objects)).toEqual([]);
  });

  it('ask Prometheus for the namespace of the overlay, and for no other', async () => {
    for (const overlay of OVERLAYS) {
      const parts = overlay === 'production' ? withComponent('keda') : withComponent('monitoring');
      const objects = await renderWith(overlay, {
        'kustomization.yaml': (text) =>
          parts['kustomization.yaml'](text).replace('namespace: duet\n', 'namespace: second\n'),
      });
      const [rule] = ofKind(objects, 'PrometheusRule');
      const cluster = rule?.spec.groups.find((/** @type {any} */ group) => group.name === 'duet-cluster').rules;
      expect(cluster.length).toBeGreaterThan(3);
      for (const { expr } of cluster)
        expect(expr).toMatch(/^max by \(namespace\) \(kube_namespace_created\{namespace="second"\}/);
      const [scaler] = ofKind(objects, 'ScaledObject');
      if (overlay === 'production')
        expect(scaler?.spec.triggers[0].metadata.query).toBe('sum(duet_sockets{namespace="second"})');
    }
  });

  it('alert as Compose does: otherwise run npm run k8s:render', () => {
    expect(readFileSync(ALERTS, 'utf8')).toBe(alertRules());
  });
});
