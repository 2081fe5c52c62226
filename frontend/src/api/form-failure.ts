import { failureOf } from './errors.js';

/**
 * Puts a failed submit where it belongs: complaints about fields beside them (`refuse` says which found none), the
 * rest returned for the banner above the form.
 */
export function formFailure(error: unknown, fallback: string, refuse: (fields: Readonly<Record<string, string>>) => string[]): string[] {
  const failure = failureOf(error, fallback);
  if (failure.silent) return [];
  if (Object.keys(failure.fields).length === 0) return failure.messages;
  return refuse(failure.fields).flatMap((name) => failure.fields[name] ?? []);
}
