/** Texts of what loads after the people list. */
export const texts = {
  options: 'More options',
  remove: 'Remove from the list',
  flags: {
    pinned: { set: 'Pin to top', unset: 'Unpin' },
    unread: { set: 'Mark as unread', unset: 'Mark as read' },
  },
  openElsewhere: 'Open in new window',
  newRows: (people: number) => `${people} new`,
} as const;
