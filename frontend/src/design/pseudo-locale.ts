import { en } from '../texts/en/index.js';
import { type Catalogue, speak } from '../texts/index.js';

/** Unicode's marks around a text that is shown from right to left. */
const [OVERRIDE, END] = ['\u202E', '\u202C'];

const backwards = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([key, message]) => [key, `${OVERRIDE}${message}${END}`]));

/**
 * The pseudo-locale of a language that is written from right to left: the English texts backwards, in a mirrored layout. What
 * stays readable is no text of the catalogue.
 */
export function speakBackwards(): void {
  const features = Object.entries(en).map(([feature, texts]) => [feature, backwards(texts)]);
  const catalogue: Catalogue = { ...en, ...Object.fromEntries(features) };
  speak('ar-XB', catalogue, null);
  document.documentElement.lang = 'ar-XB';
  document.documentElement.dir = 'rtl';
}
