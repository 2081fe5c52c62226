import { editedVersion } from './edited-version.js';

const opened = { title: 'Lisbon', why: '', tags: ['sea'], photos: 0, version: 4 };

const versionAfter = (change: Partial<typeof opened>): number =>
  editedVersion({ ...opened, ...change }, opened, ['title', 'why', 'tags']);

describe('the version on which a dialog changes a thing', () => {
  it('is the newest one while the edited fields are as they were, also when they were loaded again', () => {
    expect(versionAfter({ photos: 3, tags: ['sea'], version: 7 })).toBe(7);
  });

  it('is that of the opening once somebody else has changed an edited field', () => {
    expect(versionAfter({ title: 'Porto', version: 5 })).toBe(4);
    expect(versionAfter({ tags: ['sea', 'sun'], version: 5 })).toBe(4);
  });
});
