/** How often each item is on the screen, by id. News about a visible item needs no toast. */
const shown = new Map<string, number>();

export const isInView = (id: string): boolean => shown.has(id) && document.visibilityState === 'visible';

/** Marks an item as visible. @returns a function that ends that */
export function putInView(id: string): () => void {
  shown.set(id, (shown.get(id) ?? 0) + 1);
  return () => {
    const left = (shown.get(id) ?? 1) - 1;
    if (left > 0) shown.set(id, left);
    else shown.delete(id);
  };
}
