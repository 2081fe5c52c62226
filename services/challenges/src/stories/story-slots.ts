import type { TextLanguage } from '@duet/contracts';

/** The values of a story's slots in one reading. */
export interface StorySlots {
  a: string;
  b: string;
  daysTogether: number | null;
}

interface SlotWords {
  a: string;
  b: string;
  /** In place of a number that is not known; one day would read as “1 days”. */
  days: string;
  /** Duet knows no home of the two. */
  city: string;
}

const WORDS: Record<TextLanguage, SlotWords> = {
  en: { a: 'one of you', b: 'the other', days: 'so many', city: 'the city' },
  es: { a: 'alguien de ustedes', b: 'la otra persona', days: 'tantos', city: 'la ciudad' },
  // German texts have the city in the nominative or accusative alone.
  de: { a: 'eins von euch', b: 'das andere', days: 'so viele', city: 'die Stadt' },
};

/** Fills the slots of a story's text in this language. */
export function fillSlots(text: string, { a, b, daysTogether }: StorySlots, language: TextLanguage): string {
  const words = WORDS[language];
  const isCount = daysTogether !== null && daysTogether > 1;
  const filled: Record<string, string> = {
    a: a || words.a,
    b: b || words.b,
    daysTogether: isCount ? daysTogether.toLocaleString(language) : words.days,
    city: words.city,
  };
  return text.replaceAll(/\{\{(\w+)\}\}/g, (slot: string, name: string) => filled[name] ?? slot);
}
