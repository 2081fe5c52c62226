import { LIMITS } from '@duet/contracts';
import { LIST_TEMPLATES_IN } from '../lists/list-template-texts.js';
import { fillSlots } from '../stories/story-slots.js';
import { STORIES_IN } from '../stories/story-texts.js';
import { TEMPLATES_IN } from '../templates/template-texts.js';
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

describe.each(['es', 'de'] as const)('what comes with Duet in %s', (language) => {
  it('repeats no title', () => {
    for (const named of [TEMPLATES_IN[language], STORIES_IN[language], LIST_TEMPLATES_IN[language]]) {
      const titles = [...named.values()].map(({ title }) => title);
      expect(titles.filter((title, place) => titles.indexOf(title) !== place)).toEqual([]);
    }
  });

  it('has endings of stories that fit on the outside of a keepsake', () => {
    const name = 'x'.repeat(50);
    for (const { nodes } of STORIES_IN[language].values())
      for (const [id, { kind, text }] of Object.entries(nodes))
        if (kind === 'ending') {
          const { length } = fillSlots(text, { a: name, b: name, daysTogether: 36_500 }, language);
          expect([id, length <= LIMITS.capsuleDescriptionLength]).toEqual([id, true]);
        }
  });

  it('is written with real quotation marks, dashes and ellipses', () => {
    const plain: string[] = [];
    JSON.stringify(
      [TEMPLATES_IN, STORIES_IN, LIST_TEMPLATES_IN].map((all) => [...all[language].values()]),
      (_key, value: unknown) => {
        if (typeof value === 'string' && /["']|--|\.\.\./.test(value)) plain.push(value);
        return value;
      },
    );
    expect(plain).toEqual([]);
  });
});
