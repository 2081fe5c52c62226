import { ERRORS, type ErrorCode, type ErrorParams, FIELD_TEXTS, TEXTS, fieldCode } from '@duet/contracts';
import { type ValidationError, getMetadataStorage } from 'class-validator';

/** A sentence of one of the tables of texts: no other has a code. */
export type FieldSentence =
  | Extract<(typeof TEXTS)[keyof typeof TEXTS], string>
  | (typeof FIELD_TEXTS)[keyof typeof FIELD_TEXTS]
  | (typeof ERRORS)[ErrorCode]['message'];

const CODES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ...Object.entries(ERRORS).map(([code, { message }]) => [message, code] as const),
  ...Object.entries({ ...TEXTS, ...FIELD_TEXTS }).map(([name, sentence]) => [sentence, fieldCode(name)] as const),
]);

/** The code of a sentence; undefined for one that no table has. */
export const codeOfSentence = (sentence: string): string | undefined => CODES.get(sentence);

/** The names of the values that rules of class-validator are made with. */
const PARAMS: Record<string, readonly string[]> = {
  isLength: ['min', 'max'],
  minLength: ['min'],
  maxLength: ['max'],
  min: ['min'],
  max: ['max'],
  arrayMinSize: ['min'],
  arrayMaxSize: ['max'],
};

/**
 * The code and values of a broken rule: those of its sentence, else the rule's own name, as in `MAX_LENGTH`.
 * @param rule the name of the rule at class-validator
 */
export function codeOfRule(
  { target, property }: ValidationError,
  rule: string,
  message: string,
): { code: string; params?: ErrorParams } {
  const own = codeOfSentence(message);
  if (own !== undefined) return { code: own };
  const names = PARAMS[rule] ?? [];
  const rules = names.length === 0 || !target ? [] : rulesOf(target.constructor);
  const found = rules.find(({ propertyName, name }) => propertyName === property && name === rule);
  const values = names.flatMap((name, place) => {
    const value: unknown = found?.constraints?.[place];
    return typeof value === 'number' ? [[name, value] as const] : [];
  });
  return { code: fieldCode(rule), ...(values.length > 0 && { params: Object.fromEntries(values) }) };
}

const rulesOf = (schema: object) =>
  typeof schema === 'function' ? getMetadataStorage().getTargetValidationMetadatas(schema, '', false, false) : [];
