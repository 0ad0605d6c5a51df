/** What a window tells the person without being looked at: notifications and sounds, noted as they come. */
import type { Page } from 'playwright-core';

export interface ShownNotification {
  title: string;
  body: string;
  isClosed: boolean;
}

/** Notes what the page shows and plays from its next load on. A browser of tests has no desktop. */
export async function noteNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: Notification[] = [];
    let sounds = 0;
    const Real = window.Notification;
    class Noted extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        shown.push(this);
      }
      override close() {
        Object.assign(this, { isClosed: true });
        super.close();
      }
    }
    window.Notification = Noted;
    const { createOscillator } = AudioContext.prototype;
    AudioContext.prototype.createOscillator = function create(this: AudioContext) {
      // Two notes make one sound.
      sounds += 0.5;
      return createOscillator.call(this);
    };
    Object.assign(window, {
      noted: {
        list: () =>
          shown.map((one) => ({
            title: one.title,
            body: one.body,
            isClosed: Reflect.get(one, 'isClosed') === true,
          })),
        press: () => shown.at(-1)?.dispatchEvent(new Event('click')),
        countSounds: () => sounds,
      },
    });
  });
}

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
