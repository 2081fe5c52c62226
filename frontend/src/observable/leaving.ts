type Work = () => Promise<unknown>;

const works = new Set<Work>();

/** The work that needs the user's session, and so comes before their sign-out. */
export const leaving = {
  /** @returns a function that removes the work again */
  add(work: Work): () => void {
    works.add(work);
    return () => void works.delete(work);
  },
  /** Never rejects. */
  finish: (): Promise<unknown> => Promise.allSettled([...works].map((work) => work())),
};
