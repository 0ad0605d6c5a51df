/** In the words of the browser that shows them. */
const HOW_TO_ALLOW = describeAllowing(globalThis.navigator?.userAgent ?? '');

function describeAllowing(agent: string): string {
  if (/iPhone|iPad/.test(agent)) {
    return 'Allow them in the Settings of the device: Apps, Duet, Notifications.';
  }
  if (agent.includes('Firefox/')) {
    return 'Press the crossed-out symbol in the address bar and remove the block.';
  }
  if (agent.includes('Chrome/')) {
    return 'Press the symbol before the address, then Site settings, and allow notifications.';
  }
  if (agent.includes('Safari/')) {
    return 'Allow them in Safari’s Settings: Websites, Notifications.';
  }
  return 'Allow them in the browser’s settings for this site.';
}

/** Texts of the settings. */
export const texts = {
  title: 'Settings',
  scope: 'These settings apply to this device only.',

  theme: {
    label: 'Theme',
    options: { system: 'System', light: 'Light', dark: 'Dark' },
  },
  textSize: {
    label: 'Text size',
    options: { 100: 'Normal', 112.5: 'Large', 125: 'Extra large', 150: 'Huge' },
  },
  sendKey: {
    label: 'Send messages with',
    options: { enter: 'Enter', 'command-enter': 'Ctrl or Cmd + Enter' },
  },

  touchEnter: {
    label: 'Enter on the touch keyboard',
    options: { break: 'New line', send: 'Sends the message' },
  },

  notifications: {
    label: 'Notifications',
    hint: {
      default: 'Your browser will ask for permission.',
      granted: 'For messages you’re not looking at.',
      denied: `Your browser blocks them for this site. ${HOW_TO_ALLOW}`,
      unsupported:
        globalThis.isSecureContext === false
          ? 'Not available here: notifications need https.'
          : 'This browser has none here.',
    },
  },
  notificationDetail: {
    label: 'A notification shows',
    options: { everything: 'Everything', name: 'Name only', nothing: 'Nothing' },
  },
  sound: { label: 'Sound', hint: 'Plays for messages you’re not looking at.' },
  singleKeys: {
    label: 'Single-key shortcuts',
    hint: 'Keys such as / and ? alone, without Ctrl or Cmd.',
  },
  shortcuts: 'Keyboard shortcuts',
};

/** Texts of notifications while Duet is closed. */
export const pushTexts = {
  label: 'Also when Duet is closed',
  hint: (isAllowed: boolean): string =>
    `Your browser’s push service carries them, encrypted.${isAllowed ? '' : ' Your browser will ask for permission.'}`,
  obstacles: {
    insecure: 'Not available here: open Duet at an address that begins with https.',
    notInstalled:
      'Add Duet to the Home Screen first: press Share, then Add to Home Screen, and open it there.',
    unknown:
      'This browser does not have it, or not in a private window. Use another one, or keep Duet open in a tab.',
    blocked: `Your browser blocks notifications for this site. ${HOW_TO_ALLOW}`,
  },
  quiet: { label: 'Quiet hours', hint: 'None come to this device then while Duet is closed.' },
  from: 'From',
  to: 'to',
  time: (minute: number): string =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  permission: 'Permission',
  allowed: 'Allowed',
  subscription: 'Subscription',
  active: (service: string): string => `Active, at ${service}`,
  accepted: 'Last accepted',
  never: 'None yet',
  ended: 'This browser has no subscription any more. Switch it on again.',
  notAllowed: 'Your browser no longer allows notifications. Switch it on again, and it asks.',
  tested: 'The push service has accepted the test. It should appear within seconds.',
  test: 'Send a test',
};

/** Texts of privacy. */
export const privacyTexts = {
  title: 'Privacy',
  scope: 'On all your devices. If you turn one off, you won’t see it from others.',
  receipts: { label: 'Read receipts', hint: 'Others see when you have read their messages.' },
  typing: { label: 'Typing', hint: 'Others see when you are typing to them.' },
  presence: {
    label: 'Online and last seen',
    hint: 'Others see when you are online, and when you last were.',
  },
  blocked: 'Blocked people',
  nobody: 'You haven’t blocked anybody.',
  unblock: 'Unblock',
  unblockPerson: (name: string): string => `Unblock ${name}`,
};
