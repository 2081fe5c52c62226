import { failureOf } from './errors.js';

/**
 * Shows the messages of a failed submit beside their fields.
 * @param refuse shows messages by field and returns the names that the form does not have
 * @returns the messages for the banner above the form
 */
export function formFailure(
  error: unknown,
  fallback: string,
  refuse: (fields: Readonly<Record<string, string>>) => string[],
): string[] {
  const failure = failureOf(error, fallback);
  if (failure.silent) return [];
  if (Object.keys(failure.fields).length === 0) return failure.messages;
  return refuse(failure.fields).flatMap((name) => failure.fields[name] ?? []);
}
