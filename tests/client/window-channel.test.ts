/** Windows of one browser, where the browser lets them speak with each other and where it does not. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createWindowChannel } from '../../src/lib/windows.ts';

test('A browser that refuses channels, as some do without storage, leaves the window on its own', () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    },
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const channel = createWindowChannel<string>('duet-test');
  const heard: string[] = [];
  const stop = channel.subscribe((message) => heard.push(message));
  channel.post('hello');
  stop();
  channel.close();
  expect(heard).toEqual([]);
});
