import * as v from 'valibot';

/** Insecure origins have no such class, and no keys. */
const isKey = (value: unknown): value is CryptoKey => typeof CryptoKey === 'function' && value instanceof CryptoKey;

const question = v.object({ ask: v.string() });
const answer = v.object({ salt: v.string(), key: v.custom<CryptoKey>(isKey) });

/** A key belongs to one PIN, which its salt names. */
type HeldKey = v.InferOutput<typeof answer>;

/**
 * The key that only the PIN yields, in memory alone. A tab that was opened beside an unlocked one gets it from there: the
 * browser passes the key between pages of Duet without ever showing its bytes.
 * @param got called when another tab has given the key
 */
export function createLockKey(got: () => void) {
  let held: HeldKey | null = null;
  let asked: string | null = null;
  let tabs: BroadcastChannel | null = null;

  const heard = ({ data }: MessageEvent<unknown>): void => {
    if (v.is(question, data)) {
      if (held?.salt === data.ask) tabs?.postMessage(held);
    } else if (v.is(answer, data) && data.salt === asked) {
      held = data;
      asked = null;
      got();
    }
  };

  function openTabs(): BroadcastChannel {
    if (tabs) return tabs;
    tabs = new BroadcastChannel('duet-app-lock-key');
    tabs.onmessage = heard;
    return tabs;
  }

  return {
    of: (salt: string): CryptoKey | null => (held?.salt === salt ? held.key : null),

    hold(salt: string, key: CryptoKey): void {
      held = { salt, key };
      openTabs();
    },

    /** Duet is locked, or has no PIN any more. */
    drop(): void {
      held = null;
      asked = null;
      tabs?.close();
      tabs = null;
    },

    /** Asks the other tabs, once. */
    ask(salt: string): void {
      if (asked === salt || held?.salt === salt) return;
      asked = salt;
      openTabs().postMessage({ ask: salt });
    },
  };
}
