/** Notifications of messages that arrive while nobody looks: which are shown, and when each is taken away. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { announceMessages } from '../../src/notifications/announce-messages.ts';
import { turnOnNotifications } from '../../src/notifications/desktop.ts';
import { mute } from '../../src/notifications/mute-list.ts';
import { playSound } from '../../src/notifications/sound.ts';
import { userQueries } from '../../src/people/users.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { openAccountStores } from '../../src/stores/account-store.ts';
import { publishArrival, publishDeletion } from '../../src/stores/message-events.ts';
import { getPreference, setPreference } from '../../src/stores/preferences.ts';
import { clearSelection, selectUser } from '../../src/stores/selection.ts';
import { clearUnseen, incrementUnseen, resetUnseen } from '../../src/stores/unseen.ts';
import { eventually } from '../support/eventually.ts';
import { makeMessage } from './support/messages.ts';
import { setLookedAt } from './support/window.ts';

/** What the browser has shown, in order. */
let shown: ShownNotification[] = [];

/** As a browser's, in which the person has allowed them unless a test says otherwise. */
class ShownNotification extends EventTarget {
  static permission = 'granted';
  static readonly requestPermission = vi.fn<() => Promise<string>>();
  isClosed = false;
  readonly title: string;
  readonly body: string | undefined;
  readonly renotify: boolean | undefined;
  constructor(title: string, options: NotificationOptions & { renotify?: boolean }) {
    super();
    const { body, renotify } = options;
    this.renotify = renotify;
    this.title = title;
    this.body = body;
    shown.push(this);
  }
  close(): void {
    this.isClosed = true;
  }
}

