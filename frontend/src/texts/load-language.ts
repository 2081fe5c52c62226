import type { TextLanguage } from '@duet/contracts/plain';
import { speak } from './index.js';

/** Each language but English is one chunk with all texts. */
const LOADERS = {
  de: () => import('./languages/de.js'),
  es: () => import('./languages/es.js'),
} as const satisfies Record<Exclude<TextLanguage, 'en'>, unknown>;

/** Loads a language and lets the page speak it. Without its texts, the page stays English. */
export async function loadLanguage(language: keyof typeof LOADERS): Promise<void> {
  const { catalogue, shared } = await LOADERS[language]();
  speak(language, catalogue, shared);
}
