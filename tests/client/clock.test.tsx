/** The clock and the time zone of a device change at any moment: what is shown follows. */
import 'fake-indexeddb/auto';
import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkClock, followClock, useToday } from '../../src/stores/clock.ts';
import { eventually } from '../support/eventually.ts';
import { renderApp, startBackend } from '../support/render-app.tsx';
import { signUp } from './support/sign-up.ts';

/** The device is taken to another time zone. */
function travel(zone: string): void {
  vi.stubEnv('TZ', zone);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    checkClock();
  });
}

describe('The day', () => {
  function open() {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    vi.setSystemTime(new Date(2026, 2, 7, 23, 50, 20));
    checkClock();
    onTestFinished(followClock());
    onTestFinished(() => {
      vi.useRealTimers();
      checkClock();
    });
    const { result } = renderHook(useToday);
    expect(result.current).toBe('2026-03-07');
    return result;
  }

  test('ends at midnight, and follows a clock that is set back', () => {
    const today = open();
    act(() => void vi.advanceTimersByTime(9 * 60_000));
    expect(today.current).toBe('2026-03-07');
    act(() => void vi.advanceTimersByTime(60_000));
    expect(today.current).toBe('2026-03-08');
    vi.setSystemTime(new Date(2026, 2, 1));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(today.current).toBe('2026-03-01');
  });

  test.each([
    ['focus', () => window.dispatchEvent(new Event('focus'))],
    ['look', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['minute', () => void vi.advanceTimersByTime(60_000)],
    ['event', checkClock],
  ])('is right at the next %s after a night in which the computer slept', (_what, happen) => {
    const today = open();
    vi.setSystemTime(new Date(2026, 2, 8, 9));
    act(() => void happen());
    expect(today.current).toBe('2026-03-08');
  });
});

test('The time zone is one everywhere on the screen, also after it has changed', async () => {
  travel('UTC');
  act(checkClock);
  const backend = await startBackend();
  const ada = signUp(backend, 'Ada');
  const grace = signUp(backend, 'Grace');
  backend.world.send(grace.user._id, ada.user._id, { text: 'hello' });
  const stamp = backend.world.messages[0]?.createdAt ?? '';
  await renderApp({ path: `/?with=${grace.user._id}`, token: ada.token });
  await screen.findByText('hello');
  const times = () => screen.getAllByText(/^\d\d:\d\d$/).map(({ textContent }) => textContent);
  expect(new Set(times())).toEqual(new Set([stamp.slice(11, 16)]));
  const box = () => screen.getByPlaceholderText('Send a message...');
  fireEvent.change(box(), { target: { value: 'Half a thought' } });
  travel('Asia/Kolkata');
  act(() => void window.dispatchEvent(new Event('focus')));
  const there = new Date(Date.parse(stamp) + 330 * 60_000).toISOString().slice(11, 16);
  await eventually(() => expect(new Set(times())).toEqual(new Set([there])));
  expect(box()).toHaveProperty('value', 'Half a thought');
});
