import type { ErrorCode } from '@duet/contracts/plain';
import * as v from 'valibot';

/**
 * A code in an answer or in a stored row. It may be one that only a newer build knows: the list of all codes loads with their
 * sentences, later than the code that reads this.
 */
export const errorCode = v.custom<ErrorCode>((value) => typeof value === 'string' && /^[A-Z_]+$/.test(value));
