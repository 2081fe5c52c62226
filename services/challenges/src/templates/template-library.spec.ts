import { CHALLENGE_CATEGORIES, type TemplateData } from '@duet/contracts';
import { TEMPLATES } from './template-library.js';

const templates = [...TEMPLATES.values()];

const wordsOf = ({ title, description, steps }: TemplateData): string =>
  [title, description, ...steps.flatMap((step) => [step.title, step.description ?? ''])].join('\n');

/** Words that assume a sex, a religion, an event of life, possessions, or a home in common. */
const ASSUMED =
  /\b(he|she|his|her|hers|him|husband|wife|boyfriend|girlfriend|man|woman|men|women|bride|groom|god|church|pray|prayer|christmas|easter|wine|beer|car|drive|buy|pay|rent|kids|our (children|home|house|flat|bed|kitchen)|wedding anniversary)\b/i;

/** The product neither blames nor compares the two. */
const BLAMED = /\b(failed?|must not|never forget|your fault|loser|penalty|punish\w*)\b/i;

describe('the templates that come with Duet', () => {
  it('are many in each category, under ids of their category', () => {
    for (const category of CHALLENGE_CATEGORIES) {
      const own = templates.filter((template) => template.category === category);
      expect([category, own.length >= 10]).toEqual([category, true]);
      for (const { id } of own) expect([id, id.startsWith(`${category}-`)]).toEqual([id, true]);
    }
    expect(templates.length).toBeGreaterThanOrEqual(60);
  });

  it('never repeat a title, or a step within one', () => {
    const titles = templates.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    for (const { id, steps } of templates)
      expect([id, new Set(steps.map(({ title }) => title)).size]).toEqual([id, steps.length]);
  });

  it('assume nothing about the couple and contain no blame', () => {
    const found = templates.flatMap((template) => {
      const words = wordsOf(template);
      return [ASSUMED, BLAMED].flatMap((rule) => {
        const word = rule.exec(words)?.[0];
        return word === undefined ? [] : [`${template.id}: ${word}`];
      });
    });
    expect(found).toEqual([]);
  });

  it('can be done from two places if they are marked so', () => {
    for (const { id, category, distanceOk } of templates)
      if (category === 'apart') expect([id, distanceOk]).toEqual([id, true]);
  });

  it('differ in length, from one step of ten minutes to a week that opens day by day', () => {
    expect(templates.filter(({ minutes, steps }) => minutes <= 10 && steps.length === 1).length).toBeGreaterThanOrEqual(
      2,
    );
    const week = templates.filter(({ steps }) => steps.some(({ opensAt }) => opensAt === 7));
    expect(week.length).toBeGreaterThanOrEqual(6);
    for (const { id, steps } of week) {
      const days = steps.map(({ opensAt }) => opensAt ?? 1);
      expect([id, days]).toEqual([id, days.toSorted((a, b) => a - b)]);
    }
  });

  it('ask for a picture or a voice only where words can stand in', () => {
    for (const { id, steps } of templates)
      for (const { type, proof, title, description = '' } of steps)
        if (proof === 'photo' || proof === 'voice') {
          expect([id, type]).toEqual([id, proof]);
          if (steps[0]?.title === title) expect(`${id}: ${title} ${description}`).toMatch(/\b(words|sentence|line)\b/i);
        }
  });

  it('are written with real quotation marks and dashes', () => {
    for (const template of templates) expect(wordsOf(template)).not.toMatch(/["']|--|\.\.\./);
  });
});
