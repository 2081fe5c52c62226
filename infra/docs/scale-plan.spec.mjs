import { describe, expect, it } from '@jest/globals';
import {
  OVERLAY_CARRIES,
  limits,
  needs,
  overlayLimits,
  overlayMachines,
  readFigures,
  readOverlay,
} from './scale-plan.mjs';

const figures = readFigures();
const overlay = readOverlay();

describe('the production overlay', () => {
  it('carries the couples that the plan promises', () => {
    expect(overlayLimits(figures, overlay).filter(({ couples }) => couples < OVERLAY_CARRIES)).toEqual([]);
  });

  it.each([
    ['the stream', { ...overlay, streamBytes: overlay.streamBytes / 20 }],
    ['a year of messages in PostgreSQL', { ...overlay, databaseBytes: overlay.databaseBytes / 2 }],
    ['1 replicas of realtime', { ...overlay, replicas: { ...overlay.replicas, realtime: 1 } }],
  ])('is found too small by %s', (what, smaller) => {
    const short = overlayLimits(figures, smaller).filter(({ couples }) => couples < OVERLAY_CARRIES);
    expect(short.map((one) => one.what)).toEqual([what]);
  });

  it('fits on five machines at the maxima of its autoscalers', () => {
    expect(overlayMachines(figures, overlay)).toBeLessThanOrEqual(5);
    expect(overlayMachines(figures, { ...overlay, requested: { cores: 100, bytes: 0 } })).toBe(13);
  });
});

describe('the plan', () => {
  it('grows in proportion and never below two replicas', () => {
    const [small, large] = [needs(1_000, figures, overlay), needs(1_000_000, figures, overlay)];
    expect(large.texts / small.texts).toBeCloseTo(1_000);
    expect(Object.values(small.processes)).toEqual([2, 2, 2, 2, 2]);
    expect(large.nodes).toBeGreaterThan(small.nodes);
  });

  it('names what breaks first', () => {
    const all = limits(figures, overlay);
    expect(all[0]?.what).toBe('a year of messages on one volume of PostgreSQL');
    expect(all.map(({ couples }) => couples)).toEqual(all.map(({ couples }) => couples).toSorted((a, b) => a - b));
    const [first] = all;
    const need = first?.need(needs(first.couples, figures, overlay)) ?? 0;
    expect(need / (first?.limit ?? 0)).toBeCloseTo(1, 1);
  });
});
