import {
  ERRORS,
  type ErrorCode,
  type ErrorParams,
  type FieldError,
  type RpcFailure,
  isErrorCode,
} from '@duet/contracts';
import { type FieldSentence, codeOfSentence } from './field-codes.js';

interface Details {
  message?: string;
  params?: ErrorParams;
  errors?: FieldError[];
  retryAfter?: number;
  current?: unknown;
  cause?: unknown;
}

/** An expected failure: a stable code, to which `ERRORS` in contracts assigns status and message. */
export class AppError extends Error {
  /** The values in the message. */
  readonly params: ErrorParams | undefined;
  readonly errors: FieldError[] | undefined;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined;
  /** The current state, for a change that was made on an older version. */
  readonly current: unknown;

  constructor(
    readonly code: ErrorCode,
    details: Details = {},
  ) {
    super(details.message ?? ERRORS[code].message, { cause: details.cause });
    this.name = 'AppError';
    this.params = details.params;
    this.errors = details.errors;
    this.retryAfter = details.retryAfter;
    this.current = details.current;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** The failure as it crosses the bus. */
  toFailure(): RpcFailure {
    return {
      code: this.code,
      message: this.message,
      ...(this.params && { params: this.params }),
      ...(this.errors && { errors: this.errors }),
      ...(this.retryAfter !== undefined && { retryAfter: this.retryAfter }),
      ...(this.current !== undefined && { current: this.current }),
    };
  }

  /** Reads a failure from the bus. @returns null when the value is not a failure with a known code */
  static fromFailure(value: unknown): AppError | null {
    if (typeof value !== 'object' || value === null || !('code' in value) || !isErrorCode(value.code)) return null;
    const failure = value as RpcFailure;
    return new AppError(failure.code, failure);
  }
}

/** Creates the error of one field of a form. */
export const fieldError = (field: string, message: FieldSentence, code: ErrorCode = 'VALIDATION_FAILED'): AppError =>
  new AppError(code, { message, errors: [{ field, code: codeOfSentence(message) ?? code, message }] });
