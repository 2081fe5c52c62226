import { loadLateComponents } from '../src/ui/late.js';

// Late components render at once, as on a page that has been open for a while.
beforeAll(async () => {
  await Promise.all([import('../src/ui/anchored.js'), import('../src/ui/dialog.js'), import('../src/ui/popover.js')]);
  await Promise.all([import('../src/ui/menu.js'), import('../src/ui/day-field.js')]);
  await loadLateComponents();
});
