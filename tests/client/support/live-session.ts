import type { QueryClient } from '@tanstack/react-query';
import { onTestFinished } from 'vitest';
import { createLiveSession } from '../../../src/realtime/live-session.ts';
import { ME } from './messages.ts';

type Emit = Parameters<typeof createLiveSession>[0]['emit'];

/** What the window of a person does with events, until the test is over. */
export function openLiveSession(queryClient: QueryClient, emit: Emit = () => true) {
  const session = createLiveSession({ queryClient, meId: ME, emit, reconnect: () => undefined });
  onTestFinished(session.close);
  return session;
}
