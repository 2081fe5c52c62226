/** A tab that shows the message takes the turn at once; the others leave it this long, in milliseconds. */
const POLITENESS = 250;
/** As long as the same news may still reach another tab. */
const HELD = 5_000;

const after = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** Takes the turn for as long as others might ask. @returns whether nobody had it. */
function claim(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    void navigator.locks.request(`duet ${name}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock !== null) await after(HELD);
    });
  });
}

/**
 * Of all tabs that hear the same news only one makes a sound; none does where one shows it already.
 * @param isShown this tab shows it
 * @returns whether this tab is the one to tell of it. Without Web Locks (an insecure origin) every tab is.
 */
export async function isMyTurn(news: string, isShown: boolean): Promise<boolean> {
  if (!('locks' in navigator)) return !isShown;
  if (!isShown) await after(POLITENESS);
  return (await claim(news)) && !isShown;
}
