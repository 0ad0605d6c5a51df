import { describe, expect, test } from 'vitest';
import { findSpan, sumHeights } from '../../src/screens/chat/thread/page-window.ts';

/** Twenty pages of 2,000 px. */
const heights = Array.from({ length: 20 }, () => 2000);
const nowhere = { first: 99, last: 99 };
const at = (fromEnd: number) => ({ fromEnd, height: 800 });

describe('The window of mounted pages', () => {
  test('at the end holds the newest pages within reach', () => {
    expect(findSpan(heights, at(0), nowhere)).toEqual({ first: 19, last: 19 });
    expect(findSpan(heights, at(300), nowhere)).toEqual({ first: 18, last: 19 });
  });

  test('in the middle holds the pages around the viewport and no others', () => {
    const { first, last } = findSpan(heights, at(20_000), nowhere);
    expect(last - first).toBeLessThanOrEqual(2);
    expect(sumHeights(heights, last + 1, 19)).toBeLessThanOrEqual(19_000);
    expect(sumHeights(heights, first, 19)).toBeGreaterThanOrEqual(21_800);
  });

  test('at the start, or beyond it when heights were guessed, holds the oldest', () => {
    expect(findSpan(heights, at(39_200), nowhere).first).toBe(0);
    expect(findSpan(heights, at(90_000), nowhere)).toEqual({ first: 0, last: 0 });
  });

  test('lets a mounted page go only when it is well away, so that a reader at a border is at peace', () => {
    expect(findSpan(heights, at(1900), { first: 18, last: 19 })).toMatchObject({ last: 19 });
    const justBeyond = findSpan(heights, at(3200), { first: 17, last: 19 });
    expect(justBeyond.last).toBe(19);
    expect(findSpan(heights, at(3700), { first: 17, last: 19 }).last).toBe(18);
  });

  test('follows a jump without mounting what lies between', () => {
    const { first, last } = findSpan(heights, at(30_000), { first: 18, last: 19 });
    expect(last - first).toBeLessThanOrEqual(2);
  });

  test('of a conversation that fits is all of it', () => {
    expect(findSpan([300, 200], at(0), nowhere)).toEqual({ first: 0, last: 1 });
    expect(findSpan([], at(0), nowhere)).toEqual({ first: 0, last: 0 });
  });
});
