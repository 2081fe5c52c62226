import { nothingSelected, selectedFiles } from './selection.mjs';

describe('the selection of test files', () => {
  it('refuses patterns that match no test file, instead of running everything', () => {
    expect(nothingSelected({ patterns: ['nowhere/at/all'] })).toBe('No test file matches nowhere/at/all.');
    // A file that exists, but holds no tests.
    expect(nothingSelected({ patterns: ['README.md', 'selection.mjs'] })).toBe(
      'No test file matches README.md or selection.mjs.',
    );
    expect(nothingSelected({ patterns: ['e2e/goals'], only: 'services' })).toBe(
      'No test file of services matches e2e/goals.',
    );
  });

  it('accepts no pattern, and patterns of which one matches', () => {
    expect(nothingSelected({ patterns: [] })).toBeNull();
    expect(nothingSelected({ patterns: ['nowhere', 'e2e/goals'] })).toBeNull();
  });

  it('keeps browsers and Jest apart', () => {
    const browsers = { patterns: ['e2e/goals'] };
    expect(selectedFiles('browsers', browsers)).toEqual(['frontend/e2e/goals.spec.ts']);
    expect([...selectedFiles('unit', browsers), ...selectedFiles('services', browsers)]).toEqual([]);
    const jest = { patterns: ['local/selection'] };
    expect(selectedFiles('browsers', jest)).toEqual([]);
    expect(selectedFiles('services', jest)).toEqual(['infra/local/selection.spec.mjs']);
  });
});
