/** Texts while it is not known who is signed in. */
export const texts = {
  app: 'Duet',
  checking: 'Checking your session',
  page: 'Reconnecting',
  unreachable: 'Can’t reach Duet. Trying again…',
  tryNow: 'Try now',
  isInFront: 'A login page or a firewall answers in place of Duet.',
  reload: 'Reload',
} as const;
