/** Texts of the quick switcher. */
export const texts = {
  title: 'Go to a person',
  field: 'Name',
  placeholder: 'Go to a person…',
  people: 'People',
  online: 'Online',
  offline: 'Offline',
  unread: ' unread',
  found: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  nobody: 'No matches',
  alone: 'Nobody else here yet',
} as const;
