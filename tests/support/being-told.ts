/** What a window tells the person without being looked at: notifications and sounds, noted as they come. */
import type { Page } from 'playwright-core';
import { eventually } from './actions.ts';

interface ShownNotification {
  title: string;
  body: string;
  isClosed: boolean;
}

/**
 * Notes what the page shows and plays from its next load on. A browser of tests has no desktop: what
 * stands in for its notifications does no more than a desktop would tell the page of, and `permission`
 * is what the person has answered, or will answer.
 */
export async function noteNotifications(
  page: Page,
  { permission, answer = 'granted' }: { permission: string; answer?: string } = {
    permission: 'granted',
  },
): Promise<void> {
  await page.addInitScript(
    ({ given, toBeGiven }) => {
      const shown: DesktopNotification[] = [];
      let sounds = 0;
      class DesktopNotification extends EventTarget {
        static permission = given;
        static requestPermission = async () => {
          document.body.dataset.asked = 'true';
          DesktopNotification.permission = toBeGiven;
          return toBeGiven;
        };
        isClosed = false;
        readonly title: string;
        readonly body: string;
        constructor(title: string, { body = '' }: NotificationOptions = {}) {
          super();
          this.title = title;
          this.body = body;
          shown.push(this);
        }
        close() {
          this.isClosed = true;
        }
      }
      Object.assign(window, { Notification: DesktopNotification });
      let isConnected = false;
      const RealSocket = WebSocket;
      class NotedSocket extends RealSocket {
        constructor(address: string | URL, protocols?: string | string[]) {
          super(address, protocols);
          this.addEventListener('message', ({ data }) => {
            // The first event that either backend sends to everybody who comes.
            isConnected ||= String(data).includes('getOnlineUsers');
          });
        }
      }
      Object.assign(window, { WebSocket: NotedSocket });
      // Nor has it a loudspeaker.
      const nothing = () => undefined;
      const curve = { value: 0, setValueAtTime: nothing, linearRampToValueAtTime: nothing };
      const param = { ...curve, exponentialRampToValueAtTime: nothing };
      const makeNode = (more: object) => ({ connect: (to: unknown) => to, ...more });
      class Loudspeaker {
        state = 'running';
        currentTime = 0;
        destination = makeNode({});
        createGain = () => makeNode({ gain: param });
        createOscillator = () =>
          makeNode({
            frequency: { ...param },
            stop: nothing,
            // Two notes make one sound.
            start: () => {
              sounds += 0.5;
            },
          });
      }
      Object.assign(window, { AudioContext: Loudspeaker });
      Object.assign(window, {
        noted: {
          list: () => shown.map(({ title, body, isClosed }) => ({ title, body, isClosed })),
          press: () => shown.at(-1)?.dispatchEvent(new Event('click')),
          countSounds: () => sounds,
          isConnected: () => isConnected,
        },
      });
    },
    { given: permission, toBeGiven: answer },
  );
}

/**
 * Until the page is ready to tell of messages, which comes after its first screen, and may speak: it has the lock
 * itself. That of a window that was just closed may still be held.
 */
export async function untilListening(page: Page, role = 'notifications'): Promise<void> {
  await eventually(() => page.evaluate('noted.isConnected()'), true);
  await eventually(
    () =>
      page.evaluate(async (name) => {
        const { held = [] } = await navigator.locks.request('probe', () => navigator.locks.query());
        const own = held.find((lock) => lock.name === 'probe')?.clientId;
        return held.some((lock) => lock.name === name && lock.clientId === own);
      }, `duet-${role}`),
    true,
  );
}

/** Until a window of the browser has this lock. */
export const untilLocked = (page: Page, name: string): Promise<void> =>
  eventually(async () => {
    const held = await page.evaluate(async () => (await navigator.locks.query()).held ?? []);
    return held.some((lock) => lock.name === name);
  }, true);

export const readNotifications = (page: Page): Promise<ShownNotification[]> =>
  page.evaluate('noted.list()');

export const countSounds = (page: Page): Promise<number> => page.evaluate('noted.countSounds()');

/** Presses the newest. */
export const pressNotification = (page: Page): Promise<void> => page.evaluate('noted.press()');

/** As if another program lay over the window, or no longer: a headless browser has no other. */
export const look = (page: Page, isLooking: boolean): Promise<void> =>
  page.evaluate((hasFocus) => {
    document.hasFocus = () => hasFocus;
    window.dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'));
  }, isLooking);

/** As if the window were minimised or its tab in the background, or no longer. */
export const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.hasFocus = () => !hidden;
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event(hidden ? 'blur' : 'focus'));
  }, isHidden);
