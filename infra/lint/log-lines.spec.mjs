import { describe, expect, it } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../local/command.mjs';
import { temporaryFolder } from '../local/test/temporary.mjs';
import { logLinesIn } from './log-lines.mjs';

const FILE = 'services/auth/src/mail/mail-sender.ts';

/** Checks a small repository. @param {string} source of one file of auth @param {Record<string, string>} advice for auth */
async function checked(source, advice) {
  const root = temporaryFolder('log-lines');
  const files = { [FILE]: source, 'infra/docs/log-advice/auth.json': JSON.stringify(advice) };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return run(process.execPath, ['infra/lint/log-lines.mjs', root]);
}

describe('the check of log lines', () => {
  it.each([
    ['an interpolated message', 'log.info(`${name} started`);', 'no string literal'],
    ['a message from a constant', "const LEFT = 'user left'; this.log.warn({ err }, LEFT);", 'no string literal'],
    ['a chosen message', "log.info({}, ok ? 'mail sent' : 'mail failed');", 'no string literal'],
    ['a chosen level', "this.log[level]({ err }, 'mail sent');", 'level is no constant'],
    ['a capital', "log.info('SMTP connection opened');", 'lower case'],
    ['punctuation', "this.#log.warn('mail not sent: it is tried again');", 'punctuation'],
    ['an article', "app.get(LOGGER).error({ err }, 'a mail failed');", 'begin with its noun'],
    ['a single word', "logger.info('stopping');", 'noun verb object'],
    ['a story', "log.info('mail sent to the person who asked for a new link');", 'more than 8 words'],
  ])('refuses %s', (_what, source, complaint) => {
    const { complaints } = logLinesIn(FILE, source);
    expect(complaints).toEqual([expect.stringContaining(complaint)]);
    expect(complaints[0]).toContain(`${FILE}:1`);
  });

  it('reads the level, the line and the workspace of a call', () => {
    const source = "this.log.warn({ err: cause }, 'mail delivery failed');\ntoast.error('Not sent.');";
    expect(logLinesIn(FILE, source)).toEqual({
      lines: [{ line: 'mail delivery failed', level: 'warn', workspace: 'auth', place: `${FILE}:1` }],
      complaints: [],
    });
  });

  it('reads both levels of a conditional level', () => {
    const { lines } = logLinesIn(FILE, "this.log[isGone ? 'debug' : 'error']({ err }, 'mail delivery failed');");
    expect(lines.map(({ level }) => level)).toEqual(['debug', 'error']);
  });

  it('passes lines of the right form with advice', async () => {
    const source = "log.info('mail delivered'); log.warn({ err }, 'mail delivery failed');";
    expect(await checked(source, { 'mail delivery failed': 'Check the mail server.' })).toMatchObject({ code: 0 });
  });

  it('refuses a warning without advice and advice without a warning', async () => {
    const source = "log.info('mail delivered'); log.error({ err }, 'mail delivery failed');";
    const { code, output } = await checked(source, { 'mail delivered': 'Nothing to do.' });
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([
      `${FILE}:1: 'mail delivery failed' has no advice in infra/docs/log-advice/auth.json`,
      "infra/docs/log-advice/auth.json: no warning or error of auth says 'mail delivered'",
    ]);
  });
});
