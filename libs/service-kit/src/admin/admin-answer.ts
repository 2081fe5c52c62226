/** The fields of one thing that an operator reads. */
type AdminRecord = Readonly<Record<string, unknown>>;

/** The answer of a command: a sentence, one thing or a list. */
export type AdminAnswer = string | AdminRecord | readonly AdminRecord[];

/** A line of text as a terminal may print it: a control character becomes its JSON escape. */
const printable = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  /[\p{Cc}\p{Cf}]/u.test(text) ? JSON.stringify(text) : text;

function shown(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? printable(value) : JSON.stringify(value);
}

const lineOf = (row: AdminRecord): string =>
  Object.entries(row)
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join('  ');

/** The answer in lines for a person. */
function asText(answer: AdminAnswer): string {
  if (typeof answer === 'string') return answer;
  if (!isList(answer))
    return Object.entries(answer)
      .map(([name, value]) => `${name}: ${shown(value)}`)
      .join('\n');
  return answer.length > 0 ? answer.map(lineOf).join('\n') : 'There are none.';
}

const isList = (answer: AdminRecord | readonly AdminRecord[]): answer is readonly AdminRecord[] =>
  Array.isArray(answer);

/** @param json as JSON for a program; a sentence is the field `done` */
export function formatAnswer(answer: AdminAnswer, json: boolean): string {
  if (!json) return asText(answer);
  return JSON.stringify(typeof answer === 'string' ? { done: answer } : answer, null, 2);
}
