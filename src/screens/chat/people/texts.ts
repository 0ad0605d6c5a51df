/** What the people list says. */
export const texts = {
  region: 'People',
  online: 'Online',
  offline: 'Offline',
  muted: ' muted ',
  blocked: ' blocked ',
  unread: ' unread',
  typing: 'typing…',
  you: 'You: ',
  picture: 'Sent a picture',
  ownPicture: 'You sent a picture',

  searchLabel: 'Search users',
  // Spelt so by the specification.
  searchPlaceholder: 'Seacrch any user...',
  clearSearch: 'Clear search',
  noMatch: (query: string) => `No one called “${query}”`,
  noMatchHint: 'Check the spelling or try another name.',
  nobody: 'No one else is here yet',
  nobodyHint: 'People appear here when they sign up.',
  loading: 'Loading people',
  problem: 'Couldn’t load people',
  tryAgain: 'Try again',

  menu: 'Menu',
  unreadFirst: 'Unread first',
  editProfile: 'Edit Profile',
  logOut: 'Logout',
} as const;
