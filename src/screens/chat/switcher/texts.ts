/** What the quick switcher says. */
export const texts = {
  title: 'Go to a conversation',
  field: 'Name',
  placeholder: 'Go to…',
  people: 'People',
  online: 'Online',
  offline: 'Offline',
  unread: ' unread',
  found: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  nobody: 'Nobody by that name',
  alone: 'No one else to go to',
  unavailable: 'The names did not load. Please try again when you are connected.',
} as const;
