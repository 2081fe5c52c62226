/*
 * npm runs this within `npm version <major|minor|patch>`, between the new version in package.json and the commit with its tag:
 * the changelog gets the subjects of the commits since the tag before, and the settings of the overlays name the version.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, run } from '../../local/command.mjs';
import { OVERLAYS } from '../manifests/overlays.mjs';

const CHANGELOG = 'CHANGELOG.md';

// npm starts it in the folder of the package that gets the version.
const cwd = process.cwd();

/** @returns {Promise<string>} the subjects since the tag before, newest first, as a list */
async function changes() {
  const before = await run('git', ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*'], { cwd });
  const range = before.code === 0 ? `${before.stdout.trim()}..HEAD` : 'HEAD';
  const { stdout } = await mustRun(
    'The commits could not be read (see above).',
    'git',
    ['log', '--no-merges', '--format=- %s', range],
    { cwd },
  );
  return stdout;
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const text = readFileSync(CHANGELOG, 'utf8');
const [head = ''] = text.split(/^(?=## )/m);
const date = new Date().toISOString().slice(0, 10);
const sections = [`## ${version} (${date})\n\n${await changes()}`, text.slice(head.length)].filter(Boolean);
writeFileSync(CHANGELOG, `${head.trimEnd()}\n\n${sections.join('\n')}`);
for (const overlay of OVERLAYS) {
  const file = join('k8s', 'overlays', overlay, 'settings.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^version: .*/m, `version: ${version}`));
}
