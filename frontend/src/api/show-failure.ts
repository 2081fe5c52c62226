import { createEvents } from '../observable/observable.js';
import { failureOf } from './errors.js';

/** Sentences about failed calls that no component shows. The app shows them as toasts. */
export const failureSentences = createEvents<string>();

/** Shows a failed call, one toast per sentence. */
export function showFailure(error: unknown, fallback?: string): void {
  const failure = failureOf(error, fallback);
  if (!failure.silent) for (const message of failure.messages) failureSentences.emit(message);
}
