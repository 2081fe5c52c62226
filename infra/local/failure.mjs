/** An error that the person at the terminal can act on. It is printed as one sentence, without a stack. */
export class Failure extends Error {}

/**
 * The text to print for an error: the sentence of a Failure, the stack of any other error.
 * @param {unknown} cause
 */
export function explain(cause) {
  if (cause instanceof Failure) return cause.message;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
