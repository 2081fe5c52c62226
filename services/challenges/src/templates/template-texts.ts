import type { TemplateData } from '@duet/contracts';
import { type Translations, inEachLanguage } from '@duet/service-kit';
import adventureDe from './data/de/adventure.json' with { type: 'json' };
import apartDe from './data/de/apart.json' with { type: 'json' };
import careDe from './data/de/care.json' with { type: 'json' };
import growDe from './data/de/grow.json' with { type: 'json' };
import playDe from './data/de/play.json' with { type: 'json' };
import talkDe from './data/de/talk.json' with { type: 'json' };
import adventureEs from './data/es/adventure.json' with { type: 'json' };
import apartEs from './data/es/apart.json' with { type: 'json' };
import careEs from './data/es/care.json' with { type: 'json' };
import growEs from './data/es/grow.json' with { type: 'json' };
import playEs from './data/es/play.json' with { type: 'json' };
import talkEs from './data/es/talk.json' with { type: 'json' };
import { TEMPLATES, indexTemplates } from './template-library.js';

const FILES: Translations<object> = {
  es: { ...talkEs, ...playEs, ...careEs, ...adventureEs, ...growEs, ...apartEs },
  de: { ...talkDe, ...playDe, ...careDe, ...adventureDe, ...growDe, ...apartDe },
};

type Templates = ReadonlyMap<string, TemplateData>;

interface Words {
  title: string;
  description?: string;
}

type Texts = Record<string, Words & { steps: Words[] }>;

const wordsOf = ({ title, description = '' }: Words): Words => ({ title, ...(description !== '' && { description }) });

const textsOf = (templates: Templates): Texts =>
  Object.fromEntries(
    [...templates].map(([id, template]) => [id, { ...wordsOf(template), steps: template.steps.map(wordsOf) }]),
  );

const put = (templates: Templates, texts: Texts): Templates =>
  indexTemplates(
    [...templates.values()].map((template) => {
      const { steps = [], ...words } = texts[template.id] ?? {};
      return { ...template, ...words, steps: template.steps.map((step, place) => ({ ...step, ...steps[place] })) };
    }),
  );

/** The templates that come with Duet, by language. A translation that is not whole ends the start. */
export const TEMPLATES_IN = inEachLanguage(TEMPLATES, FILES, textsOf, put);
