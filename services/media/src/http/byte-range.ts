/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * Parses a `Range` header for `size` bytes: one range, null for the whole, or `unsatisfiable`. Several ranges and invalid
 * headers are ignored, as RFC 9110 allows.
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = ONE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
