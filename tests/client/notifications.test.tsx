/** Spec sections 4, 8 and 9: the five kinds of notification, how long they stay, and how many. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NotificationHost } from '../../src/ui/notification-host.tsx';
import { notify } from '../../src/ui/notify.ts';

/** How long sonner takes to carry one away, in ms. */
const LEAVING_MS = 300;

beforeEach(() => {
  vi.useFakeTimers();
  render(<NotificationHost />);
});

afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.useRealTimers();
});

/** Shows one, which waits for its board the first time. */
async function show(kind: 'blank' | 'error' | 'success' | 'loading', text: string) {
  notify[kind](text);
  await vi.dynamicImportSettled();
  await pass(50);
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** A dismissal begins in the next frame. */
const leave = async () => {
  await pass(50);
  await pass(LEAVING_MS);
};
const texts = () =>
  [...document.querySelectorAll('[data-sonner-toast]')].map((one) => one.textContent);

test.each([
  ['blank', 4_000],
  ['error', 4_000],
  ['success', 2_000],
  ['custom', 4_000],
] as const)('a notification of kind %s stays %i ms (LIMIT-2, STATE-11)', async (kind, duration) => {
  if (kind === 'custom') notify.custom('Theo is online', <img alt="Theo" src="data:," />);
  else await show(kind, 'Something happened');
  await pass(duration - 200);
  expect(texts()).toHaveLength(1);
  expect(screen.queryAllByAltText('Theo')).toHaveLength(kind === 'custom' ? 1 : 0);
  await pass(200);
  await leave();
  expect(texts()).toEqual([]);
});

test('one with Undo stays longer, and goes when it is pressed', async () => {
  const onUndo = vi.fn();
  notify.blank('Message deleted', onUndo);
  await pass(4_800);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onUndo).toHaveBeenCalledOnce();
  await leave();
  expect(texts()).toEqual([]);
});

test('an error is an alert that the person can close or a success removes; a loading one stays until dismissed (STATE-11)', async () => {
  const id = notify.loading('Uploading your picture…');
  await show('error', 'It failed');
  expect(screen.getByRole('alert').textContent).toBe('It failed');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await leave();
  await show('error', 'It failed again');
  await show('success', 'It worked');
  await leave();
  expect(texts()).toEqual(['It worked', 'Uploading your picture…']);
  await pass(3_600_000);
  expect(texts()).toEqual(['Uploading your picture…']);
  notify.dismiss(id);
  await leave();
  expect(texts()).toEqual([]);
});

test('calls that fail together for one reason say so once; what fails again later is told anew, for its whole time, in the place of the first', async () => {
  for (let i = 0; i < 3; i++) await show('error', 'Can’t reach the server.');
  await pass(3_000);
  await show('error', 'Can’t reach the server.');
  await pass(3_000);
  expect(texts()).toEqual(['Can’t reach the server.']);
  await pass(1_000);
  await leave();
  expect(texts()).toEqual([]);
});

test('at most 20 are seen at once (LIMIT-2)', async () => {
  for (let i = 1; i <= 21; i++) await show('loading', `number ${i}`);
  const seen = [...document.querySelectorAll('[data-sonner-toast][data-visible=true]')].map(
    (one) => one.textContent,
  );
  expect(seen).toHaveLength(20);
  expect(seen[0]).toBe('number 21');
  expect(seen).not.toContain('number 1');
});
