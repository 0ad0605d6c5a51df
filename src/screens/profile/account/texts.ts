/** The words of what the server offers about the account. */
export const texts = {
  section: 'Account',

  password: {
    title: 'Change password',
    current: 'Current password',
    next: 'New password',
    hint: (least: number): string => `At least ${least} characters. Other devices are signed out.`,
    tooShort: (least: number): string => `Choose a password of at least ${least} characters.`,
    missing: { current: 'Enter your current password.', next: 'Enter a new password.' },
    submit: 'Change password',
  },

  sessions: {
    title: 'Where you are signed in',
    loading: 'Loading where you are signed in',
    tryAgain: 'Try again',
    thisDevice: 'This device',
    lastUsed: (moment: string): string => `Last used ${moment}`,
    signedIn: (moment: string): string => `, signed in ${moment}`,
    signOut: 'Sign out',
    signOutOf: (client: string): string => `Sign out ${client}`,
    unknownClient: 'Unknown program',
    password: 'Your password, to sign out another device',
    missing: 'Enter your password to sign out another device.',
  },

  deletion: {
    title: 'Delete account',
    consequences:
      'Your name, email, bio, profile picture and password are deleted for good, and you are signed ' +
      'out everywhere. Messages and pictures that you sent stay with the people who got them, under ' +
      'the name “Deleted account”.',
    password: 'Your password',
    missing: 'Enter your password to delete your account.',
    submit: 'Delete my account',
  },
} as const;
