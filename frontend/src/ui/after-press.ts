/** The pointers that are down on the page. */
const down = new Set<number>();
const waiting: (() => void)[] = [];

/** The click of a press follows its release: waiting callbacks run after it. */
function release({ pointerId }: PointerEvent): void {
  down.delete(pointerId);
  if (down.size > 0) return;
  setTimeout(() => {
    for (const act of waiting.splice(0)) act();
  });
}

window.addEventListener('pointerdown', ({ pointerId }) => down.add(pointerId), true);
window.addEventListener('pointerup', release, true);
window.addEventListener('pointercancel', release, true);

/** How many fingers or buttons are down. */
export const pointersDown = (): number => down.size;

/** Calls `act` after the press under way, if there is one. A finger's press moves the focus after its release, just before its click. */
export function afterPress(act: () => void): void {
  if (down.size > 0) waiting.push(act);
  else setTimeout(act);
}

/** The events of a press. The list boxes of React Aria act on `pointerup`, buttons on `click`, and browsers open menus. */
const PRESS_EVENTS = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchend', 'click', 'contextmenu'] as const;

/** How long after the release the browser may still fire mouse events and the click, in milliseconds. */
const AFTERMATH = 1_000;

let isIgnoring = false;

/**
 * Makes the rest of the current press act on nothing but `origin`: its release, its click, and further fingers. The next
 * press, which starts when no pointer is down, works again.
 */
export function ignoreThisPress(origin: Element): void {
  if (isIgnoring) return;
  isIgnoring = true;

  const swallow = (event: Event): void => {
    // Keys and screen readers click without a pointer.
    if (event instanceof MouseEvent && event.type === 'click' && event.detail === 0) return;
    // The counting listener ran before: the first finger of a new press is the only one down.
    if (event.type === 'pointerdown' && down.size <= 1) return stop();
    if (event.type === 'pointerup' && down.size === 0) setTimeout(stop, AFTERMATH);
    if (event.cancelable) event.preventDefault();
    if (!(event.target instanceof Node && origin.contains(event.target)) || event.type === 'click')
      event.stopImmediatePropagation();
  };
  function stop(): void {
    isIgnoring = false;
    for (const name of PRESS_EVENTS) window.removeEventListener(name, swallow, { capture: true });
  }
  for (const name of PRESS_EVENTS) window.addEventListener(name, swallow, { capture: true, passive: false });
}
