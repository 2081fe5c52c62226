import { ShippedListTemplateDto } from '@duet/contracts';
import { validateInput } from '@duet/service-kit';
import templates from './data/en/lists.json' with { type: 'json' };

/**
 * Checks templates by the rules of the lists that people write.
 * @throws AppError VALIDATION_FAILED; Error for an id that occurs twice
 */
export function indexListTemplates(entries: readonly unknown[]): ReadonlyMap<string, ShippedListTemplateDto> {
  const checked = entries.map((entry) => validateInput(ShippedListTemplateDto, entry));
  const byId = new Map(checked.map((template) => [template.id, template]));
  if (byId.size !== checked.length) throw new Error('two templates of lists have the same id');
  return byId;
}

/** The lists that come with Duet. A wrong file ends the start. */
export const LIST_TEMPLATES = indexListTemplates(templates);
