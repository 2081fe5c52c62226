import { AppError, type Isolation } from '@duet/service-kit';

/** After these errors the outcome is unknown or no replica answers, so a retry in parts only adds load. */
const WHOLE_BATCH_ERRORS = new Set<string>(['TIMEOUT', 'UNAVAILABLE']);

/** Retries a failed batch in halves, unless the error concerns the whole batch. */
export const isolationOf = (cause: unknown): Isolation =>
  cause instanceof AppError && WHOLE_BATCH_ERRORS.has(cause.code) ? 'none' : 'halves';
