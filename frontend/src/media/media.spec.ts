import { formatsOf } from '../ui/formats.js';
import { lastLevels, toPeaks } from './recorder/peaks.js';
import { scaledAt, zoomWithin } from './viewer/use-zoom.js';
import { clockWords, extensionOf, sizeWords, spokenTime } from './words.js';

describe('the words for files and durations', () => {
  it.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1 KB'],
    [1_572_864, '1.5 MB'],
    [10 * 1024 * 1024, '10 MB'],
    [25 * 1024 * 1024, '25 MB'],
  ])('write %i bytes as %s', (bytes, words) => {
    expect(sizeWords(bytes, formatsOf({ locale: 'en' }).number)).toBe(words);
  });

  it('use the user’s number format for sizes', () => {
    expect(sizeWords(1_572_864, formatsOf({ locale: 'de' }).number)).toBe('1,5 MB');
  });

  it.each([
    [0, '0:00', '0 seconds'],
    [0.6, '0:00', '1 second'],
    [5, '0:05', '5 seconds'],
    [65.2, '1:05', '1 minute 5 seconds'],
    [600, '10:00', '10 minutes'],
  ])('write %d seconds as %s', (seconds, clock, spoken) => {
    expect(clockWords(seconds)).toBe(clock);
    expect(spokenTime(seconds)).toBe(spoken);
  });

  it('name a file type by the extension after the last dot', () => {
    expect([extensionOf('a.tar.gz'), extensionOf('README'), extensionOf('no.extension at all')]).toEqual([
      'GZ',
      '',
      '',
    ]);
  });
});

describe('the waveform of a recording', () => {
  it('spreads its bars over the whole recording and scales the loudest to 1', () => {
    const levels = [...Array.from({ length: 100 }, () => 0.1), ...Array.from({ length: 100 }, () => 0.4)];
    expect(toPeaks(levels, 4)).toEqual([0.25, 0.25, 1, 1]);
    expect(toPeaks([0.2], 20)).toHaveLength(20);
    expect(toPeaks([], 20)).toEqual([]);
    expect(toPeaks([0, 0, 0], 3)).toEqual([0, 0, 0]);
  });

  it('shows the last levels, after silence if there are too few', () => {
    expect(lastLevels([0.5], 3)).toEqual([0, 0, 0.5]);
    expect(lastLevels([0.1, 0.2, 0.3, 0.4], 3)).toEqual([0.2, 0.3, 0.4]);
  });
});

describe('zooming', () => {
  const box = { width: 200, height: 100 };

  it('keeps the point under the fingers in place', () => {
    const before = { scale: 1, x: 0, y: 0 };
    const at = { x: 50, y: -20 };
    const after = scaledAt(before, 2, at);
    // The same place of the picture is under the point, before and after.
    expect((at.x - after.x) / after.scale).toBeCloseTo((at.x - before.x) / before.scale);
    expect((at.y - after.y) / after.scale).toBeCloseTo((at.y - before.y) / before.scale);
  });

  it('never moves the picture out of its frame or makes it smaller than that', () => {
    expect(zoomWithin({ scale: 0.2, x: 30, y: 30 }, box)).toEqual({ scale: 1, x: 0, y: 0 });
    expect(zoomWithin({ scale: 2, x: 500, y: -500 }, box)).toEqual({ scale: 2, x: 100, y: -50 });
    expect(zoomWithin({ scale: 40, x: 0, y: 0 }, box).scale).toBe(6);
  });
});
