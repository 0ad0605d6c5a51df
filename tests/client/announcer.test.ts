/** What is read out: it stands in the page for a moment only, and never longer than the session. */
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useForgetting } from '../../src/screens/overlays/overlays.tsx';
import { endSession, startSession } from '../../src/stores/session.ts';
import { announce, silence } from '../../src/ui/announcer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  silence();
  endSession();
  vi.useRealTimers();
});

const say = (line: string) =>
  announce({ kind: 'messages', line, summarise: String, summariseFrom: 4 });
const readRegion = () => document.querySelector('[data-announcer]')?.textContent;

test('What is said is gone seconds later, and what is said meanwhile stands as long', async () => {
  say('Grace: Good morning');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(readRegion()).toBe('Grace: Good morning');
  say('Grace: Are you there?');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(readRegion()).toBe('Grace: Are you there?');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(readRegion()).toBe('');
});

test('A session that ends takes along what was said, and what was about to be', async () => {
  startSession('a token');
  renderHook(useForgetting);
  say('Grace: Between you and me');
  await vi.advanceTimersByTimeAsync(500);
  say('Grace: And this');
  endSession();
  expect(readRegion()).toBe('');
  await vi.advanceTimersByTimeAsync(500);
  expect(readRegion()).toBe('');
});
