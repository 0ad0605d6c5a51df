/** What a notification tells of a message. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { announceMessages } from '../../src/notifications/announce-messages.ts';
import { userQueries } from '../../src/people/users.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { noteArrival } from '../../src/stores/message-events.ts';
import { setPreference } from '../../src/stores/preferences.ts';

test('A long message is told by its beginning, which never ends in half a character', async () => {
  const bodies: unknown[] = [];
  class DesktopNotification extends EventTarget {
    static permission = 'granted';
    constructor(_title: string, options?: NotificationOptions) {
      super();
      bodies.push(options?.body);
    }
    close() {}
  }
  vi.stubGlobal('Notification', DesktopNotification);
  setPreference('hasNotifications', true);
  const queryClient = makeQueryClient();
  const ben = { _id: 'ben', fullName: 'Ben', bio: '' };
  queryClient.setQueryData(userQueries.list().queryKey, [ben]);
  const stop = announceMessages({ queryClient, accountId: 'ada', onPress: () => undefined });
  onTestFinished(() => {
    stop();
    vi.unstubAllGlobals();
  });

  // Faces take two code units each, so that an even number of units ends within one.
  const text = `a${'🙂'.repeat(200)}`;
  const createdAt = new Date().toISOString();
  noteArrival({ _id: 'm', senderId: ben._id, text, seen: false, createdAt });
  await expect.poll(() => bodies).toHaveLength(1);
  expect(bodies).toEqual([expect.stringMatching(/^a(🙂)+$/u)]);
});
