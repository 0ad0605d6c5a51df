/** Texts of notifications outside the page. */
export const texts = {
  /** From a person whose name is not known yet. */
  unknownSender: 'Duet',
  newMessage: 'New message',
  picture: 'Picture',
  title: (name: string, count: number): string => (count > 1 ? `${name} (${count})` : name),
};
