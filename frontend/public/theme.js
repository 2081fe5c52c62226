// Runs before the first paint, so that a chosen look never flashes another one. appearance.ts writes the entry.
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem('duet-appearance') ?? '{}'));
} catch {
  // A damaged entry means the defaults.
}
