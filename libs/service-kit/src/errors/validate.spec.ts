import * as contracts from '@duet/contracts';
import { type DtoClass, RegisterDto } from '@duet/contracts';
import { IsInt, IsString, getMetadataStorage } from 'class-validator';
import { AppError } from './app-error.js';
import { findUnstorable } from './storable.js';
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

  const names = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => [`x${place}`, 1]));

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

  it('refuses an object with more than a hundred names, and names the first one beyond', () => {
    expect(refusalOf(names(24_000)).errors).toEqual([
      { field: 'x100', code: 'TOO_MANY', message: 'x100 exceeds the number of entries' },
    ]);
    expect(refusalOf(names(100)).errors?.[0]?.field).toBe('x0');
  });

  it.each<[string, unknown]>([
    ['names', names(101)],
    ['names in a list', [names(101)]],
    ['entries', Array.from({ length: 1_001 }, () => 'Ada')],
  ])('refuses a field with too many %s', (_what, firstName) => {
    expect(refusalOf({ ...VALID, firstName }).errors).toMatchObject([{ field: 'firstName', code: 'TOO_MANY' }]);
  });

  it('answers with a hundred errors at most', () => {
    expect(refusalOf({ ...VALID, ...names(90) }).errors).toHaveLength(90);
    expect(refusalOf(names(99)).errors).toHaveLength(100);
  });

  it('has room for every list and object of the contracts', () => {
    const rules = Object.values(contracts)
      .flatMap((value: unknown) => [value, typeof value === 'object' && value ? Reflect.get(value, 'request') : null])
      .filter((schema) => typeof schema === 'function')
      .map((schema) => getMetadataStorage().getTargetValidationMetadatas(schema, '', false, false));
    const lengths = rules.flat().flatMap(({ name, constraints }) => (name === 'arrayMaxSize' ? constraints : []));
    const widths = rules.map((own) => new Set(own.map(({ propertyName }) => propertyName)).size);
    const longest = Array.from({ length: Math.max(...lengths) }, () => 1);
    expect([longest.length, Math.max(...widths)].every((size) => size > 10)).toBe(true);
    expect(findUnstorable({ longest, widest: names(Math.max(...widths)) })).toBeNull();
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
