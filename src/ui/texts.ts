/** Texts of components that all screens share. */
export const texts = {
  app: 'Duet',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  showPassword: 'Show password',
  charactersLeft: (left: number): string =>
    left === 1 ? '1 character left' : `${left} characters left`,
} as const;
