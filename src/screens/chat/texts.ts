/** Texts of chat home's frame and of the conversation's header. */
export const texts = {
  app: 'Duet',
  conversation: 'Conversation',
  slogan: 'Chat anytime, anywhere',
  youAre: 'You are',
  nobody: 'Nobody is at this address any more.',

  presence: {
    online: 'Online',
    offline: 'Offline',
    lastSeen: (when: string) => `Offline · last seen ${when}`,
  },
  blocked: 'Blocked',
  typing: 'typing…',
  muted: ' muted ',
  back: 'Back to list',
  /** After a number. */
  elsewhere: ' unread in other conversations',
  loading: (name: string) => `Conversation with ${name}, loading`,
  problem: 'Couldn’t load messages',
  tryAgain: 'Try again',
  forwarded: 'Forwarded message',
} as const;
