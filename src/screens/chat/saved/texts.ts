/** Texts of the list of saved messages. */
export const texts = {
  title: 'Saved messages',
  nothing: 'Nothing saved yet',
  hint: 'Messages that you save from their menu are listed here, for you alone.',
  you: 'You',
  where: (sender: string, peer: string) => `${sender} to ${peer}`,
  toYou: (sender: string) => `${sender} to you`,
  time: (date: string, time: string) => `${date}, ${time}`,
  picture: 'Picture',
  remove: 'Remove from saved',
  loading: 'Loading',
  failed: 'Couldn’t load your saved messages.',
  tryAgain: 'Try again',
  more: 'Show more',
  close: 'Close',
} as const;
