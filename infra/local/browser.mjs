import { existsSync, readFileSync } from 'node:fs';
import { mustRun } from './command.mjs';
import { tool } from './runtime.mjs';
import { findCommand, installTools } from './tools.mjs';

const CHROMIUM = { command: 'chromium', apt: 'chromium', brew: 'chromium' };

/** Ubuntu's package of that name starts a snap, which does not run in containers. */
function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/**
 * The browser for the end-to-end tests: Debian's Chromium, elsewhere Playwright's download.
 * @param {import('./progress.mjs').Progress} progress
 * @returns {Promise<string | null>} its path; null means Playwright's
 */
export async function browserPath(progress) {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const found = findCommand(CHROMIUM.command);
  if (found) return found;
  if (isDebian()) {
    await installTools([CHROMIUM], progress);
    return findCommand(CHROMIUM.command);
  }
  const sentence =
    'Playwright could not download its browser: install Chromium, set CHROMIUM_PATH to it and try again.';
  await progress.step('Bringing Playwright’s browser', () =>
    mustRun(sentence, ...tool('playwright', ['install', '--with-deps', 'chromium'])),
  );
  return null;
}
