/** What runs only while Devtools is open. */
import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startLedger, writesQuery } from '../../src/devtools/ledger.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { clearSelection } from '../../src/stores/selection.ts';
import { clearUnseen } from '../../src/stores/unseen.ts';
import { eventually } from '../support/eventually.ts';
import { setLookedAt } from './support/window.ts';

let queryClient: QueryClient;

beforeEach(() => {
  setLookedAt(false);
  clearSelection();
  clearUnseen();
  queryClient = makeQueryClient();
});

function open(): () => void {
  const { stop } = startLedger(queryClient);
  onTestFinished(stop);
  return stop;
}

describe('The instruments', () => {
  test('cost nothing while Devtools is closed: no entry and no listener stays', async () => {
    const count = () => {
      const caches = [queryClient.getQueryCache(), queryClient.getMutationCache()];
      const listeners = caches.map((cache) => Reflect.get(cache, 'listeners').size);
      return [...listeners, queryClient.getQueryCache().getAll().length];
    };
    const before = count();
    open()();
    expect(count()).toEqual(before);
    open();
    expect(count()).not.toEqual(before);
  });

  test('outlive a cleared cache', async () => {
    open();
    queryClient.setQueryData(['entry'], 1);
    queryClient.clear();
    await eventually(() =>
      expect(queryClient.getQueryData(writesQuery().queryKey)).toBeInstanceOf(Array),
    );
  });
});
