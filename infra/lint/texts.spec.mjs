import { describe, expect, it } from '@jest/globals';
import { run } from '../local/command.mjs';
import { temporaryFolder } from '../local/test/temporary.mjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CATALOGUE = `export const home = { hello: 'Hello, {name}', bye: 'Bye' } as const;`;
const USES = `export const Page = () => <p title={t('home.bye')}>{t('home.hello', { name })}</p>;`;

/**
 * Runs the check over pages with the catalogue above.
 * @param {Record<string, string>} pages
 * @param {string[]} options
 */
async function checked(pages, ...options) {
  const folder = join(temporaryFolder('texts'), 'src');
  mkdirSync(join(folder, 'texts', 'en'), { recursive: true });
  writeFileSync(join(folder, 'texts', 'en', 'home.ts'), CATALOGUE);
  for (const [name, source] of Object.entries(pages)) writeFileSync(join(folder, name), source);
  return run(process.execPath, ['infra/lint/texts.mjs', folder, ...options]);
}

describe('the check of texts', () => {
  it.each([
    ['words between tags', 'export const A = () => <p>Hello</p>;', "'Hello' belongs"],
    ['a label', 'export const A = () => <button aria-label="Close it" />;', "'Close it' belongs"],
    ['a label of one word', 'export const A = () => <Field label="Email" />;', "'Email' belongs"],
    ['a toast', "export const a = () => toast.success('Saved for you');", "'Saved for you' belongs"],
    ['a text of parts', 'export const a = (name) => `Hello ${name}, welcome`;', 'belongs'],
    ['a text in a table', "const LABELS = { a: { name: 'A name' }, b: 'Two words' };", "'Two words' belongs"],
    ['a document title', "export const a = () => { document.title = 'Welcome'; };", "'Welcome' belongs"],
    ['a key without a message', "export const a = () => t('home.later');", 'home.later has no message'],
    ['a text that is written too early', "const BYE = t('home.bye');", 'when the module is loaded'],
  ])(
    'finds %s',
    async (_what, source, complaint) => {
      const { code, output } = await checked({ 'uses.tsx': USES, 'page.tsx': source });
      expect(code).toBe(1);
      expect(output).toContain(complaint);
      expect(output).toContain('page.tsx');
    },
    60_000,
  );

  it('finds an unused message', async () => {
    const { code, output } = await checked({ 'page.tsx': "export const a = () => t('home.bye');" });
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/home\.hello is not used$/);
  }, 60_000);

  it('checks only the keys of a service', async () => {
    const source = "export const a = (t) => [t('home.bye'), t('home.later'), 'Two words'];";
    const { code, output } = await checked({ 'mails.ts': source }, 'keys');
    expect(code).toBe(1);
    expect(output).toContain('home.later has no message');
    expect(output).toContain('home.hello is not used');
    expect(output).not.toContain('Two words');
  }, 60_000);

  it('passes keys, styles, errors for developers and tests', async () => {
    const technical = `
      import { a } from './two words.js';
      export const A = ({ key }) => {
        if (key === 'Not Shown') throw new Error('no page around it');
        console.warn('page not stored');
        return <a className="one two" rel="noopener noreferrer" href="/a b">{key}</a>;
      };`;
    expect(
      await checked({ 'uses.tsx': USES, 'page.tsx': technical, 'page.spec.tsx': 'const a = <p>Hello</p>;' }),
    ).toMatchObject({ code: 0 });
  }, 60_000);
});
