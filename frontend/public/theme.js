// Runs before the first paint, so that a chosen theme never flashes the other one.
try {
  const look = JSON.parse(localStorage.getItem('duet-appearance') ?? '{}');
  if (look.theme === 'light' || look.theme === 'dark') document.documentElement.dataset.theme = look.theme;
  if (look.textSize === 'large') document.documentElement.dataset.textSize = 'large';
  if (look.motion === 'reduced') document.documentElement.dataset.motion = 'reduced';
} catch {
  // A damaged entry means the defaults.
}
