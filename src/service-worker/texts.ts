/** Texts of notifications outside the page. */
export const texts = {
  /** From a person whose name is not known yet, or not told. */
  unknownSender: 'Duet',
  newMessage: 'New message',
  picture: 'Picture',
  deleted: 'Message deleted',
  test: 'Notifications reach this device.',
  reply: 'Reply',
  markRead: 'Mark as read',
  title: (name: string, count: number): string => (count > 1 ? `${name} (${count})` : name),
};
