/** The page of one reading of a story. */
export const storyPath = (sessionId: string): string =>
  `/challenges?${new URLSearchParams({ tab: 'stories', story: sessionId }).toString()}`;
