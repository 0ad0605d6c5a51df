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
      denied: 'Your browser blocks them for this site. Allow them there first.',
      unsupported: 'Not available here: notifications need https.',
    },
  },
  notificationText: {
    label: 'Show messages in notifications',
    hint: 'When off, only the sender’s name is shown.',
  },
  sound: { label: 'Sound', hint: 'Plays for messages you’re not looking at.' },
  singleKeys: {
    label: 'Single-key shortcuts',
    hint: 'Keys such as / and ? alone, without Ctrl or Cmd.',
  },
  shortcuts: 'Keyboard shortcuts',
};

/** Texts of privacy. */
export const privacyTexts = {
  title: 'Privacy',
  scope: 'On all your devices. What you hide, you don’t see of others either.',
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
