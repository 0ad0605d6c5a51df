import { isEmail } from '../../protocol/email.ts';
import { LIMITS } from '../../protocol/limits.ts';

/** Texts of the auth screen (spec section 2). */
export const texts = {
  signUp: 'Sign up',
  login: 'Login',
  slogan: 'Chat anytime, anywhere',
  back: 'Back',
  step: (step: 1 | 2): string => `Step ${step} of 2`,

  fullName: 'Full Name',
  email: 'Email',
  password: 'Password',
  passwordHint: (least: number): string => `At least ${least} characters.`,
  bio: 'Bio',
  bioPlaceholder: 'Enter Your Bio',
  terms: 'Agree to the terms of use & privacy policy',
  createAccount: 'Create Account',
  loginNow: 'Login Now',

  invitedBy: (name: string): string => `Invited by ${name}`,
  invited: 'You are invited',
  needsInvitation:
    'You need an invitation to join. Ask somebody who is here, or the person who runs this server, for a link, and open it on this device.',
  isClosed:
    'Nobody can join at the moment. The person who runs this server has closed the sign-up.',
  spent: {
    invite: 'This invitation has been used or has expired. Ask whoever sent it for a new one.',
    reset:
      'This link has been used or has expired. Ask the person who runs this server for a new one.',
  },
  newPassword: 'New password',
  newPasswordFor: (email: string): string =>
    `For ${email}. You will be logged out on all other devices.`,
  newPasswordForYou: 'You will be logged out on all other devices.',
  saveAndLogIn: 'Save and log in',
  logOutFirst: 'You are logged in. Log out, and open the link for the new password again.',

  toLogin: { question: 'Already have an account?', link: 'Login here' },
  /** On the form for a new password. */
  isRemembered: 'Do you know your password?',
  toSignUp: { question: 'Create an account', link: 'Click here' },

  problems: {
    fullName: { missing: 'Enter your full name.' },
    email: {
      missing: 'Enter your email address.',
      mistyped: 'Enter a valid email address.',
      accepts: isEmail,
    },
    password: {
      missing: 'Enter a password.',
      tooShort: `Use at least ${LIMITS.passwordMin} characters.`,
    },
    bio: { missing: 'Say a few words about yourself.' },
  },
  unreachable: 'Can’t reach Duet. Check your connection, or reload the page.',
} as const;
