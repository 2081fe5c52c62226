let isDown = false;
const waiting: (() => void)[] = [];

/** The click that belongs to a press follows its release; what waited runs behind it. */
function release(): void {
  isDown = false;
  setTimeout(() => {
    for (const act of waiting.splice(0)) act();
  });
}

window.addEventListener('pointerdown', () => (isDown = true), true);
window.addEventListener('pointerup', release, true);
window.addEventListener('pointercancel', release, true);

/** Does `act` now, or, while a pointer is held down, once it is released. */
export function afterPress(act: () => void): void {
  if (isDown) waiting.push(act);
  else act();
}
