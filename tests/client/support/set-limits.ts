/** Before each file: what Testing Library waits for, and that a wait which ends without success is told as such. */
import { configure, getConfig } from '@testing-library/dom';
import { beforeAll } from 'vitest';
import { TimeoutError, WAIT_LIMIT_MS } from '../../support/limits.ts';

// After the file was loaded: React's part of the library sets a wrapper when it is loaded.
beforeAll(() => {
  const { asyncWrapper } = getConfig();
  configure({
    asyncUtilTimeout: WAIT_LIMIT_MS,
    asyncWrapper: (wait) =>
      asyncWrapper(wait).catch((error: unknown) => {
        throw new TimeoutError(String(error), { cause: error });
      }),
  });
});
