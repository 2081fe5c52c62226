import { LIBRARY } from './library.js';
import { LIBRARY_IN, textsOf } from './translations.js';

describe.each(['es', 'de'] as const)('the library in %s', (language) => {
  const questions = [...LIBRARY_IN[language].values()];

  it('has each question with its type and as many different options', () => {
    expect(questions.map(({ id, type, options }) => [id, type, new Set(options).size])).toEqual(
      LIBRARY.map(({ id, type, options }) => [id, type, options.length]),
    );
  });

  it('repeats no question', () => {
    const texts = questions.map(({ text }) => text.toLowerCase());
    expect(texts.filter((text, place) => texts.indexOf(text) !== place)).toEqual([]);
  });

  it('is as short as the English library', () => {
    expect(questions.filter(({ text }) => text.length > 140).map(({ id }) => id)).toEqual([]);
    expect(questions.flatMap(({ options }) => options.filter(({ length }) => length > 50))).toEqual([]);
  });
});

describe('the English texts in the form of a translation', () => {
  const question = { id: 'x01', category: 'fun', type: 'this_or_that', text: 'Tea or coffee?' } as const;

  it('has each question and each option by a key', () => {
    expect(textsOf([{ ...question, options: ['Tea', 'Coffee'] }])).toEqual({
      x01: 'Tea or coffee?',
      'x01.0': 'Tea',
      'x01.1': 'Coffee',
    });
  });
});
