import { describe, expect, it } from '@jest/globals';
import { run } from '../local/command.mjs';
import { temporaryFolder } from '../local/test/temporary.mjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Checks a folder with these files. @param {Record<string, string>} files */
async function checked(files) {
  const folder = join(temporaryFolder('expressions'), 'code');
  mkdirSync(folder);
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
  return run(process.execPath, ['infra/lint/expressions.mjs', folder]);
}

describe('the linear-time check of regular expressions', () => {
  it.each([
    [
      'a quadratic literal',
      'bad.ts',
      'export const bad = (text: string) => text.replace(/[.,]+$/, "");',
      'polynomial of degree 2',
    ],
    ['an exponential literal', 'bad.mjs', 'export const bad = /^(a+)+$/;', 'exponential'],
    [
      'an expression given as a string',
      'bad.tsx',
      'export const bad = new RegExp("\\\\s+$", "u");',
      'polynomial of degree 2',
    ],
    [
      'an expression given as a raw template',
      'bad.ts',
      'export const bad = (name: string) => RegExp(String.raw`\\s+${name}\\s+$`);',
      'polynomial of degree',
    ],
    [
      'an expression composed at run time',
      'bad.ts',
      'export const bad = (pattern: string) => new RegExp(pattern);',
      'composed at run time',
    ],
  ])(
    'finds %s',
    async (_what, name, source, complaint) => {
      const { code, output } = await checked({ [name]: source, 'good.ts': 'export const good = /^[a-z]+$/;' });
      expect(code).toBe(1);
      expect(output.trim().split('\n')).toEqual([expect.stringContaining(complaint)]);
      expect(output).toContain(`${name}:1`);
    },
    60_000,
  );

  it('passes linear expressions and skips tests', async () => {
    expect(
      await checked({ 'good.ts': 'export const good = /^a+b$/;', 'bad.spec.ts': 'export const bad = /\\s+$/;' }),
    ).toMatchObject({ code: 0 });
  }, 60_000);
});
