/* Compares the ICU message of a language with the English one. */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/**
 * @typedef {Record<string, unknown>} Branches by category, `=n` or choice
 * @typedef {{ values: Set<string>, plurals: Map<string, Branches[]>, selects: Map<string, Branches[]>, tags: string[] }} Parts
 */

/** Counts that tell the plural categories of whole numbers apart. */
const COUNTS = Array.from({ length: 201 }, (_, count) => count);

/** @param {unknown} tokens of a compiled message @param {Parts} parts @returns {Parts} */
function collect(tokens, parts) {
  if (!Array.isArray(tokens)) return parts;
  for (const token of tokens) {
    if (!Array.isArray(token)) continue;
    const [name, type, branches] = token;
    parts.values.add(name);
    if (typeof branches !== 'object' || branches === null) continue;
    const { offset: _, ...ways } = branches;
    const kept = type === 'select' ? parts.selects : parts.plurals;
    kept.set(name, [...(kept.get(name) ?? []), ways]);
    for (const branch of Object.values(ways)) collect(branch, parts);
  }
  return parts;
}

/** @param {string} message @returns {Parts} */
function partsOf(message) {
  const tags = Array.from(message.matchAll(/<\/(\w+)>/g), ([, name = '']) => name);
  const empty = { values: new Set(), plurals: new Map(), selects: new Map(), tags: [...new Set(tags)].toSorted() };
  return collect(compileMessageOrThrow(message), empty);
}

/** @param {Iterable<string>} names */
const listed = (names) => [...names].toSorted().join(', ') || 'none';

/** The forms that the plural of a value lacks in a language. @param {Branches} ways @param {boolean} hasOne whether English has a singular @param {string} language */
function missingCategories(ways, hasOne, language) {
  const rules = new Intl.PluralRules(language);
  const needed = new Set(
    COUNTS.filter((count) => !Object.hasOwn(ways, String(count))).map((count) => rules.select(count)),
  );
  return [...needed].filter((category) => !Object.hasOwn(ways, category) && (category !== 'one' || hasOne));
}

/**
 * The differences of a translation from the English message, but for its words.
 * @param {string} english @param {string} translation @param {string} language @returns {string[]} complaints
 */
export function unlike(english, translation, language) {
  if (translation.trim() === '') return ['is empty'];
  try {
    return compare(partsOf(english), partsOf(translation), language);
  } catch (error) {
    return [`is no ICU message: ${String(error)}`];
  }
}

/** @param {Parts} english @param {Parts} other @param {string} language */
function compare(english, other, language) {
  const complaints = [];
  if (listed(english.values) !== listed(other.values))
    complaints.push(`has the values ${listed(other.values)} in place of ${listed(english.values)}`);
  if (listed(english.tags) !== listed(other.tags))
    complaints.push(`has the tags ${listed(other.tags)} in place of ${listed(english.tags)}`);
  for (const [name, plurals] of other.plurals) {
    const hasOne = (english.plurals.get(name) ?? [{ one: '' }]).some((ways) => 'one' in ways || '1' in ways);
    for (const ways of plurals)
      for (const category of missingCategories(ways, hasOne, language))
        complaints.push(`lacks the plural branch ${category} of ${name}`);
  }
  for (const name of english.plurals.keys()) if (!other.plurals.has(name)) complaints.push(`has no plural of ${name}`);
  for (const [name, selects] of english.selects) {
    const [choices, others] = [selects, other.selects.get(name) ?? []].map((list) =>
      listed(new Set(list.flatMap((ways) => Object.keys(ways)))),
    );
    if (choices !== others) complaints.push(`has the choices ${others} of ${name} in place of ${choices}`);
  }
  return complaints;
}