beforeEach(() => {
  shown = [];
  ShownNotification.permission = 'granted';
  vi.stubGlobal('Notification', ShownNotification);
  setLookedAt(false);
  setPreference('hasSound', false);
  setPreference('hasNotifications', true);
  onTestFinished(() => {
    localStorage.clear();
    setPreference('hasNotifications', false);
    setPreference('notificationDetail', 'everything');
    clearSelection();
    clearUnseen();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});

function begin() {
  const queryClient = makeQueryClient();
  const people = ['ben', 'cleo', 'dan'].map((_id) => ({ _id, fullName: `${_id} X.`, bio: '' }));
  queryClient.setQueryData(userQueries.list().queryKey, people);
  const pressed = vi.fn();
  const stop = announceMessages({ queryClient, accountId: 'ada', onPress: pressed });
  onTestFinished(stop);
  return { stop, pressed };
}

let number = 0;
const arrive = (senderId: string, text = 'hello') =>
  publishArrival(makeMessage(++number, { senderId, text }));
const titles = () => shown.map(({ title }) => title);
/** Whatever arrived before is told of by then, or never. */
async function settle(): Promise<void> {
  arrive('dan', 'the last one');
  await eventually(() => expect(shown.at(-1)?.body).toBe('the last one'));
}

test('A second notification of a person alerts again while the first still stands, others stay, and all go with the session', async () => {
  const { stop } = begin();
  for (const senderId of ['cleo', 'ben', 'ben']) arrive(senderId);
  await eventually(() => expect(shown).toHaveLength(3));
  expect(shown.map(({ isClosed }) => isClosed)).toEqual([false, true, false]);
  expect(shown.map(({ renotify }) => renotify)).toEqual([true, true, true]);
  stop();
  expect(shown.every(({ isClosed }) => isClosed)).toBe(true);
});

test('A notification says who has written and what, and how many there are', async () => {
  const { pressed } = begin();
  incrementUnseen('ben');
  // Faces take two code units each, so that an even number of units ends within one.
  arrive('ben', `a${'🙂'.repeat(200)}`);
  await eventually(() => expect(titles()).toEqual(['ben X.']));
  expect(shown[0]?.body).toMatch(/^a(🙂)+$/u);
  incrementUnseen('ben');
  setPreference('notificationDetail', 'name');
  arrive('ben', 'a secret');
  await eventually(() => expect(titles()).toEqual(['ben X.', 'ben X. (2)']));
  expect(shown[1]?.body).toBe('New message');
  shown[1]?.dispatchEvent(new Event('click'));
  expect(pressed.mock.calls).toEqual([['ben']]);
  expect(shown[1]?.isClosed).toBe(true);
});

test('A notification is not shown of the muted or of what is being read, nor where it is not wanted or allowed', async () => {
  openAccountStores('ada');
  onTestFinished(() => openAccountStores(null));
  begin();
  setPreference('hasNotifications', false);
  arrive('ben');
  await new Promise((resolve) => setImmediate(resolve));
  setPreference('hasNotifications', true);
  ShownNotification.permission = 'denied';
  arrive('ben');
  await new Promise((resolve) => setImmediate(resolve));
  ShownNotification.permission = 'granted';
  mute('ben', null);
  arrive('ben');
  selectUser('cleo');
  setLookedAt(true);
  arrive('cleo');
  await settle();
  expect(titles()).toEqual(['dan X.']);
});

test('A message that is deleted before its notification is shown has none', async () => {
  begin();
  const message = makeMessage(++number, { senderId: 'ben', text: 'regretted' });
  publishArrival(message);
  publishDeletion({ peerId: 'ben', messageId: message._id, image: undefined });
  await settle();
  expect(titles()).toEqual(['dan X.']);
});

test('A sound is made for whoever is not muted', async () => {
  openAccountStores('ada');
  onTestFinished(() => openAccountStores(null));
  const sounded = vi.fn(() => {
    throw new Error('There is no loudspeaker.');
  });
  vi.stubGlobal('AudioContext', function start() {
    return { state: 'running', createOscillator: sounded };
  });
  const setActivation = (value?: { hasBeenActive: boolean }) =>
    Object.defineProperty(navigator, 'userActivation', { value, configurable: true });
  setActivation();
  await playSound();
  setActivation({ hasBeenActive: true });
  setPreference('hasSound', true);
  begin();
  mute('ben', null);
  arrive('ben');
  await new Promise((resolve) => setImmediate(resolve));
  expect(sounded).not.toHaveBeenCalled();
  await settle();
  expect(sounded).toHaveBeenCalledOnce();
});

test('Turning notifications on asks the browser once, and is what the person answers there', async () => {
  const ask = ShownNotification.requestPermission;
  for (const answer of ['denied', 'granted']) {
    ask.mockClear().mockImplementation(async () => {
      ShownNotification.permission = answer;
      return answer;
    });
    ShownNotification.permission = 'default';
    for (let time = 0; time < 2; time += 1) {
      expect(await turnOnNotifications()).toBe(answer);
      expect(getPreference('hasNotifications')).toBe(answer === 'granted');
    }
    expect(ask).toHaveBeenCalledOnce();
  }
});

test('A notification goes when the messages of this person are seen, wherever that is', async () => {
  begin();
  for (const senderId of ['ben', 'cleo']) {
    incrementUnseen(senderId);
    arrive(senderId);
  }
  await eventually(() => expect(shown).toHaveLength(2));
  resetUnseen('ben');
  expect(shown.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  // Whoever looks at the open conversation needs to be told of nothing in it.
  selectUser('dan');
  await settle();
  setLookedAt(true);
  expect(shown.map(({ isClosed }) => isClosed)).toEqual([true, false, true]);
});

test('One that the service worker has shown, as on a phone, goes as well', async () => {
  const worker = ['ben', 'cleo'].map((userId) => ({
    data: { userId, messageId: `of ${userId}` },
    close: vi.fn(),
  }));
  const registration = { getNotifications: async () => worker };
  const workers = Object.assign(new EventTarget(), { getRegistration: async () => registration });
  vi.stubGlobal('navigator', { serviceWorker: workers });
  incrementUnseen('cleo');
  const { stop, pressed } = begin();
  // Of ben nothing is unseen: it was seen on another device.
  const closings = () => worker.map(({ close }) => close.mock.calls.length);
  await eventually(() => expect(closings()).toEqual([1, 0]));
  for (const action of [undefined, 'read', 'unknown']) {
    const data = { type: 'notification-press', userId: 'cleo', action };
    workers.dispatchEvent(new MessageEvent('message', { data }));
  }
  expect(pressed.mock.calls).toEqual([
    ['cleo', undefined],
    ['cleo', 'read'],
    ['cleo', undefined],
  ]);
  publishDeletion({ peerId: 'cleo', messageId: 'another', image: undefined });
  publishDeletion({ peerId: 'cleo', messageId: 'of cleo', image: undefined });
  await eventually(() => expect(closings()).toEqual([1, 1]));
  stop();
  await eventually(() => expect(closings()).toEqual([2, 2]));
});

test('Where only the service worker may show them, one that it fails to show keeps none back', async () => {
  const show = vi.fn<(title: string) => Promise<void>>();
  show.mockRejectedValueOnce(new TypeError('No notification permission has been granted'));
  const registration = { showNotification: show, getNotifications: async () => [] };
  const workers = Object.assign(new EventTarget(), { getRegistration: async () => registration });
  vi.stubGlobal('navigator', { serviceWorker: workers });
  // As on phones: no page may make one.
  vi.stubGlobal('Notification', { permission: 'granted' });
  begin();
  arrive('ben');
  arrive('cleo');
  await eventually(() =>
    expect(show.mock.calls.map(([title]) => title)).toEqual(['ben X.', 'cleo X.']),
  );
});
