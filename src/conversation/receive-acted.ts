import type { QueryClient } from '@tanstack/react-query';
import type { Acted } from '../protocol/actions.ts';
import { receiveChange } from './changes.ts';
import { receiveMarks } from './marks.ts';

/** The answer to an operation of this window has come. */
export function receiveActed(queryClient: QueryClient, { changed, marked }: Acted): void {
  if (changed) receiveChange(queryClient, changed);
  if (marked) receiveMarks(queryClient, marked);
}
