import { ERRORS, type ErrorCode, type FieldError, type RpcFailure, isErrorCode } from '@duet/contracts';

interface Details {
  message?: string;
  errors?: FieldError[];
  retryAfter?: number;
  current?: unknown;
  cause?: unknown;
}

/** The one way to refuse: a stable code, turned into status and sentence by the table in contracts. */
export class AppError extends Error {
  readonly errors: FieldError[] | undefined;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined;
  /** What a stale change met instead of what it was made on. */
  readonly current: unknown;

  constructor(
    readonly code: ErrorCode,
    details: Details = {},
  ) {
    super(details.message ?? ERRORS[code].message, { cause: details.cause });
    this.name = 'AppError';
    this.errors = details.errors;
    this.retryAfter = details.retryAfter;
    this.current = details.current;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** The shape that crosses the bus. */
  toFailure(): RpcFailure {
    return {
      code: this.code,
      message: this.message,
      ...(this.errors && { errors: this.errors }),
      ...(this.retryAfter !== undefined && { retryAfter: this.retryAfter }),
      ...(this.current !== undefined && { current: this.current }),
    };
  }

  /** Reads what came over the bus; null when it is not one of ours. */
  static fromFailure(value: unknown): AppError | null {
    if (typeof value !== 'object' || value === null || !('code' in value) || !isErrorCode(value.code)) return null;
    const failure = value as RpcFailure;
    return new AppError(failure.code, failure);
  }
}

/** One field's refusal. */
export const fieldError = (field: string, message: string, code: ErrorCode = 'VALIDATION_FAILED'): AppError =>
  new AppError(code, { message, errors: [{ field, message }] });
