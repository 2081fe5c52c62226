/** What the slots of a story stand for in one reading. */
export interface StorySlots {
  a: string;
  b: string;
  daysTogether: number | null;
}

/** The words where a name or number is not known; one day would read as "1 days". */
const days = (count: number | null): string => (count === null || count < 2 ? 'so many' : count.toLocaleString('en'));

/** Fills the slots of a story's text. Duet knows no home of the two, so every story plays in the city. */
export function fillSlots(text: string, { a, b, daysTogether }: StorySlots): string {
  const words: Record<string, string> = {
    a: a || 'one of you',
    b: b || 'the other',
    daysTogether: days(daysTogether),
    city: 'the city',
  };
  return text.replaceAll(/\{\{(\w+)\}\}/g, (slot: string, name: string) => words[name] ?? slot);
}
