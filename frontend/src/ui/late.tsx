import { type ComponentType, type ReactNode, Suspense, createElement, use, useState } from 'react';

/** The loads that nobody has asked for yet. */
const waiting: (() => Promise<unknown>)[] = [];
/** Resolves when the page has time for one of them; null until the page is there. */
let nextTurn: (() => Promise<void>) | null = null;
let loading: Promise<void> | null = null;

async function loadInTurn(turn: () => Promise<void>): Promise<void> {
  for (let load = waiting.shift(); load; load = waiting.shift()) {
    await turn();
    await load().catch(() => undefined);
  }
  loading = null;
}

/**
 * Loads the late components of this page, and of each later one with it, one after another: to evaluate all of them takes as
 * long as the start of a page. A failed load is repeated when its component is rendered.
 * @param turn resolves when the page has time for one more
 */
export async function loadLateComponents(turn: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  nextTurn = turn;
  await (loading ??= loadInTurn(turn));
}

/**
 * A component of what a press opens: its code loads after the page, or with its first use, during which `fallback` is shown:
 * a node, or a component that takes the same props.
 * Once loaded it renders at once, other than a component of React's `lazy`.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: Exclude<ReactNode, string> | ComponentType<Props> = null,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  const begin = (): Promise<ComponentType<Props>> => {
    loading ??= load().then(
      (component) => (Loaded = component),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  waiting.push(begin);
  if (nextTurn) void loadLateComponents(nextTurn);
  const Waiting = (props: Props) => createElement(use(begin()), props);
  return function Late(props: Props) {
    // A component that had to wait stays where it is: another place in the tree would lose what somebody has typed.
    const [isThere] = useState(Loaded !== null);
    if (isThere && Loaded) return <Loaded {...props} />;
    return (
      <Suspense fallback={typeof fallback === 'function' ? createElement(fallback, props) : fallback}>
        <Waiting {...props} />
      </Suspense>
    );
  };
}
