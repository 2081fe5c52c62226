import { readFileSync, writeFileSync } from 'node:fs';
import { mainOfAdmin } from './admin-program.js';

const SCORE = '/proc/self/oom_score_adj';

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('the kernel would end the program before the service whose container it shares', async () => {
  const before = readFileSync(SCORE, 'utf8');
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  try {
    let during = '';
    await mainOfAdmin(async () => {
      during = readFileSync(SCORE, 'utf8');
      return '';
    });
    expect(during.trim()).toBe('1000');
  } finally {
    jest.restoreAllMocks();
    // Root alone may lower it; otherwise this worker of Jest is the kernel's first choice, which harms nobody.
    if (process.getuid?.() === 0) writeFileSync(SCORE, before);
  }
});
