/** Texts of notifications outside the page. */
export const texts = {
  /** From a person whose name is not known yet, or not told. */
  unknownSender: 'Duet',
  newMessage: 'New message',
  picture: 'Picture',
  deleted: 'Message deleted',
  test: 'Notifications reach this device.',
  /** The push was on its way when the person logged out. */
  loggedOut: 'This browser is no longer logged in to the account that this was for.',
  reply: 'Reply',
  markRead: 'Mark as read',
  title: (name: string, count: number): string => (count > 1 ? `${name} (${count})` : name),
};
