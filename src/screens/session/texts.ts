/** Texts while it is not known who is signed in. */
export const texts = {
  app: 'Duet',
  checking: 'Checking your session',
  page: 'Reconnecting',
  unreachable: 'Can’t reach Duet. Trying again…',
  tryNow: 'Try now',
} as const;
