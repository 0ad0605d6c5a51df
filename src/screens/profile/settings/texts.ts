/** The words of the settings. */
export const texts = {
  title: 'Settings',
  scope: 'For this device.',

  theme: {
    label: 'Theme',
    options: { system: 'Same as system', light: 'Light', dark: 'Dark' },
  },
  textSize: {
    label: 'Text size',
    options: { 100: 'Normal', 112.5: 'Large', 125: 'Larger', 150: 'Largest' },
  },
  sendKey: {
    label: 'Send messages with',
    options: { enter: 'Enter', 'command-enter': 'Ctrl or Cmd + Enter' },
  },

  notifications: {
    label: 'Notifications',
    hint: {
      default: 'Your browser asks you once.',
      granted: 'When a message comes that you are not reading.',
      denied: 'Your browser blocks them for this site. Allow them there first.',
      unsupported: 'This browser has none here. They need a secure address (https).',
    },
  },
  notificationText: {
    label: 'Show messages in notifications',
    hint: 'Otherwise they only say who has written.',
  },
  sound: { label: 'Sound', hint: 'A soft one, for a message that you are not reading.' },
  singleKeys: {
    label: 'Single-key shortcuts',
    hint: 'Keys such as / and ? alone, without Ctrl or Cmd.',
  },
  shortcuts: 'Keyboard shortcuts',
};
