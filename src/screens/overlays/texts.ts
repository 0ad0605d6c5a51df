/** The words of what stands over the screens. */
export const texts = {
  newMessages(count: number, name: string | undefined): string {
    const from = name === undefined ? '' : ` from ${name}`;
    return count === 1 ? `New message${from}` : `${count} new messages${from}`;
  },

  notificationOffer: {
    label: 'Notifications',
    question: 'A message came while you were away. Should Duet notify you next time?',
    accept: 'Turn on',
    decline: 'No, thanks',
  },
  updateOffer: {
    label: 'Update',
    question: 'A new version of Duet is ready.',
    accept: 'Reload',
    decline: 'Later',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    close: 'Close',
    singleKeysOff: 'Shortcuts of a single key are switched off in your settings.',
    or: 'or',
  },
};
