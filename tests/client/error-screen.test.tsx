/** Spec section 8: the default error screen. */
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { makeRouter } from '../../src/router.tsx';
import { endSession, startSession } from '../../src/stores/session.ts';
import { renderApp } from '../support/render-app.tsx';

const title = () => screen.findByRole('heading', { level: 1 });

test('an address that no route matches shows the error screen with 404 and a way back (ROUTE-4)', async () => {
  await renderApp({ path: '/profile/no/such/place' });
  expect((await title()).textContent).toBe('Unexpected Application Error!');
  expect(screen.getByText('404 Not Found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Duet' }).getAttribute('href')).toBe('/');
});

test('a route that fails shows the error screen with the reason and a way back', async () => {
  // React and the router report the error to the console, as they should.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  startSession('a token');
  const router = makeRouter({
    history: createMemoryHistory({ initialEntries: ['/'] }),
    loadQueryClient: () => Promise.reject(new Error('Loading chunk 7 failed.')),
  });
  await act(async () => {
    render(<RouterProvider router={router} />);
  });
  expect((await title()).textContent).toBe('Unexpected Application Error!');
  expect(screen.getByText('Loading chunk 7 failed.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Duet' })).toBeTruthy();
  endSession();
  vi.restoreAllMocks();
});
