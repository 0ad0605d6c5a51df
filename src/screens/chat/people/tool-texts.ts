/** Texts of the people list's further functions. */
export const texts = {
  invite: 'Invite someone: send them this address.',
  copy: 'Copy',
  copied: 'Address copied',
  copyYourself: 'Couldn’t copy. The address is selected: copy it yourself.',
  onlyHere: 'It works on this computer only.',
  newAbove: (people: number) => `${people} new`,
} as const;
