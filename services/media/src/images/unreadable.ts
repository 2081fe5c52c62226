import { open } from 'node:fs/promises';
import type { ErrorCode } from '@duet/contracts';
import { AppError, fromSystem, fromToolOutput } from '@duet/service-kit';

/**
 * Decides whether a picture library failed because of the file at `path` or because of this machine. The library reports
 * machine failures in its message or, without free descriptors, as an unknown format.
 * @throws AppError `code`, or UNAVAILABLE
 */
export async function refuseUnreadable(
  path: string,
  cause: unknown,
  code: ErrorCode = 'FILE_UNREADABLE',
): Promise<never> {
  const exhausted = fromSystem(cause) ?? fromToolOutput(cause instanceof Error ? cause.message : String(cause));
  if (exhausted) throw exhausted;
  await openOnce(path);
  throw new AppError(code, { cause });
}

async function openOnce(path: string): Promise<void> {
  try {
    await (await open(path)).close();
  } catch (cause) {
    throw fromSystem(cause) ?? cause;
  }
}

/** `refuseUnreadable` as a handler for `catch`. */
export const unreadable =
  (path: string, code?: ErrorCode) =>
  (cause: unknown): Promise<never> =>
    refuseUnreadable(path, cause, code);
