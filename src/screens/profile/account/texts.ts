/** Texts of the account's features. */
export const texts = {
  section: 'Account',

  password: {
    title: 'Change password',
    current: 'Current password',
    next: 'New password',
    hint: (least: number): string =>
      `At least ${least} characters. Other devices will be logged out.`,
    tooShort: (least: number): string => `Use at least ${least} characters.`,
    missing: { current: 'Enter your current password.', next: 'Enter a new password.' },
    submit: 'Change password',
  },

  email: {
    now: 'Email: ',
    title: 'Change email',
    next: 'New email',
    password: 'Your password',
    missing: { email: 'Enter your new email address.', password: 'Enter your password.' },
    mistyped: 'Enter a valid email address.',
    submit: 'Change email',
  },

  sessions: {
    title: 'Devices',
    loading: 'Loading devices',
    tryAgain: 'Try again',
    thisDevice: 'This device',
    lastUsed: (moment: string): string => `Last used: ${moment}`,
    signedIn: (moment: string): string => `Logged in: ${moment}`,
    logOut: 'Log out',
    logOutOf: (client: string): string => `Log out ${client}`,
    logOutOthers: 'Log out everywhere else',
    unknownClient: 'Unknown app',
    otherClient: (client: string): string => `Unknown app (${client})`,
    password: 'Your password, to log out another device',
    missing: 'Enter your password to log out another device.',
  },

  deletion: {
    title: 'Delete account',
    consequences:
      'Your name, email, bio, profile picture and password are deleted for good, and you are logged ' +
      'out everywhere. Messages and pictures that you sent stay with the people who got them, under ' +
      'the name “Deleted account”.',
    password: 'Your password',
    missing: 'Enter your password to delete your account.',
    submit: 'Delete my account',
  },
} as const;
