/** Texts of "Invite someone". */
export const addressTexts = {
  label: 'Send this address to people you invite.',
  copy: 'Copy',
  copied: 'Address copied',
  copyYourself: 'Couldn’t copy. The address is selected: copy it yourself.',
  onlyHere:
    'Only this computer can open it. To open it to your network, start the server with HOST=0.0.0.0.',
};

/** With links. */
export const linkTexts = {
  what: 'Make a link with which one person can join, within 7 days.',
  make: 'Make a link',
  made: 'Send this link to the person, or let them scan the code. It is shown only now.',
  link: 'Invitation link',
  code: 'QR code of the link',
  copy: 'Copy link',
  copied: 'Link copied',
  copyYourself: 'Couldn’t copy. The link is selected: copy it yourself.',
  share: 'Share',
  shared: 'Chat with me on Duet:',
  open: 'Open invitations',
  from: (made: string, ends: string): string => `Made on ${made}, until ${ends}`,
  revoke: 'Revoke',
  revokeOf: (made: string): string => `Revoke the invitation of ${made}`,
};
