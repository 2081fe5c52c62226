import { formatsOf } from '../../../ui/formats.js';
import { roomFor } from './layout.js';
import { lastLevels, toPeaks } from './peaks.js';
import { scaledAt, within } from './use-zoom.js';
import { clockWords, extensionOf, sizeWords, spokenTime } from './words.js';

describe('words about files and time', () => {
  it.each([[0, '0 B'], [1023, '1,023 B'], [1024, '1 KB'], [1_572_864, '1.5 MB'], [10 * 1024 * 1024, '10 MB'], [25 * 1024 * 1024, '25 MB']])('%i bytes are %s', (bytes, words) => {
    expect(sizeWords(bytes, formatsOf({ locale: 'en' }).number)).toBe(words);
  });

  it('writes sizes as the person reads figures', () => {
    expect(sizeWords(1_572_864, formatsOf({ locale: 'de' }).number)).toBe('1,5 MB');
  });

  it.each([[0, '0:00', '0 seconds'], [0.6, '0:00', '1 second'], [5, '0:05', '5 seconds'], [65.2, '1:05', '1 minute 5 seconds'], [600, '10:00', '10 minutes']])('%d seconds are %s', (seconds, clock, spoken) => {
    expect(clockWords(seconds)).toBe(clock);
    expect(spokenTime(seconds)).toBe(spoken);
  });

  it('names a kind by what stands behind the last dot', () => {
    expect([extensionOf('a.tar.gz'), extensionOf('README'), extensionOf('no.extension at all')]).toEqual(['GZ', '', '']);
  });
});

describe('the room for one picture', () => {
  it('has the shape of the picture, within limits', () => {
    expect(roomFor({ width: 4000, height: 3000 })).toEqual({ room: '20rem', aspectRatio: '1.3333' });
    expect(roomFor({ width: 3000, height: 4000 })).toEqual({ room: '16.5rem', aspectRatio: '0.75' });
    expect(roomFor({ width: 64, height: 64 }).room).toBe('9rem');
    expect(roomFor({ width: undefined, height: undefined })).toEqual({ room: '20rem', aspectRatio: '1.3333' });
    expect(Number(roomFor({ width: 100, height: 9000 }).aspectRatio)).toBeGreaterThan(0.4);
  });
});

describe('the waveform of a recording', () => {
  it('has its bars over the whole, the loudest at 1', () => {
    const levels = [...Array.from({ length: 100 }, () => 0.1), ...Array.from({ length: 100 }, () => 0.4)];
    expect(toPeaks(levels, 4)).toEqual([0.25, 0.25, 1, 1]);
    expect(toPeaks([0.2], 20)).toHaveLength(20);
    expect(toPeaks([], 20)).toEqual([]);
    expect(toPeaks([0, 0, 0], 3)).toEqual([0, 0, 0]);
  });

  it('shows the last of what is heard', () => {
    expect(lastLevels([0.5], 3)).toEqual([0, 0, 0.5]);
    expect(lastLevels([0.1, 0.2, 0.3, 0.4], 3)).toEqual([0.2, 0.3, 0.4]);
  });
});

describe('zooming', () => {
  const box = { width: 200, height: 100 };

  it('keeps the point under the fingers where it is', () => {
    const before = { scale: 1, x: 0, y: 0 };
    const at = { x: 50, y: -20 };
    const after = scaledAt(before, 2, at);
    // The place of the picture that was under the point.
    expect((at.x - after.x) / after.scale).toBeCloseTo((at.x - before.x) / before.scale);
    expect((at.y - after.y) / after.scale).toBeCloseTo((at.y - before.y) / before.scale);
  });

  it('never loses the picture, and never makes it smaller than whole', () => {
    expect(within({ scale: 0.2, x: 30, y: 30 }, box)).toEqual({ scale: 1, x: 0, y: 0 });
    expect(within({ scale: 2, x: 500, y: -500 }, box)).toEqual({ scale: 2, x: 100, y: -50 });
    expect(within({ scale: 40, x: 0, y: 0 }, box).scale).toBe(6);
  });
});
