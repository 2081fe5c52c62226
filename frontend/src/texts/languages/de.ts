import { de } from '../de/index.js';
import { t } from '../index.js';
import { de as sentences } from '../shared/de.js';
import { createSharedTexts } from '../shared-texts.js';

export const catalogue = de;
export const shared = createSharedTexts(sentences, t, 'de');
