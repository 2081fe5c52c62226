/** What has a place on the page right now, by its id: news of it shows there, and needs no toast besides. */
const shown = new Map<string, number>();

export const isInView = (id: string): boolean => shown.has(id) && document.visibilityState === 'visible';

/** @returns what takes it out again */
export function putInView(id: string): () => void {
  shown.set(id, (shown.get(id) ?? 0) + 1);
  return () => {
    const left = (shown.get(id) ?? 1) - 1;
    if (left > 0) shown.set(id, left);
    else shown.delete(id);
  };
}
