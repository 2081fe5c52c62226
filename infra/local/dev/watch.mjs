import { existsSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../places.mjs';

/** An editor writes a file in several steps; a branch switch changes many files. */
const SETTLED_AFTER = 60;

/** The folders with sources, and whether every process runs them or only one. */
const folders = () => [
  ...['contracts', 'service-kit'].map((name) => ({ folder: join('libs', name, 'src'), process: null })),
  { folder: join('gateway', 'src'), process: 'gateway' },
  ...readdirSync(join(ROOT, 'services')).map((name) => ({ folder: join('services', name, 'src'), process: name })),
];

/**
 * Reports changed sources after a moment without further changes. Tests do not count.
 * @param {(changed: {process: string | null, files: string[]}[]) => void} onChange `process` is null for a library
 * @returns {() => void} ends it
 */
export function watchSources(onChange) {
  /** @type {Map<string | null, Set<string>>} */
  const changed = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const report = () => {
    const all = [...changed].map(([process, files]) => ({ process, files: [...files] }));
    changed.clear();
    onChange(all);
  };
  const watchers = folders()
    .filter(({ folder }) => existsSync(join(ROOT, folder)))
    .map(({ folder, process }) =>
      watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
        if (!file?.endsWith('.ts') || file.endsWith('.spec.ts')) return;
        changed.set(process, (changed.get(process) ?? new Set()).add(join(folder, file)));
        clearTimeout(timer);
        timer = setTimeout(report, SETTLED_AFTER);
      }),
    );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
