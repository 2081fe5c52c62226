/** The page of a list. */
export const listPath = (listId: string): string =>
  `/challenges?${new URLSearchParams({ tab: 'lists', list: listId }).toString()}`;
