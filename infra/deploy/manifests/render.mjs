/*
 * `npm run k8s:render` writes the alerts as an object of the Prometheus Operator, and the objects of each overlay into
 * k8s/rendered, with `kubectl kustomize`. The checks read these
 * files, so they need no kubectl, and a review shows the effect of a change.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../../local/command.mjs';
import { ROOT } from '../../local/places.mjs';
import { ALERTS, OVERLAYS, POSTGRES, POSTGRES_RECOVERY, RENDERED, renderedFile } from './overlays.mjs';
import { alertRules } from './alerts.mjs';

writeFileSync(ALERTS, alertRules());
mkdirSync(RENDERED, { recursive: true });
for (const overlay of [...OVERLAYS, POSTGRES, POSTGRES_RECOVERY]) {
  const { stdout } = await mustRun(`kubectl could not build ${overlay} (see above).`, 'kubectl', [
    'kustomize',
    join(ROOT, 'k8s', 'overlays', overlay),
  ]);
  writeFileSync(renderedFile(overlay), `# Written by npm run k8s:render.\n${stdout}`);
}
