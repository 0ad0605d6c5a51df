const count = (number: number, word: string): string =>
  number === 1 ? `1 ${word}` : `${number} ${word}s`;

/** Texts of everything over the screens. */
export const texts = {
  newMessages(count: number, name: string | undefined): string {
    const from = name === undefined ? '' : ` from ${name}`;
    return count === 1 ? `New message${from}` : `${count} new messages${from}`;
  },

  joined: (name: string): string => `${name} joined.`,
  manyJoined: (number: number): string => `${number} people joined.`,

  missed: (number: number): string =>
    `You missed ${number === 1 ? 'a message' : count(number, 'message')}. Turn on notifications?`,
  notificationOffer: {
    label: 'Notifications',
    accept: 'Turn on',
    decline: 'No, thanks',
  },
  newDevice: {
    label: 'New login',
    describe: (device = 'another device'): string =>
      `Somebody has just logged in to your account: ${device}. If it wasn’t you, change your password.`,
    accept: 'To my account',
    decline: 'It was me',
  },
  pushOffer: {
    label: 'Notifications',
    question:
      'Get notified of new messages, also when Duet is closed? Your browser asks next. What a notification shows is up to you, in Settings.',
    accept: 'Turn on',
    decline: 'No, thanks',
  },
  updateOffer: {
    label: 'Update',
    question: 'A new version of Duet is ready.',
    accept: 'Reload',
    decline: 'Later',
  },

  logOut: {
    title: 'Log out and discard?',
    question: 'This has not been sent. It will be lost if you log out.',
    to: (name: string | undefined): string => `To ${name ?? 'somebody'}:`,
    unsent: ({ texts, pictures }: { texts: readonly string[]; pictures: number }): string =>
      [
        ...(texts.length > 0 ? [count(texts.length, 'message')] : []),
        ...(pictures > 0 ? [count(pictures, 'picture')] : []),
      ].join(', '),
    draft: ({ pictures }: { pictures: number }): string =>
      pictures > 0 ? `draft with ${count(pictures, 'picture')}` : 'draft',
    stay: 'Stay logged in',
    discard: 'Log out and discard',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    singleKeysOff: 'Shortcuts of a single key are switched off in your settings.',
    or: 'or',
    outsideText: (does: string): string => `${does}, outside text fields`,
  },
};
