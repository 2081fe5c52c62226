import {
  type ComponentType,
  type ReactNode,
  createElement,
  useEffect,
  useEffectEvent,
  useReducer,
  useState,
} from 'react';
import { t } from '../texts/index.js';
import { toast } from './toast-queue.js';

/** The loads that nobody has asked for yet; null once the page is quiet, from when on each begins at once. */
let waiting: (() => Promise<unknown>)[] | null = [];

/** Loads the late components of this page, and of each later one with it. A failed load is repeated when its component is mounted or opened. */
export async function loadLateComponents(): Promise<void> {
  const loads = waiting ?? [];
  waiting = null;
  await Promise.allSettled(loads.map((load) => load()));
}

/** The page's answer to a component that did not load: `'throw'` leaves it to the error boundary. */
type Missed<Props> = 'throw' | ((props: Props) => void);

/**
 * Says that something did not load. Some browsers remember the failure, so that only a new page helps; without a
 * connection the new page would lack it too.
 */
export function sayMissing(): void {
  if (!navigator.onLine) return void toast.error(t('common.notKept'));
  const reload = (): void => window.location.reload();
  toast.error(t('common.thisCouldNotBeLoaded'), { label: t('common.tryAgain'), onAction: reload });
}

/** An overlay says that it did not load and closes; any other part stays as its fallback. */
function doWithout(props: object): void {
  if (!('onClose' in props) || typeof props.onClose !== 'function') return;
  sayMissing();
  props.onClose();
}

/**
 * A component of what a press opens: its code loads after the page, or with its first use, during which `fallback` is shown:
 * a node, or a component that takes the same props.
 * Once loaded it renders at once, other than a component of React's `lazy`. After a failed load its next mount, or the next
 * `isOpen`, tries again.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: Exclude<ReactNode, string> | ComponentType<Props> = null,
  missed: Missed<Props> = doWithout,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  let loading: Promise<unknown> | null = null;
  const begin = (): Promise<unknown> => {
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
  return function Late(props: Props) {
    const [, showLoaded] = useReducer((turn: number) => turn + 1, 0);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    const isWanted = !('isOpen' in props) || props.isOpen === true;
    const fail = useEffectEvent((error: unknown): void => {
      if (missed === 'throw') setFailure({ error });
      else missed(props);
    });
    const isShown = Loaded !== null;
    useEffect(() => {
      // It may have loaded since this render, which shows its fallback.
      if (isShown || !isWanted) return undefined;
      let isMounted = true;
      begin().then(
        () => isMounted && showLoaded(),
        (error: unknown) => isMounted && fail(error),
      );
      return () => void (isMounted = false);
    }, [isShown, isWanted]);
    if (failure) throw failure.error;
    // It stays in its place of the tree: another one would lose what somebody has typed.
    if (Loaded) return <Loaded {...props} />;
    return typeof fallback === 'function' ? createElement(fallback, props) : fallback;
  };
}
