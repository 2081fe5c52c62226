import { describe, expect, it } from '@jest/globals';
import { run } from '../local/command.mjs';
import { temporaryFolder } from '../local/test/temporary.mjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CATALOGUE = `export const home = { hello: 'Hello, {name}', bye: 'Bye' } as const;`;
const USES = `export const Page = () => <p title={t('home.bye')}>{t('home.hello', { name })}</p>;`;

const MANY = `export const home = {
  hello: 'Hello, {name}',
  bye: 'Bye',
  days: '{n, plural, =0 {today} one {# day} other {# days}}',
  more: 'See <link>more</link>',
  who: '{by, select, you {You} other {Others}}',
} as const;`;

/**
 * Runs the check over pages with a catalogue.
 * @param {Record<string, string>} pages
 * @param {{ options?: string[], catalogue?: string, german?: string | null }} given `german` are the messages of a second language; null: its folder is empty
 */
async function checked(pages, { options = [], catalogue = CATALOGUE, german } = {}) {
  const folder = join(temporaryFolder('texts'), 'src');
  mkdirSync(join(folder, 'texts', 'en'), { recursive: true });
  writeFileSync(join(folder, 'texts', 'en', 'home.ts'), catalogue);
  if (german !== undefined) mkdirSync(join(folder, 'texts', 'de'));
  if (typeof german === 'string')
    writeFileSync(join(folder, 'texts', 'de', 'home.ts'), `export const home = ${german};`);
  for (const [name, source] of Object.entries(pages)) writeFileSync(join(folder, name), source);
  return run(process.execPath, ['infra/lint/texts.mjs', folder, ...options]);
}

describe('the check of texts', () => {
  it.each([
    ['words between tags', 'export const A = () => <p>Hello</p>;', "'Hello' belongs"],
    ['a label', 'export const A = () => <button aria-label="Close it" />;', "'Close it' belongs"],
    ['a label of one word', 'export const A = () => <Field label="Email" />;', "'Email' belongs"],
    ['a hint', 'export const A = () => <input placeholder="Try @username" />;', "'Try @username' belongs"],
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

  it('passes the names of the cache’s tags', async () => {
    const { code, output } = await checked({
      'uses.tsx': USES,
      'base-api.ts': "export const TAG_TYPES = ['Account', 'Partner'] as const;",
      'users-live.ts': "export const tags = ['Partner'];",
    });
    expect([code, output]).toEqual([0, '']);
  }, 60_000);

  it('finds an unused message', async () => {
    const { code, output } = await checked({ 'page.tsx': "export const a = () => t('home.bye');" });
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/home\.hello is not used$/);
  }, 60_000);

  it.each([
    ['a missing file', null, 'home.ts: the file is missing'],
    [
      'a missing key',
      "{ hello: 'Hallo, {name}', days: '{n, plural, one {# Tag} other {# Tage}}' }",
      'home.bye is missing',
    ],
    ['another value', "{ hello: 'Hallo, {nme}' }", 'home.hello has the values nme in place of name'],
    ['another tag', "{ more: '<a>Mehr</a>' }", 'home.more has the tags a in place of link'],
    [
      'a missing plural branch',
      "{ days: '{n, plural, other {# Tage}}' }",
      'home.days lacks the plural branch one of n',
    ],
    ['a plural that is none', "{ days: '{n} Tage' }", 'home.days has no plural of n'],
    ['another choice', "{ who: '{by, select, du {Du} other {Andere}}' }", 'home.who has the choices du, other of by'],
    ['a damaged message', "{ bye: 'Bis {bald' }", 'home.bye is no ICU message'],
    ['an empty message', "{ bye: '' }", 'home.bye is empty'],
    ['a key that English lacks', "{ later: 'Bis später' }", 'home.later is not in English'],
  ])(
    'finds in another language %s',
    async (_what, german, complaint) => {
      const { code, output } = await checked({ 'page.tsx': USES }, { catalogue: MANY, german });
      expect(code).toBe(1);
      expect(output).toContain(complaint);
    },
    60_000,
  );

  it('passes a language with the same keys, values, tags and its own plurals', async () => {
    const german = `{
      hello: 'Hallo, {name}',
      bye: 'Tschüss',
      days: '{n, plural, =0 {heute} one {# Tag} other {# Tage}}',
      more: 'Noch <link>mehr</link>',
      who: '{by, select, you {Du} other {Andere}}',
    }`;
    const uses =
      "export const Page = () => [t('home.bye'), t('home.hello'), t('home.days'), t('home.more'), t('home.who')];";
    expect(await checked({ 'page.tsx': uses }, { catalogue: MANY, german })).toMatchObject({ code: 0, output: '' });
  }, 60_000);

  it('checks only the keys of a service', async () => {
    const source = "export const a = (t) => [t('home.bye'), t('home.later'), 'Two words'];";
    const { code, output } = await checked({ 'mails.ts': source }, { options: ['keys'] });
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
