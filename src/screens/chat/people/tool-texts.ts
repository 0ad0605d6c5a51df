/** The words of what the people list can do beyond showing people. */
export const texts = {
  invite: 'Invite someone: send them this address.',
  copy: 'Copy',
  copied: 'Address copied',
  copyYourself: 'Couldn’t copy. The address is selected: copy it yourself.',
  onlyHere: 'It works on this computer only.',
  newAbove: (people: number) => `${people} new`,
} as const;
