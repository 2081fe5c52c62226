import { es } from '../es/index.js';
import { t } from '../index.js';
import { es as sentences } from '../shared/es.js';
import { createSharedTexts } from '../shared-texts.js';

export const catalogue = es;
export const shared = createSharedTexts(sentences, t, 'es');
