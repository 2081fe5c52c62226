/** The page of one reading of a story. */
export const storyPath = (readingId: string): string =>
  `/challenges?${new URLSearchParams({ tab: 'stories', story: readingId }).toString()}`;
