import { toast } from '../ui/toast-queue.js';
import { failureOf } from './errors.js';

/** An act that failed and has no place on the screen of its own: one error toast per sentence. */
export function showFailure(error: unknown, fallback?: string): void {
  const failure = failureOf(error, fallback);
  if (!failure.silent) for (const message of failure.messages) toast.error(message);
}
