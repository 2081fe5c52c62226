import type { DtoClass, FieldError } from '@duet/contracts';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { AppError } from './app-error.js';

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** PostgreSQL cannot store NUL, and half a surrogate pair is not text. */
const isStorable = (value: unknown): boolean => typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());

function complaints(problems: ValidationError[], path = ''): FieldError[] {
  return problems.flatMap((problem) => {
    const field = path === '' ? problem.property : `${path}.${problem.property}`;
    const message = Object.values(problem.constraints ?? {})[0];
    return [...(message === undefined ? [] : [{ field, message }]), ...complaints(problem.children ?? [], field)];
  });
}

/**
 * Turns anything into a valid DTO. Unknown fields, wrong types and broken rules are refused together; nothing is
 * coerced unless the DTO says so.
 * @throws AppError VALIDATION_FAILED with one entry per field.
 */
export function validateInput<Dto extends object>(schema: DtoClass<Dto>, input: unknown): Dto {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new AppError('BAD_REQUEST');
  const odd = Object.entries(input).find(([name, value]) => FORBIDDEN.has(name) || !isStorable(value));
  if (odd) throw refused([{ field: odd[0], message: `${odd[0]} contains characters that cannot be stored` }]);
  const dto = plainToInstance(schema, input);
  const problems = validateSync(dto, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  if (problems.length > 0) throw refused(complaints(problems));
  return dto;
}

function refused(errors: FieldError[]): AppError {
  return new AppError('VALIDATION_FAILED', { errors });
}
