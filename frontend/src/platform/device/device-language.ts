import type { TextLanguage } from '@duet/contracts/plain';
import * as v from 'valibot';
import { chooseLanguage } from '../../texts/language.js';
import { storedText } from '../storage/stored.js';

/** The language that was chosen on this device: on a page before the sign-in, or in the settings of the person who signed in. */
const chosen = storedText('duet-language', v.string());

/** The language for a page of this device. */
export const deviceLanguage = (): TextLanguage => chooseLanguage([chosen.read(), ...navigator.languages]);

/** Stores the language that a link asks for (`?lang=de`), and takes it out of the address. */
export function followLanguageLink(): void {
  const address = new URL(window.location.href);
  const asked = address.searchParams.get('lang');
  if (asked === null) return;
  chosen.write(chooseLanguage([asked]));
  address.searchParams.delete('lang');
  window.history.replaceState(window.history.state, '', address);
}

/**
 * Stores the language of a person's settings. One without texts changes nothing.
 * @returns whether a new page would speak another language than before; false where the browser refuses storage
 */
export function adoptLanguage(language: string): boolean {
  const before = deviceLanguage();
  if (chosen.read() === language || chooseLanguage([language, before]) !== language) return false;
  return chosen.write(language) && before !== language;
}
