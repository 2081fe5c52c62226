import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';

/**
 * Any object of Kubernetes, as in a file.
 * @typedef {{apiVersion: string, kind: string, metadata: {name: string, namespace?: string, labels?: Record<string, string>, annotations?: Record<string, string>}, [key: string]: any}} Manifest
 */

/** YAML 1.1, as Kubernetes reads it: 0440 is an octal number, but a time stays text. The files are our own, so no number of aliases is an attack. */
const YAML = /** @type {const} */ ({
  version: '1.1',
  merge: true,
  maxAliasCount: -1,
  customTags: (/** @type {any[]} */ tags) =>
    tags.filter((tag) => tag !== 'timestamp' && !tag?.tag?.endsWith('timestamp')),
});

/** @param {string} path @returns {any} */
export const readYaml = (path) => parse(readFileSync(path, 'utf8'), YAML);

/** @param {string} text @returns {Manifest[]} */
export const parseObjects = (text) =>
  parseAllDocuments(text, YAML)
    .map((document) => document.toJS())
    .filter(Boolean);
