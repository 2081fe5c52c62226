import type { DtoClass, FieldError } from '@duet/contracts';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { AppError } from './app-error.js';
import { codeOfRule } from './field-codes.js';
import { findUnstorable } from './storable.js';
import { rememberRules } from './validation-rules.js';

rememberRules();

/** Errors of one answer. Each unknown name is an error, and a body has room for tens of thousands. */
const MOST_ERRORS = 100;

function complaints(problems: ValidationError[], path = ''): FieldError[] {
  return problems.flatMap((problem) => {
    const field = path === '' ? problem.property : `${path}.${problem.property}`;
    const [broken] = Object.entries(problem.constraints ?? {});
    const own = broken ? [{ field, ...codeOfRule(problem, ...broken), message: broken[1] }] : [];
    return [...own, ...complaints(problem.children ?? [], field)];
  });
}

/**
 * Validates untrusted input. Unknown fields, wrong types and broken rules are reported together; values are converted only
 * where the DTO says so.
 * @returns an instance of the DTO
 * @throws AppError VALIDATION_FAILED with one entry per field, 100 at most; BAD_REQUEST when the input is not an object
 */
export function validateInput<Dto extends object>(schema: DtoClass<Dto>, input: unknown): Dto {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new AppError('BAD_REQUEST');
  const unstorable = findUnstorable(input);
  if (unstorable) throw refused([unstorable]);
  const dto = plainToInstance(schema, input);
  const problems = validateSync(dto, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  if (problems.length > 0) throw refused(complaints(problems).slice(0, MOST_ERRORS));
  return dto;
}

function refused(errors: FieldError[]): AppError {
  return new AppError('VALIDATION_FAILED', { errors });
}
