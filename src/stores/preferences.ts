/**
 * Preferences on this device, for everybody who signs in; they stay after a logout. Stored in local storage as one JSON
 * object, and followed by every window. The script in `src/index.html` also reads there what the first paint needs (theme, text size).
 */
import { create } from 'zustand';
import { keepLocal, readLocal } from '../lib/local-values.ts';
import { PREFERENCES_KEY } from './storage-keys.ts';

export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  /** In percent of the browser's text size. */
  textSize: 100 | 112.5 | 125 | 150;
  /** The key that sends a message; Shift+Enter always breaks the line. */
  sendKey: 'enter' | 'command-enter';
  /** What Enter does on a touch screen, whose keyboard has no other key for a new line. */
  touchEnter: 'break' | 'send';
  hasSound: boolean;
  hasNotifications: boolean;
  /** What a notification says: everything, the sender's name, or only that there is a message. */
  notificationDetail: 'everything' | 'name' | 'nothing';
  /** Whether this browser gets pushes while no page of the app is open. */
  hasPush: boolean;
  hasQuietHours: boolean;
  /** In minutes of the day. */
  quietFrom: number;
  quietTo: number;
  /** Whether the offer of notifications was answered: it is made once. */
  isNotificationOfferAnswered: boolean;
  /** Whether keys without Ctrl or Cmd, such as `/`, are shortcuts. */
  hasSingleKeys: boolean;
  /** Whether people with unseen messages come first in the list. */
  isUnreadFirst: boolean;
  isInfoPanelClosed: boolean;
}

type Choices<Value> = readonly [byDefault: Value, ...others: Value[]];

const HALF_HOURS = Array.from({ length: 48 }, (_, index) => index * 30);

/** The allowed values of each. */
const CHOICES: { readonly [Name in keyof Preferences]: Choices<Preferences[Name]> } = {
  theme: ['system', 'light', 'dark'],
  textSize: [100, 112.5, 125, 150],
  sendKey: ['enter', 'command-enter'],
  touchEnter: ['break', 'send'],
  hasSound: [true, false],
  hasNotifications: [false, true],
  notificationDetail: ['everything', 'name', 'nothing'],
  hasPush: [false, true],
  hasQuietHours: [false, true],
  quietFrom: [22 * 60, ...HALF_HOURS],
  quietTo: [7 * 60, ...HALF_HOURS],
  isNotificationOfferAnswered: [false, true],
  hasSingleKeys: [true, false],
  isUnreadFirst: [false, true],
  isInfoPanelClosed: [false, true],
};

/** As stored, with any values. */
type Stored = Record<string, unknown>;

const usePreferences = create<Stored>(() => readStored());

/** An invalid value is the default. */
function choose<Name extends keyof Preferences>(stored: Stored, name: Name): Preferences[Name] {
  const choices: Choices<Preferences[Name]> = CHOICES[name];
  return choices.find((choice) => choice === stored[name]) ?? choices[0];
}

export const usePreference = <Name extends keyof Preferences>(name: Name): Preferences[Name] =>
  usePreferences((stored) => choose(stored, name));

export const getPreference = <Name extends keyof Preferences>(name: Name): Preferences[Name] =>
  choose(usePreferences.getState(), name);

/** As at the start of this page. */
export const getFirstPreference = <Name extends keyof Preferences>(name: Name): Preferences[Name] =>
  choose(usePreferences.getInitialState(), name);

export const choicesOf = <Name extends keyof Preferences>(
  name: Name,
): readonly Preferences[Name][] => CHOICES[name];

export function setPreference<Name extends keyof Preferences>(
  name: Name,
  value: Preferences[Name],
): void {
  usePreferences.setState({ [name]: value });
  keepLocal(PREFERENCES_KEY, usePreferences.getState());
}

/** Calls back after each change in any window. Returns a function that unsubscribes. */
export const subscribePreferences = (listener: () => void): (() => void) =>
  usePreferences.subscribe(listener);

// Emitted only in the other windows. A cleared storage (key null) restores the defaults.
window.addEventListener('storage', (event) => {
  if (event.key === PREFERENCES_KEY || event.key === null) {
    usePreferences.setState(readStored(), true);
  }
});

function readStored(): Stored {
  const stored = readLocal(PREFERENCES_KEY);
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}
