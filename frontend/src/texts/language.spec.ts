import { ERRORS, TEXTS } from '@duet/contracts/plain';
import { en } from './en/index.js';
import { listOf, notificationText, pageLanguage, said, speak, t } from './index.js';
import { chooseLanguage } from './language.js';
import { loadLanguage } from './load-language.js';

describe('the language of a page', () => {
  it.each([
    ['the chosen one first', ['es', 'de-AT', 'en'], 'es'],
    ['the browser’s without a choice', [null, 'de-AT', 'en'], 'de'],
    ['the next one for a language without texts', ['fr', 'pt-BR', 'es-MX', 'de'], 'es'],
    ['English where none has texts', ['fr', 'est-EE'], 'en'],
    ['English without any', [null], 'en'],
    ['English for what is no language', ['', '-', 'constructor'], 'en'],
  ])('is %s', (_what, wanted, language) => {
    expect(chooseLanguage(wanted)).toBe(language);
  });
});

describe('texts', () => {
  afterAll(() => speak('en', en, null));

  it('are English from the beginning', () => {
    expect([pageLanguage(), t('common.signIn'), listOf(['a', 'b', 'c'])]).toEqual(['en', 'Sign In', 'a, b, and c']);
    expect(said(TEXTS.emailRequired)).toBe('Email is required');
    expect(notificationText({ message: 'A sentence', words: { kind: 'unlinked', name: 'Mira' } })).toBe('A sentence');
  });

  it.each([
    ['de', 'Anmelden', 'a, b und c', ['Heute', 'Morgen', 'In 2 Tagen'], ['1 Jahr zusammen', '2 Jahre zusammen']],
    ['es', 'Iniciar sesión', 'a, b y c', ['Hoy', 'Mañana', 'En 2 días'], ['1 año de pareja', '2 años de pareja']],
  ] as const)('are written in %s with its plurals and lists', async (language, signIn, list, days, years) => {
    await loadLanguage(language);
    expect([pageLanguage(), t('common.signIn'), listOf(['a', 'b', 'c'])]).toEqual([language, signIn, list]);
    expect([0, 1, 2].map((count) => t('dates.daysUntil', { days: count }))).toEqual(days);
    expect([1, 2].map((count) => t('dates.together', { kind: 'years', count }))).toEqual(years);
  });

  it('translate sentences of rules and errors, an unknown one by its code', async () => {
    await loadLanguage('de');
    expect(said(TEXTS.passwordTooShort)).toBe('Das Passwort braucht mindestens 6 Zeichen');
    expect(said(ERRORS.EMAIL_TAKEN.message, 'EMAIL_TAKEN')).toBe('Zu dieser E-Mail-Adresse gibt es schon ein Konto');
    expect(said(TEXTS.fileTooLarge('a.pdf'), 'FILE_TOO_LARGE')).toBe(
      'Diese Datei ist zu groß. Höchstens 10 MB sind möglich.',
    );
    expect(said('A sentence of a newer build', 'NEWER')).toBe('A sentence of a newer build');
    expect(said('constructor')).toBe('constructor');
  });

  it('write notices from their kind and values', async () => {
    await loadLanguage('de');
    const message = 'The sentence of the server';
    const name = '{name} $& Mira';
    expect(notificationText({ message, words: { kind: 'story_waiting', name } })).toContain(name);
    expect(notificationText({ message, words: { kind: 'unlinked', name: null } })).toMatch(/Gelöscht/);
    const reminder = { kind: 'date_reminder', name: null } as const;
    expect(notificationText({ message, words: { ...reminder, reminder: { title: 'Rom', daysBefore: 1 } } })).toBe(
      'Morgen: Rom',
    );
    expect(notificationText({ message, words: { ...reminder, reminder: { milestone: 'days', count: 100 } } })).toBe(
      'Heute: 100 Tage zusammen',
    );
    expect(notificationText({ message })).toBe(message);
    expect(
      notificationText(JSON.parse(`{ "message": "${message}", "words": { "kind": "newer", "name": null } }`)),
    ).toBe(message);
  });
});
