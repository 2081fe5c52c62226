/** A tab without the user's attention waits this long before it claims, in milliseconds: the tab in use comes first. */
const POLITENESS = 250;
/** How long a claim lasts, in milliseconds: other tabs may receive the same news this much later. */
const CLAIM_LASTS = 5_000;

const after = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** Claims a name for `HELD`. @returns false if another tab has claimed it */
function claim(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    void navigator.locks.request(`duet ${name}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock !== null) await after(CLAIM_LASTS);
    });
  });
}

/**
 * Of all tabs that receive the same news, only one alerts the user.
 * @param news the id of the news
 * @param isFirst whether this tab has the user's attention, and claims without a pause
 * @returns whether this tab alerts the user. Without Web Locks (an insecure origin) every tab does.
 */
export async function claimNews(news: string, isFirst: boolean): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  if (!isFirst) await after(POLITENESS);
  return claim(news);
}
