/** Texts of blocking, and of deleted and locked accounts: nothing can be sent to any of them. */
export const texts = {
  block: 'Block',
  unblock: 'Unblock',
  question: {
    title: (name: string): string => `Block ${name}?`,
    consequences:
      'You won’t get messages from them, and neither of you will see when the other is online or typing.',
    secrecy: 'They won’t be told.',
    cancel: 'Cancel',
  },
  blocked: (name: string): string => `You blocked ${name}. They won’t be told.`,
  unblocked: (name: string): string => `You unblocked ${name}.`,
  /** In place of the box. */
  isBlocked: (name: string): string => `You blocked ${name}`,
  isLocked: 'Locked account',
  isDeleted: 'This account was deleted. You can’t send it messages.',
};
