import { TEXT_LANGUAGES } from '@duet/contracts';
import { requestContext } from '@duet/service-kit';
import { TEMPLATES_IN } from '../templates/template-texts.js';
import type { Challenge } from './challenge.entity.js';
import type { Step } from './step.entity.js';

interface Words {
  title: string;
  description: string;
}

/** The translation, if the stored text is still that of the template. A changed text stays as its author wrote it. */
const readerText = (stored: string, english = '', translated = stored): string =>
  stored === english ? translated : stored;

/** Rows have the English words of their template: each reader gets those of the own language. */
const shippedFor = (templateId: string | null) => {
  const language = requestContext.language();
  return {
    english: TEMPLATES_IN.en.get(templateId ?? ''),
    translated: TEMPLATES_IN[language].get(templateId ?? ''),
  };
};

/** Title and description for the reader of the answer. */
export function challengeWords({ templateId, title, description }: Pick<Challenge, 'templateId' | keyof Words>): Words {
  const { english, translated } = shippedFor(templateId);
  return {
    title: readerText(title, english?.title, translated?.title),
    description: readerText(description, english?.description, translated?.description),
  };
}

/** Title and description of a step for the reader of the answer. */
export function stepWords(
  { templateId }: Pick<Challenge, 'templateId'>,
  { position, title, description }: Pick<Step, 'position' | keyof Words>,
): Words {
  const { english, translated } = shippedFor(templateId);
  const [own, theirs] = [english?.steps[position], translated?.steps[position]];
  return {
    title: readerText(title, own?.title, theirs?.title),
    description: readerText(description, own?.description, theirs?.description),
  };
}

/** The words to store. A form that sends the template's words along, in any language, has not changed them. */
export function storedWords(templateId: string | null, given: Words): Words {
  const all = TEXT_LANGUAGES.flatMap((language) => TEMPLATES_IN[language].get(templateId ?? '') ?? []);
  const [english] = all;
  const stored = (name: keyof Words): string =>
    english && all.some((template) => template[name] === given[name]) ? (english[name] ?? '') : given[name];
  return { title: stored('title'), description: stored('description') };
}
