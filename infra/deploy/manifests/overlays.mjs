import { join } from 'node:path';
import { ROOT } from '../../local/places.mjs';

export const OVERLAYS = ['single-node', 'production'];

export const RENDERED = join(ROOT, 'k8s', 'rendered');

/** @param {string} overlay */
export const renderedFile = (overlay) => join(RENDERED, `${overlay}.yaml`);
