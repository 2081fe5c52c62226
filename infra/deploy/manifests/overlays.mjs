import { join } from 'node:path';
import { ROOT } from '../../local/places.mjs';

export const OVERLAYS = ['single-node', 'production'];

/** The database of the production overlay, in a namespace of its own. */
export const POSTGRES = 'postgres';

/** The same, started from its backups. */
export const POSTGRES_RECOVERY = 'postgres-recovery';

export const RENDERED = join(ROOT, 'k8s', 'rendered');

/** @param {string} overlay */
export const renderedFile = (overlay) => join(RENDERED, `${overlay}.yaml`);

/** The alerts as an object of the Prometheus Operator, written from those of Compose. */
export const ALERTS = join(ROOT, 'k8s', 'components', 'monitoring', 'alerts.yaml');
