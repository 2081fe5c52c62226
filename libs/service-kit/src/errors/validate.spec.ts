import { type DtoClass, RegisterDto } from '@duet/contracts';
import { IsInt, IsString } from 'class-validator';
import { AppError } from './app-error.js';
import { validateInput } from './validate.js';

const VALID = {
  firstName: ' Ada ',
  lastName: 'Byron',
  username: 'ada_b',
  email: 'ada@example.org',
  password: 'Abcdef1',
};

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
  it('returns a trimmed instance of the DTO', () => {
    const dto = validateInput(RegisterDto, VALID);
    expect(dto).toBeInstanceOf(RegisterDto);
    expect(dto.firstName).toBe('Ada');
  });

  it('names every invalid field once', () => {
    const refusal = refusalOf({ ...VALID, firstName: '', email: 'x' });
    expect(refusal.code).toBe('VALIDATION_FAILED');
    expect(refusal.errors).toEqual([
      { field: 'firstName', code: 'FIRST_NAME_REQUIRED', message: 'First name is required' },
      { field: 'email', code: 'EMAIL_INVALID', message: 'Please enter a valid email' },
    ]);
  });

  it.each(['isAdmin', 'id', 'emailVerified', '_id'])('refuses the unknown field %s', (field) => {
    expect(refusalOf({ ...VALID, [field]: true }).errors?.[0]?.field).toBe(field);
  });

  it('refuses a polluted prototype', () => {
    expect(refusalOf(JSON.parse(`{"__proto__": {"isAdmin": true}, "email": "a@b.co"}`)).code).toBe('VALIDATION_FAILED');
  });

  it.each(['a\0b', 'a\ud800'])('refuses text that PostgreSQL cannot store', (firstName) => {
    expect(refusalOf({ ...VALID, firstName }).errors?.[0]?.field).toBe('firstName');
  });

  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

  it.each<[string, unknown]>([
    ['NUL in a list', { firstName: ['a', 'b\0'] }],
    ['NUL in an object in a list', { firstName: [{ first: 'a\0' }] }],
    ['NUL in a name', { firstName: { 'a\0': 1 } }],
    ['a lone surrogate in a list', { firstName: { first: ['\ud800'] } }],
    ['thirty thousand levels', { firstName: nested(30_000) }],
    ['thirty thousand levels of objects', { firstName: JSON.parse('{"a":'.repeat(30_000) + '1' + '}'.repeat(30_000)) }],
    ['a constructor', { firstName: { constructor: 'Object' } }],
    ['a prototype in a nested object', { firstName: { first: JSON.parse('{"__proto__": {"isAdmin": true}}') } }],
    ['bytes', { firstName: Buffer.from('Ada') }],
  ])('refuses %s and names its field', (_what, input) => {
    const { code, errors } = refusalOf({ ...VALID, ...(input as object) });
    expect(code).toBe('VALIDATION_FAILED');
    expect(errors?.map(({ field }) => field)).toEqual(['firstName']);
  });

  it('applies inherited rules again and again, and only those of the class', () => {
    class Named {
      @IsString()
      name!: string;
    }
    class Aged extends Named {
      @IsInt()
      age!: number;
    }
    const fieldsOf = (schema: DtoClass<object>, input: object): string[] => {
      try {
        validateInput(schema, input);
        return [];
      } catch (cause) {
        return cause instanceof AppError ? (cause.errors ?? []).map(({ field }) => field) : ['?'];
      }
    };
    for (let round = 0; round < 2; round += 1) {
      expect(fieldsOf(Aged, { name: 1, age: 'x' }).toSorted()).toEqual(['age', 'name']);
      expect(fieldsOf(Named, { name: 'Ada', age: 7 })).toEqual(['age']);
      expect(fieldsOf(Aged, { name: 'Ada', age: 7 })).toEqual([]);
    }
  });

  it.each([null, undefined, 'text', 7, [VALID]])('refuses %j as a whole', (input) => {
    expect(refusalOf(input).code).toBe('BAD_REQUEST');
  });
});
