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
