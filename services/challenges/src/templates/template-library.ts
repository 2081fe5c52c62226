import { CHALLENGE_CATEGORIES, ShippedTemplateDto, type TemplateData } from '@duet/contracts';
import { validateInput } from '@duet/service-kit';
import { requireReachable } from './completion.js';
import adventure from './data/en/adventure.json' with { type: 'json' };
import apart from './data/en/apart.json' with { type: 'json' };
import care from './data/en/care.json' with { type: 'json' };
import grow from './data/en/grow.json' with { type: 'json' };
import play from './data/en/play.json' with { type: 'json' };
import talk from './data/en/talk.json' with { type: 'json' };

const FILES: Record<(typeof CHALLENGE_CATEGORIES)[number], unknown[]> = { talk, play, care, adventure, grow, apart };

/**
 * Checks the templates of one file by the rules of those that people write.
 * @throws AppError VALIDATION_FAILED; Error for a category that is not the file's
 */
export const checkTemplates = (category: string, entries: readonly unknown[]): TemplateData[] =>
  entries.map((entry) => {
    const template = validateInput(ShippedTemplateDto, entry);
    requireReachable(template.completionRule, template.steps);
    if (template.category !== category) throw new Error(`the template ${template.id} lies in the file of ${category}`);
    return { ...template, description: template.description ?? '' };
  });

/** @throws Error for an id that occurs twice */
export function indexTemplates(templates: readonly TemplateData[]): ReadonlyMap<string, TemplateData> {
  const byId = new Map(templates.map((template) => [template.id, template]));
  if (byId.size !== templates.length) throw new Error('two templates have the same id');
  return byId;
}

/** The templates that come with Duet, in the order of their files. A wrong file ends the start. */
export const TEMPLATES = indexTemplates(
  CHALLENGE_CATEGORIES.flatMap((category) => checkTemplates(category, FILES[category])),
);
