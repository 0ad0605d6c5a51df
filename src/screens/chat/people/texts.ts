/** Texts of the people list. */
export const texts = {
  region: 'People',
  online: 'Online',
  offline: 'Offline',
  muted: ' muted ',
  blocked: ' blocked ',
  pinned: ' pinned ',
  unread: ' unread',
  typing: 'typing…',
  you: 'You: ',
  picture: 'Sent a picture',
  ownPicture: 'You sent a picture',
  unsentPicture: 'You: Picture',
  waiting: 'Waiting: ',
  failed: 'Not sent: ',
  draft: 'Draft: ',
  draftPicture: 'Picture',

  searchLabel: 'Search users',
  // Spelling of the specification.
  searchPlaceholder: 'Seacrch any user...',
  clearSearch: 'Clear search',
  loading: 'Loading people',
  problem: 'Couldn’t load people',
  tryAgain: 'Try again',

  menu: 'Menu',
} as const;
