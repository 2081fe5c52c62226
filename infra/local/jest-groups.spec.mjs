import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupFiles, membersOf, sizeOf, ungroup } from './jest-groups.mjs';
import { ROOT } from './places.mjs';
import { testFiles } from './selection.mjs';

/** @type {string} */
let dir;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'groups-'));
});

afterEach(() => rmSync(dir, { recursive: true }));

const FILES = ['gateway/test/access-log.spec.ts', 'gateway/test/proofs.spec.ts'];

describe('groups of test files', () => {
  it('hold each file of the servers once, at most five of one package, and leave the others alone', () => {
    const files = [...testFiles('unit', []), ...testFiles('services', [])];
    const paths = groupFiles(files, dir);
    const groups = paths.map(membersOf).filter((members) => members.length > 0);
    const alone = paths.filter((path) => membersOf(path).length === 0);
    expect([...groups.flat(), ...alone.map((file) => join(ROOT, file))].toSorted()).toEqual(
      files.map((file) => join(ROOT, file)).toSorted(),
    );
    for (const members of groups) {
      expect(members.length).toBeLessThanOrEqual(5);
      expect(new Set(members.map((path) => path.replace(/\/(?:src|test)\/.*/, ''))).size).toBe(1);
    }
    expect(alone.filter((file) => !/^(?:frontend|infra)\//.test(file))).toEqual([]);
  });

  it('are as large as their members together', () => {
    const [group = ''] = groupFiles(FILES, dir);
    expect(membersOf(group)).toHaveLength(2);
    expect(sizeOf(group)).toBe(FILES.reduce((sum, file) => sum + sizeOf(join(ROOT, file)), 0));
  });

  it('are reported as their members', () => {
    const [group = ''] = groupFiles(FILES, dir);
    const result = (/** @type {string} */ file, /** @type {string} */ status) => ({
      status,
      ancestorTitles: [file, 'a log'],
      fullName: `${file} a log is written`,
    });
    const [log = '', proofs = ''] = FILES;
    const { testResults } = ungroup({
      testResults: [
        { name: group, status: 'failed', assertionResults: [result(log, 'failed'), result(proofs, 'passed')] },
        { name: 'frontend/test/alone.spec.tsx', status: 'passed', assertionResults: [] },
      ],
    });
    const shape = testResults.map(({ name, status, assertionResults }) => [
      name,
      status,
      assertionResults.map(({ fullName }) => fullName),
    ]);
    expect(shape.toSorted()).toEqual(
      [
        [join(ROOT, log), 'failed', ['a log is written']],
        [join(ROOT, proofs), 'passed', ['a log is written']],
        ['frontend/test/alone.spec.tsx', 'passed', []],
      ].toSorted(),
    );
  });

  it('count all members as failed when none of their tests explains the failure', () => {
    const [group = ''] = groupFiles(FILES, dir);
    const { testResults } = ungroup({ testResults: [{ name: group, status: 'failed', assertionResults: [] }] });
    expect(testResults.map(({ status }) => status)).toEqual(['failed', 'failed']);
  });
});
