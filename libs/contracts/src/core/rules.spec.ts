import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { LoginDto, RegisterDto } from '../auth/accounts.js';
import { type Rule, confirmPasswordRule, rules } from './rules.js';
import { TEXTS } from './texts.js';

/** Field, value, and the message of both the form and the server (null: valid). */
type Row = [field: keyof RegisterDto, value: unknown, message: string | null];

const TABLE: Row[] = [
  ['firstName', undefined, TEXTS.firstNameRequired],
  ['firstName', '   ', TEXTS.firstNameRequired],
  ['firstName', 'A', TEXTS.firstNameTooShort],
  ['firstName', ' A ', TEXTS.firstNameTooShort],
  ['firstName', '😀', TEXTS.firstNameTooShort],
  ['firstName', '😀😀', null],
  ['firstName', 'مريم', null],
  ['firstName', 'שרה', null],
  ['firstName', '👩‍🚀👨‍🚀', null],
  ['firstName', '\u200b\u200b\u200b', TEXTS.firstNameRequired],
  ['firstName', '\u202e\u2066', TEXTS.firstNameRequired],
  ['firstName', 'A\u200b\u200d', TEXTS.firstNameTooShort],
  ['firstName', '\u0001\u0002', TEXTS.firstNameRequired],
  ['firstName', '\u3164\u3164', TEXTS.firstNameRequired],
  ['firstName', 'e\u0301', TEXTS.firstNameTooShort],
  ['firstName', 'x'.repeat(51), TEXTS.firstNameTooLong],
  ['lastName', '', TEXTS.lastNameRequired],
  ['lastName', 'B', TEXTS.lastNameTooShort],
  ['lastName', 'Øe', null],
  ['username', '', TEXTS.usernameRequired],
  ['username', 'ab', TEXTS.usernameTooShort],
  ['username', 'a b c', TEXTS.usernameCharacters],
  ['username', 'ünder', TEXTS.usernameCharacters],
  ['username', 'аdmin', TEXTS.usernameCharacters],
  ['username', 'ａdmin', TEXTS.usernameCharacters],
  ['username', 'admın', TEXTS.usernameCharacters],
  ['username', 'ad\u200bmin', TEXTS.usernameCharacters],
  ['username', 'nimda\u202e', TEXTS.usernameCharacters],
  ['username', '😀😀😀', TEXTS.usernameCharacters],
  ['username', 'مريم', TEXTS.usernameCharacters],
  ['username', 'a_1', null],
  ['username', 'x'.repeat(31), TEXTS.usernameTooLong],
  ['email', '', TEXTS.emailRequired],
  ['email', 'nobody', TEXTS.emailInvalid],
  ['email', 'a b@c.de', TEXTS.emailInvalid],
  ['email', `${'x'.repeat(250)}@c.de`, TEXTS.emailTooLong],
  ...['\u0001a@b.de', '<a@b.de', 'a@b.de>', 'a@b\u00adc.de', 'a@b\u200bc.de', 'a@b\ufe0fc.de'].map((spelling): Row => [
    'email',
    spelling,
    TEXTS.emailInvalid,
  ]),
  ['email', 'a@', TEXTS.emailInvalid],
  ['email', '@b', TEXTS.emailInvalid],
  ['email', 'a@b@c', TEXTS.emailInvalid],
  ['email', 'a@b', null],
  ['email', 'A@B.co', null],
  ['password', '', TEXTS.passwordRequired],
  ['password', 'Ab1', TEXTS.passwordTooShort],
  ['password', 'abcdef1', TEXTS.passwordMix],
  ['password', 'ABCDEF1', TEXTS.passwordMix],
  ['password', 'Abcdefg', TEXTS.passwordMix],
  ['password', 'Abcdef1', null],
  ['password', `Aa1${'x'.repeat(126)}`, TEXTS.passwordTooLong],
  ['confirmPassword', '', TEXTS.confirmRequired],
  ['confirmPassword', 'Other1x', TEXTS.confirmMismatch],
  ['confirmPassword', 'Abcdef1', null],
];

const VALID = { firstName: 'Ada', lastName: 'Byron', username: 'ada_b', email: 'ada@example.org', password: 'Abcdef1' };

const RULES: Record<keyof RegisterDto, Rule> = {
  ...rules,
  password: rules.newPassword,
  confirmPassword: confirmPasswordRule('Abcdef1'),
};

const serverSays = (dto: object, field: string): string | null =>
  Object.values(validateSync(dto).find((problem) => problem.property === field)?.constraints ?? {})[0] ?? null;

describe('the validation rules', () => {
  it.each(TABLE)('%s = %j has the same result in the form and on the server', (field, value, expected) => {
    expect(RULES[field](value)).toBe(expected);
    expect(serverSays(plainToInstance(RegisterDto, { ...VALID, [field]: value }), field)).toBe(expected);
  });

  it('accepts a registration without a confirmation', () => {
    expect(validateSync(plainToInstance(RegisterDto, VALID))).toEqual([]);
  });

  it.each([5, true, null, {}, ['a@b.co'], { $ne: null }])('refuses %j instead of text', (value) => {
    expect(serverSays(plainToInstance(LoginDto, { email: value, password: 'x' }), 'email')).not.toBeNull();
    expect(serverSays(plainToInstance(LoginDto, { email: 'a@b.co', password: value }), 'password')).not.toBeNull();
  });
});
