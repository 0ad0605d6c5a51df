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

  toLogin: { question: 'Already have an account?', link: 'Login here' },
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
