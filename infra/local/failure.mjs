/** Something that the person at the terminal can act on: shown as one sentence, without a stack. */
export class Failure extends Error {}

/**
 * What to print for whatever went wrong: the sentence of a Failure, the stack of anything that nobody foresaw.
 * @param {unknown} cause
 */
export function explain(cause) {
  if (cause instanceof Failure) return cause.message;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
