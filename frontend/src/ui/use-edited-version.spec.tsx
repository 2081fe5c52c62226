import { renderHook } from '@testing-library/react';
import { useEditedVersion } from './use-edited-version.js';

const opened = { title: 'Lisbon', why: '', photos: 0, version: 4 };

function versionAfter(change: Partial<typeof opened>): number {
  const hook = renderHook((thing: typeof opened) => useEditedVersion(thing, ['title', 'why']), {
    initialProps: opened,
  });
  hook.rerender({ ...opened, ...change });
  return hook.result.current;
}

describe('the version on which a dialog changes a thing', () => {
  it('is the newest one while the edited fields are as they were', () => {
    expect(versionAfter({ photos: 3, version: 7 })).toBe(7);
  });

  it('is that of the opening once somebody else has changed an edited field', () => {
    expect(versionAfter({ title: 'Porto', version: 5 })).toBe(4);
  });
});
