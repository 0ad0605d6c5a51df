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
  picture: 'Picture',
  ownPicture: 'You: Picture',
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

  inviteSomebody: 'Invite someone',
  nobody: 'No one else is here yet',
  nobodyHint: 'People appear here when they sign up.',
  noMatch: (query: string) => `No one called “${query}”`,
  noMatchHint: 'Check the spelling or try another name.',
  unreadFirst: 'Unread first',
  editProfile: 'Edit Profile',
  settings: 'Settings',
  logOut: 'Logout',
} as const;
