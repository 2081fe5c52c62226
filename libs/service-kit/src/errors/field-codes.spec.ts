import { ERRORS, FIELD_TEXTS, TEXTS, registerAccount } from '@duet/contracts';
import { ArrayMaxSize, IsInt, Length, Max, MaxLength } from 'class-validator';
import { AppError, fieldError } from './app-error.js';
import { codeOfSentence } from './field-codes.js';
import { validateInput } from './validate.js';

class Note {
  @Length(2, 40)
  title!: string;

  @MaxLength(5)
  text!: string;

  @IsInt()
  @Max(9)
  count!: number;

  @ArrayMaxSize(2)
  tags!: string[];
}

function errorsOf(input: object): AppError['errors'] {
  try {
    validateInput(Note, input);
  } catch (cause) {
    if (cause instanceof AppError) return cause.errors;
    throw cause;
  }
  return undefined;
}

describe('the code of a field’s error', () => {
  it('is the rule’s name with its values, where the rule has no sentence of its own', () => {
    expect(errorsOf({ title: 'x', text: 'too long', count: 10, tags: ['a', 'b', 'c'] })).toMatchObject([
      { field: 'title', code: 'IS_LENGTH', params: { min: 2, max: 40 } },
      { field: 'text', code: 'MAX_LENGTH', params: { max: 5 } },
      { field: 'count', code: 'MAX', params: { max: 9 } },
      { field: 'tags', code: 'ARRAY_MAX_SIZE', params: { max: 2 } },
    ]);
  });

  it('is the name of a shared sentence, whichever rule says it', () => {
    expect(() => validateInput(registerAccount.request, {})).toThrow(AppError);
    expect(codeOfSentence(TEXTS.passwordTooShort)).toBe('PASSWORD_TOO_SHORT');
    expect(fieldError('category', FIELD_TEXTS.categoryRequired).errors).toEqual([
      { field: 'category', code: 'CATEGORY_REQUIRED', message: 'Please choose a category' },
    ]);
  });

  it('is the error’s own code, where the sentence is that of an error', () => {
    const { code, errors } = fieldError('email', ERRORS.EMAIL_TAKEN.message, 'EMAIL_TAKEN');
    expect([code, errors?.[0]?.code]).toEqual(['EMAIL_TAKEN', 'EMAIL_TAKEN']);
  });

  it('belongs to one sentence of the tables', () => {
    const sentences = Object.values({ ...TEXTS, ...FIELD_TEXTS }).filter((sentence) => typeof sentence === 'string');
    expect(sentences.filter((sentence, place) => sentences.indexOf(sentence) !== place)).toEqual([]);
  });

  it('crosses the bus with the values of the whole error', () => {
    const params = { name: 'cat.png' };
    const failure = new AppError('FILE_TOO_LARGE', { params }).toFailure();
    expect(AppError.fromFailure(JSON.parse(JSON.stringify(failure)))?.params).toEqual(params);
  });
});
