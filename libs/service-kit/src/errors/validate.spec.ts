import { RegisterDto } from '@duet/contracts';
import { AppError } from './app-error.js';
import { validateInput } from './validate.js';

const VALID = { firstName: ' Ada ', lastName: 'Byron', username: 'ada_b', email: 'ada@example.org', password: 'Abcdef1' };

function refusalOf(input: unknown): AppError {
  try {
    validateInput(RegisterDto, input);
  } catch (cause) {
    if (cause instanceof AppError) return cause;
    throw cause;
  }
  throw new Error('was accepted');
}

describe('validateInput', () => {
  it('hands out a trimmed instance of the DTO', () => {
    const dto = validateInput(RegisterDto, VALID);
    expect(dto).toBeInstanceOf(RegisterDto);
    expect(dto.firstName).toBe('Ada');
  });

  it('names every broken field once', () => {
    const refusal = refusalOf({ ...VALID, firstName: '', email: 'x' });
    expect(refusal.code).toBe('VALIDATION_FAILED');
    expect(refusal.errors).toEqual([
      { field: 'firstName', message: 'First name is required' },
      { field: 'email', message: 'Please enter a valid email' },
    ]);
  });

  it.each(['isAdmin', 'id', 'emailVerified', '_id'])('refuses the unknown field %s', (field) => {
    expect(refusalOf({ ...VALID, [field]: true }).errors?.[0]?.field).toBe(field);
  });

  it('refuses a polluted prototype', () => {
    expect(refusalOf(JSON.parse(`{"__proto__": {"isAdmin": true}, "email": "a@b.co"}`)).code).toBe('VALIDATION_FAILED');
  });

  it.each(['a\0b', 'a\ud800'])('refuses text that no database can hold', (firstName) => {
    expect(refusalOf({ ...VALID, firstName }).errors?.[0]?.field).toBe('firstName');
  });

  it.each([null, undefined, 'text', 7, [VALID]])('refuses %j as a whole', (input) => {
    expect(refusalOf(input).code).toBe('BAD_REQUEST');
  });
});
