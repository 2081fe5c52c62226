import { inEachLanguage, translationProblems } from './translation.js';

const ENGLISH = { walk: { title: 'Walk with {{a}}', steps: ['Go', 'Come back'] } };

describe('the check of a translation', () => {
  it.each<[string, unknown, string]>([
    ['an entry', {}, 'walk has another form'],
    ['a text', { walk: { steps: ['Geh', 'Komm'] } }, 'walk.title has no text'],
    ['an empty text', { walk: { title: 'Mit {{a}}', steps: ['Geh', ' '] } }, 'walk.steps.1 has no text'],
    ['a step', { walk: { title: 'Mit {{a}}', steps: ['Geh'] } }, 'walk.steps.1 has no text'],
    [
      'a slot',
      { walk: { title: 'Mit {{b}}', steps: ['Geh', 'Komm'] } },
      'walk.title has the slots {{b}} in place of {{a}}',
    ],
    [
      'what English lacks',
      { walk: { title: 'Mit {{a}}', steps: ['Geh', 'Komm', 'Steh'] } },
      'walk.steps.2 is not in English',
    ],
  ])('finds %s', (_what, translated, problem) => {
    expect(translationProblems(ENGLISH, translated)).toContain(problem);
    const translations = { es: ENGLISH, de: translated };
    const make = () =>
      inEachLanguage(
        ENGLISH,
        translations,
        (texts) => texts,
        (_data, texts) => texts,
      );
    expect(make).toThrow(`de.${problem}`);
  });

  it('accepts the same form, with slots in any order and number', () => {
    const german = { walk: { title: '{{a}} und {{a}}', steps: ['Geh', 'Komm'] } };
    expect(translationProblems(ENGLISH, german)).toEqual([]);
  });
});
