import { push } from './en/push.js';
import { createTranslator } from './translator.js';

/** Writes the texts of notifications, without the rest of the catalogue. */
export const t = createTranslator('en', { push });
