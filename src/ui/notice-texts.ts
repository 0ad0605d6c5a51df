/** Texts of notifications, which load with the first one. */
export const texts = {
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  undo: 'Undo',
} as const;
