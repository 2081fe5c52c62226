import { join } from 'node:path';
import { stringify } from 'yaml';
import { ROOT } from '../../local/places.mjs';
import { readYaml } from './yaml.mjs';

/** The alerts of `infra/deploy/observability` as a PrometheusRule. @returns {string} */
export function alertRules() {
  const { groups } = readYaml(join(ROOT, 'infra', 'deploy', 'observability', 'alerts.yml'));
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'duet', labels: { 'app.kubernetes.io/part-of': 'duet' } },
    spec: { groups },
  };
  return `# Written by npm run k8s:render from infra/deploy/observability/alerts.yml.\n${stringify(rule)}`;
}
