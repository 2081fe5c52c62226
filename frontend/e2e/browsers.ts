import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const installed = (path: string): string | undefined => (existsSync(path) ? path : undefined);

/** Debian's browsers if they are installed, otherwise Playwright's. */
const WHOLE = process.env['CHROMIUM_WITH_WINDOWS'] ?? process.env['CHROMIUM_PATH'] ?? installed('/usr/bin/chromium');
const SHELL = process.env['CHROMIUM_PATH'] ?? installed('/usr/bin/chromium-headless-shell') ?? WHOLE;

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  // A fake microphone that beeps, and permission to use it.
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  // The shell kills a page that asks for speech recognition on the device. Without the interface, Duet does not ask.
  '--disable-blink-features=OnDeviceWebSpeechAvailable',
];

const COMMON: LaunchOptions = {
  args: ARGS,
  // In a locale without Unicode Chromium names a downloaded `für uns.txt` just `download`.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
};

/** Chromium without windows, tabs and their painting: a page costs half of the CPU time. */
export const SHELL_OPTIONS: LaunchOptions = { ...COMMON, ...(SHELL === undefined ? {} : { executablePath: SHELL }) };

/** The whole Chromium: the shell shows no notifications. */
export const WHOLE_OPTIONS: LaunchOptions = {
  ...COMMON,
  ...(WHOLE === undefined ? { channel: 'chromium' } : { executablePath: WHOLE }),
};
