import { act, renderHook } from '@testing-library/react';
import { useExpiring, useToday } from './use-expiring.js';

beforeEach(() => jest.useFakeTimers({ now: new Date('2026-03-04T23:59:00') }));
afterEach(() => jest.useRealTimers());

describe('useExpiring', () => {
  it('computes the value again when it expires, also beyond the longest timer', () => {
    const end = Date.now() + 40 * 24 * 60 * 60_000;
    const read = (now: number) => ({ isOver: now >= end, until: now < end ? end : Number.POSITIVE_INFINITY });
    const { result } = renderHook(() => useExpiring(read));
    act(() => void jest.advanceTimersByTime(39 * 24 * 60 * 60_000));
    expect(result.current.isOver).toBe(false);
    act(() => void jest.advanceTimersByTime(24 * 60 * 60_000));
    expect(result.current.isOver).toBe(true);
  });
});

describe('useToday', () => {
  it('changes at midnight', () => {
    const { result } = renderHook(() => useToday().getDate());
    act(() => void jest.advanceTimersByTime(59_000));
    expect(result.current).toBe(4);
    act(() => void jest.advanceTimersByTime(1_000));
    expect(result.current).toBe(5);
  });
});
