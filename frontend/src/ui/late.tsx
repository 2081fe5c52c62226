import { type ComponentType, type ReactNode, Suspense, createElement, use, useState } from 'react';

/** The loads that nobody has asked for yet; null once the page is quiet, from when on each begins at once. */
let waiting: (() => Promise<unknown>)[] | null = [];

/** Loads the late components of this page, and of each later one with it. A failed load is repeated when its component is mounted. */
export async function loadLateComponents(): Promise<void> {
  const loads = waiting ?? [];
  waiting = null;
  await Promise.allSettled(loads.map((load) => load()));
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
  if (waiting) waiting.push(begin);
  else begin().catch(() => undefined);
  const Waiting = ({ coming, props }: { coming: Promise<ComponentType<Props>>; props: Props }) =>
    createElement(use(coming), props);
  return function Late(props: Props) {
    // A component that had to wait stays where it is: another place in the tree would lose what somebody has typed. It
    // waits for one load: a failed one reaches the error boundary, and the next mount tries again.
    const [coming] = useState(() => (Loaded === null ? begin() : null));
    if (coming === null) return Loaded && <Loaded {...props} />;
    return (
      <Suspense fallback={typeof fallback === 'function' ? createElement(fallback, props) : fallback}>
        <Waiting coming={coming} props={props} />
      </Suspense>
    );
  };
}
