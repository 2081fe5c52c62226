/** Something with a title: a challenge, a goal, a story, a wish or a list. */
export interface TitledHit {
  _id: string;
  title: string;
  /** Other words of it that match; empty where the title does. */
  text: string;
}

export interface FoundTitles {
  hits: TitledHit[];
  more: boolean;
}
