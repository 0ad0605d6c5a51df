/**
 * Runs the calls of one account one after the other: many at once hold one connection, and wait for themselves instead of
 * keeping others waiting.
 */
export function createOneAtATime() {
  const latest = new Map<string, Promise<unknown>>();

  return async <Result>(account: string, act: () => Promise<Result>): Promise<Result> => {
    const before = latest.get(account);
    const result = before ? before.then(act, act) : act();
    latest.set(account, result);
    try {
      return await result;
    } finally {
      if (latest.get(account) === result) latest.delete(account);
    }
  };
}
