/**
 * The app as a person meets it, in happy-dom: real routes, real data layer, an address bar in memory,
 * and a plain backend of its own behind it.
 */
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { toast } from 'sonner';
import { expect, onTestFinished, vi } from 'vitest';
import { makeQueryClient } from '../../src/query-client.ts';
import { makeRouter } from '../../src/router.tsx';
import { followSession } from '../../src/session/session-life.ts';
import { endSession, startSession } from '../../src/stores/session.ts';
import { type PlainBackend, startPlainBackend } from './plain-backend.ts';

/** A backend for one test, that the app's calls go to. */
export async function startBackend(): Promise<PlainBackend> {
  const backend = await startPlainBackend({ clientOrigin: location.origin });
  vi.stubEnv('PUBLIC_API_URL', backend.url);
  onTestFinished(async () => {
    await backend.stop();
    vi.unstubAllEnvs();
  });
  return backend;
}

interface AppOptions {
  /** Where the person enters. */
  path: string;
  /** A token that the browser has kept. */
  token?: string;
}

/** Opens the app. Returns its history, and its address as it changes. */
export async function renderApp({ path, token }: AppOptions) {
  if (token !== undefined) startSession(token);
  const queryClient = makeQueryClient();
  const unfollowSession = followSession(queryClient);
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = makeRouter({ history, loadQueryClient: async () => queryClient });
  onTestFinished(async () => {
    await act(async () => endSession());
    await dismissNotices();
    // React leaves first, so that nothing it holds open asks the backend again.
    cleanup();
    unfollowSession();
    queryClient.clear();
  });
  await act(async () => {
    render(<RouterProvider router={router} />);
  });
  // The form's code comes by itself, as in a browser.
  if (token === undefined) await screen.findByRole('main');
  return {
    queryClient,
    history,
    getPath: () => history.location.pathname,
  };
}

/** Notices leave by a timer of Sonner's, which would otherwise find the page of the test gone. */
async function dismissNotices() {
  toast.dismiss();
  await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toBeNull());
}
