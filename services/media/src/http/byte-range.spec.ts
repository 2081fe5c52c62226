import { type ByteRange, byteRangeOf } from './byte-range.js';

describe('byteRangeOf', () => {
  it.each<[string | undefined, number, ByteRange | 'unsatisfiable' | null]>([
    [undefined, 10, null],
    ['', 10, null],
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=0-', 10, { start: 0, end: 9 }],
    ['bytes=9-', 10, { start: 9, end: 9 }],
    ['bytes=2-5', 10, { start: 2, end: 5 }],
    ['bytes=2-500', 10, { start: 2, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-30', 10, { start: 0, end: 9 }],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=10-12', 10, 'unsatisfiable'],
    ['bytes=5-2', 10, null],
    ['bytes=-', 10, null],
    ['bytes=0-1,4-5', 10, null],
    ['items=0-1', 10, null],
    ['bytes=a-b', 10, null],
    ['bytes=0x1-2', 10, null],
  ])('parses %s for %i bytes', (header, size, expected) => {
    expect(byteRangeOf(header, size)).toEqual(expected);
  });
});
