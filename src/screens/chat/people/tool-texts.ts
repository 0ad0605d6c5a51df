/** Texts of the people list's further functions. */
export const texts = {
  invite: 'Invite someone: send them this address.',
  copy: 'Copy',
  copied: 'Address copied',
  copyYourself: 'Couldn’t copy. The address is selected: copy it yourself.',
  onlyHere: 'It works on this computer only.',
  nobody: 'No one else is here yet',
  nobodyHint: 'People appear here when they sign up.',
  noMatch: (query: string) => `No one called “${query}”`,
  noMatchHint: 'Check the spelling or try another name.',
  unreadFirst: 'Unread first',
  editProfile: 'Edit Profile',
  settings: 'Settings',
  logOut: 'Logout',
  options: 'Options',
  marks: {
    pinned: { set: 'Pin to top', unset: 'Unpin' },
    unread: { set: 'Mark as unread', unset: 'Mark as read' },
  },
  openElsewhere: 'Open in new window',
  newRows: (people: number) => `${people} new`,
} as const;
