import { join } from 'node:path';
import { stringify } from 'yaml';
import { ROOT } from '../../local/places.mjs';
import { readYaml } from './yaml.mjs';

/**
 * Limits an expression to one namespace, because workloads of others are called `auth` or `redis` too. `max`: each replica of
 * kube-state-metrics reports the namespace. The overlays put theirs between the first quotation marks.
 * @param {string} expr
 */
const inNamespace = (expr) =>
  `max by (namespace) (kube_namespace_created{namespace="duet"} > bool 0) * on (namespace) group_right () (${expr.trim()})`;

/** The alerts of `infra/deploy/observability` as a PrometheusRule. @returns {string} */
export function alertRules() {
  const { groups } = readYaml(join(ROOT, 'infra', 'deploy', 'observability', 'alerts.yml'));
  for (const rule of groups.find((/** @type {any} */ one) => one.name === 'duet-cluster').rules)
    rule.expr = inNamespace(rule.expr);
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'duet', labels: { 'app.kubernetes.io/part-of': 'duet' } },
    spec: { groups },
  };
  return `# Written by npm run k8s:render from infra/deploy/observability/alerts.yml.\n${stringify(rule)}`;
}
