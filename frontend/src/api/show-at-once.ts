import { callSession } from './call-session.js';

interface Shown<Change> {
  change: Change;
  /** The server has it. It stays until the earlier ones are answered, because it goes over them. */
  isStored: boolean;
  /** Another change was under way: the answer may lack it. */
  isMixed: boolean;
}

/** The cached answer in which changes are shown. */
interface Place<State> {
  /** Undefined while nothing is loaded. */
  read: () => State | undefined;
  write: (state: State) => void;
}

type ShowChange<State, Change> = (place: Place<State>, change: Change, answer: Promise<Change>) => Promise<void>;

/**
 * Shows changes of one answer before the server has them. The server's state is kept apart, and the changes are merged into it
 * in the order of their presses: one that fails takes back its own fields alone, and none that was changed again.
 * @returns a function that shows a change; `answer` is what the server made of it
 */
export function showAtOnce<State, Change>(merge: (state: State, change: Change) => State): ShowChange<State, Change> {
  let changes: Shown<Change>[] = [];
  let owner: string | null = null;
  let known: State;
  let shown: State | undefined;

  function show({ read, write }: Place<State>): void {
    const firstOpen = changes.findIndex(({ isStored }) => !isStored);
    const settled = firstOpen === -1 ? changes : changes.slice(0, firstOpen);
    changes = changes.slice(settled.length);
    const current = read();
    if (current === undefined) return;
    // The server has answered a query meanwhile.
    if (current !== shown) known = current;
    const over = (state: State, { change }: Shown<Change>): State => merge(state, change);
    known = settled.reduce(over, known);
    write(changes.reduce(over, known));
    shown = read();
  }

  return async (place, change, answer) => {
    const userId = callSession().userId();
    if (owner !== userId) changes = [];
    owner = userId;
    const own = { change, isStored: false, isMixed: false };
    changes.push(own);
    if (changes.length > 1) for (const one of changes) one.isMixed = true;
    show(place);
    const stored = await answer.then(
      (made) => ({ made }),
      () => null,
    );
    if (callSession().userId() !== userId || !changes.includes(own)) return;
    own.isStored = stored !== null;
    if (!stored) changes = changes.filter((one) => one !== own);
    else if (!own.isMixed) own.change = stored.made;
    show(place);
  };
}
