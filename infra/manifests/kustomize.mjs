import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/**
 * Any object of Kubernetes, as it stands in a file.
 * @typedef {{apiVersion: string, kind: string, metadata: {name: string, namespace?: string, labels?: Record<string, string>}, [key: string]: any}} Manifest
 * @typedef {{op: 'add' | 'replace' | 'remove', path: string, value?: any}} Operation
 */

/** As Kubernetes reads it, where 0440 is a file's mode. */
const YAML = /** @type {const} */ ({ version: '1.1', merge: true });

const CLUSTER_WIDE = new Set(['Namespace', 'ClusterRole', 'ClusterRoleBinding', 'StorageClass', 'PriorityClass']);

/** @param {string} path @returns {any} */
export const readYaml = (path) => parse(readFileSync(path, 'utf8'), YAML);

/** @param {string} text @returns {Manifest[]} */
export const parseObjects = (text) => parseAllDocuments(text, YAML).map((document) => document.toJS()).filter(Boolean);

/** One step of a JSON patch (RFC 6902), as far as the overlays go. @param {Manifest} object @param {Operation} operation */
function apply(object, { op, path, value }) {
  const steps = path.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop() ?? '';
  const holder = steps.reduce((at, step) => at?.[step], object);
  if (holder === undefined || (op !== 'add' && !(last in holder))) throw new Error(`${object.kind} ${object.metadata.name} has no ${path} to ${op}`);
  if (op === 'remove') delete holder[last];
  else if (Array.isArray(holder) && last === '-') holder.push(value);
  else if (Array.isArray(holder) && op === 'add') holder.splice(Number(last), 0, value);
  else holder[last] = value;
}

/** @param {Manifest} object @param {{kind?: string, name?: string}} target */
const isTarget = (object, { kind, name }) => (!kind || object.kind === kind) && (!name || new RegExp(`^(${name})$`).test(object.metadata.name));

/** @param {Manifest[]} objects @param {{target: {kind?: string, name?: string}, patch: string}} change */
function applyPatch(objects, { target, patch }) {
  const found = objects.filter((object) => isTarget(object, target));
  if (found.length === 0) throw new Error(`a patch finds no ${target.kind} ${target.name ?? ''}`);
  for (const object of found) for (const operation of /** @type {Operation[]} */ (parse(patch, YAML))) apply(object, operation);
}

/** Wherever they are in it. @param {unknown} value @param {{name: string, newName?: string, newTag?: string}[]} images */
function renameImages(value, images) {
  if (Array.isArray(value)) return value.forEach((one) => renameImages(one, images));
  if (typeof value !== 'object' || value === null) return;
  for (const [key, held] of Object.entries(value)) {
    const [, name, tag] = key === 'image' && typeof held === 'string' ? (/^(.*?)(?::([^/]*))?$/.exec(held) ?? []) : [];
    const image = images.find((one) => one.name === name);
    if (image) Reflect.set(value, key, `${image.newName ?? image.name}:${image.newTag ?? tag}`);
    else renameImages(held, images);
  }
}

/** @param {string} folder @param {{name: string, files?: string[]}} generator @returns {Manifest} */
function generated(folder, { name, files = [] }) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')])) };
}

/** What of kustomize's own words is understood here; anything else would be left out silently. */
const KNOWN = new Set(['apiVersion', 'kind', 'resources', 'namespace', 'images', 'patches', 'configMapGenerator']);

/**
 * Builds a folder as `kustomize build` does, for machines without it: as much of it as our folders use. A generated
 * ConfigMap keeps its plain name.
 * @param {string} folder
 * @returns {Manifest[]}
 */
export function build(folder) {
  const { resources = [], namespace, images = [], patches = [], configMapGenerator = [], ...rest } = readYaml(join(folder, 'kustomization.yaml'));
  const unknown = Object.keys(rest).find((word) => !KNOWN.has(word));
  if (unknown) throw new Error(`${folder}/kustomization.yaml says ${unknown}, which infra/manifests/kustomize.mjs does not understand`);
  const objects = resources.flatMap((/** @type {string} */ resource) => {
    const path = join(folder, resource);
    return statSync(path).isDirectory() ? build(path) : parseObjects(readFileSync(path, 'utf8'));
  });
  objects.push(...configMapGenerator.map((/** @type {Parameters<typeof generated>[1]} */ one) => generated(folder, one)));
  for (const patch of patches) applyPatch(objects, patch);
  for (const object of objects) {
    renameImages(object.spec, images);
    if (namespace && !CLUSTER_WIDE.has(object.kind)) object.metadata.namespace = namespace;
  }
  return objects;
}
