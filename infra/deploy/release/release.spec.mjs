import { beforeEach, describe, expect, it } from '@jest/globals';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { mustRun, run } from '../../local/command.mjs';
import { ROOT } from '../../local/places.mjs';
import { OVERLAYS } from '../manifests/overlays.mjs';

const SETTINGS = OVERLAYS.map((overlay) => join('k8s', 'overlays', overlay, 'settings.yaml'));

/** A repository of its own, with the files that a version changes. @type {string} */
let cwd;

/** @param {string} command @param {string[]} args */
const must = async (command, ...args) =>
  (await mustRun(`${command} failed (see above).`, command, args, { cwd })).stdout.trim();

/** @param {string} subject */
const commit = async (subject) => {
  writeFileSync(join(cwd, 'file'), subject);
  await must('git', 'add', '--all');
  await must('git', 'commit', '--quiet', '--message', subject);
};

/** @param {string} path */
const read = (path) => readFileSync(join(cwd, path), 'utf8');

beforeEach(async () => {
  cwd = mkdtempSync(join(process.env.TEST_STORES_DIR ?? tmpdir(), 'release-'));
  for (const path of SETTINGS) {
    mkdirSync(join(cwd, path, '..'), { recursive: true });
    cpSync(join(ROOT, path), join(cwd, path));
  }
  // As before the first version.
  const [head = ''] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m);
  writeFileSync(join(cwd, 'CHANGELOG.md'), head);
  const script = `node ${join(import.meta.dirname, 'version.mjs')} && git add CHANGELOG.md k8s`;
  writeFileSync(
    join(cwd, 'package.json'),
    JSON.stringify({ name: 'it', version: '1.4.2', scripts: { version: script } }),
  );
  await must('git', 'init', '--quiet');
  await must('git', 'config', 'user.name', 'Somebody');
  await must('git', 'config', 'user.email', 'somebody@duet.example');
  await commit('Send a message');
});

describe('npm version', () => {
  it('writes the commits since the last tag into the changelog and the version into every overlay', async () => {
    await must('npm', 'version', 'minor');
    await commit('Open a capsule');
    await commit('Close a capsule');
    await must('npm', 'version', 'patch');
    const dated = read('CHANGELOG.md').replaceAll(/\(\d{4}-\d\d-\d\d\)/g, '(date)');
    expect(dated.split('\n').slice(4)).toEqual([
      ...['## 1.5.1 (date)', '', '- Close a capsule', '- Open a capsule', ''],
      ...['## 1.5.0 (date)', '', '- Send a message', ''],
    ]);
    for (const path of SETTINGS) expect(parse(read(path)).version).toBe('1.5.1');
    expect(await must('git', 'tag')).toBe('v1.5.0\nv1.5.1');
    expect(await must('git', 'status', '--short')).toBe('');
  }, 60_000);

  it('makes no version of a tree that has uncommitted changes', async () => {
    writeFileSync(join(cwd, 'file'), 'changed');
    expect((await run('npm', ['version', 'minor'], { cwd })).code).not.toBe(0);
    expect(await must('git', 'tag')).toBe('');
  });
});

describe('a release', () => {
  it('builds the images that the manifests name, from stages that there are', () => {
    const bake = readFileSync(join(import.meta.dirname, 'bake.hcl'), 'utf8');
    const dockerfile = readFileSync(join(ROOT, 'infra', 'deploy', 'docker', 'Dockerfile'), 'utf8');
    const manifests = readFileSync(join(ROOT, 'k8s', 'rendered', 'production.yaml'), 'utf8');
    const named = [...manifests.matchAll(/image: registry\.example\.org\/([\w-]+):/g)].map(([, name]) => name);
    const built = [...bake.matchAll(/\$\{REGISTRY\}\/([\w-]+):\$\{VERSION\}/g)].map(([, name]) => name);
    expect(built.toSorted()).toEqual([...new Set(named)].toSorted());
    for (const [, stage] of bake.matchAll(/target\s+= "(\w+)"/g)) expect(dockerfile).toContain(` AS ${stage}\n`);
  });

  it('publishes nothing for a tag that the changelog does not name', async () => {
    const published = await run('bash', [join(import.meta.dirname, 'publish.sh')], {
      env: { PATH: process.env.PATH, TAG: 'v99.0.0', REPOSITORY: 'duet/duet', ACTOR: 'somebody', GH_TOKEN: 'none' },
    });
    expect(published.code).not.toBe(0);
    expect(published.output).toContain('no section 99.0.0');
  });

  it.each(['test', 'release'])('runs programs that there are (%s)', (name) => {
    const workflow = parse(readFileSync(join(ROOT, '.github', 'workflows', `${name}.yml`), 'utf8'));
    /** @type {{run?: string}[]} */
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
    const programs = steps.flatMap((step) => step.run ?? []);
    expect(programs).toContain('.ci/run');
    for (const program of programs)
      expect(readFileSync(join(ROOT, program), 'utf8')).toMatch(/^#!\/usr\/bin\/env bash\n/);
  });
});
