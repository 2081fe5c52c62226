import { LIMITS } from '@duet/contracts';
import { LIST_TEMPLATES_IN } from '../src/lists/list-template-texts.js';
import { fillSlots } from '../src/stories/story-slots.js';
import { STORIES_IN } from '../src/stories/story-texts.js';
import { TEMPLATES_IN } from '../src/templates/template-texts.js';

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
