/*
 * `npm run k8s:render` writes the objects of each overlay into k8s/rendered, with `kubectl kustomize`. The checks read these
 * files, so they need no kubectl, and a review shows the effect of a change.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../../local/command.mjs';
import { ROOT } from '../../local/places.mjs';
import { OVERLAYS, RENDERED, renderedFile } from './overlays.mjs';

mkdirSync(RENDERED, { recursive: true });
for (const overlay of OVERLAYS) {
  const { stdout } = await mustRun(`kubectl could not build ${overlay} (see above).`, 'kubectl', [
    'kustomize',
    join(ROOT, 'k8s', 'overlays', overlay),
  ]);
  writeFileSync(renderedFile(overlay), `# Written by npm run k8s:render.\n${stdout}`);
}
