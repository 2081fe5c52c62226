import { existsSync, readFileSync } from 'node:fs';
import { mustRun } from './command.mjs';
import { tool } from './runtime.mjs';
import { findCommand, installTools, requireCommand } from './tools.mjs';

const CHROMIUM = { command: 'chromium', apt: 'chromium', brew: 'chromium' };

/** Chromium without windows, tabs and their painting: a page costs half of the CPU time. */
const SHELL = { ...CHROMIUM, command: 'chromium-headless-shell', apt: 'chromium-headless-shell' };

/** Ubuntu's package of that name starts a snap, which does not run in containers. */
function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/** Debian's packages; a machine that cannot install them does with the whole Chromium, if there is one. @param {import('./progress.mjs').Progress} progress @returns {Promise<Record<string, string>>} */
async function debianBrowsers(progress) {
  try {
    await installTools([CHROMIUM, SHELL], progress);
  } catch (cause) {
    const whole = findCommand(CHROMIUM.command);
    if (!whole) throw cause;
    progress.say(`The browser tests use ${whole}, which needs twice the CPU time.`);
    return { CHROMIUM_PATH: whole };
  }
  return { CHROMIUM_PATH: requireCommand(SHELL), CHROMIUM_WITH_WINDOWS: requireCommand(CHROMIUM) };
}

/**
 * The browsers for the end-to-end tests: Debian's Chromium, elsewhere an installed one or Playwright's download.
 * @param {import('./progress.mjs').Progress} progress
 * @returns {Promise<Record<string, string>>} variables with their paths for `frontend/e2e/browsers.ts`; none means Playwright's
 */
export async function browserVariables(progress) {
  const given = process.env.CHROMIUM_PATH ?? (isDebian() ? null : findCommand(CHROMIUM.command));
  if (given) return { CHROMIUM_PATH: given };
  if (isDebian()) return debianBrowsers(progress);
  const sentence =
    'Playwright could not download its browser: install Chromium, set CHROMIUM_PATH to it and try again.';
  await progress.step('Bringing Playwright’s browser', () =>
    mustRun(sentence, ...tool('playwright', ['install', '--with-deps', 'chromium'])),
  );
  return {};
}
