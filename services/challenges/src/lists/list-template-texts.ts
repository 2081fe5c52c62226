import type { ShippedListTemplateDto } from '@duet/contracts';
import { inEachLanguage } from '@duet/service-kit';
import de from './data/de/lists.json' with { type: 'json' };
import es from './data/es/lists.json' with { type: 'json' };
import { LIST_TEMPLATES, indexListTemplates } from './list-templates.js';

type ListTemplates = ReadonlyMap<string, ShippedListTemplateDto>;
type Texts = Record<string, Pick<ShippedListTemplateDto, 'title' | 'items'>>;

const textsOf = (templates: ListTemplates): Texts =>
  Object.fromEntries([...templates].map(([id, { title, items }]) => [id, { title, items }]));

const put = (templates: ListTemplates, texts: Texts): ListTemplates =>
  indexListTemplates([...templates.values()].map((template) => ({ ...template, ...texts[template.id] })));

/** The lists that come with Duet, by language. A translation that is not whole ends the start. */
export const LIST_TEMPLATES_IN = inEachLanguage(LIST_TEMPLATES, { es, de }, textsOf, put);
