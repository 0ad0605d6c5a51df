/** The words of muting. */
export const texts = {
  from: (name: string): string => `Notifications from ${name}`,
  /** Begins with what is to be seen, so that it can be said to it. */
  label: (state: string, name: string): string => `${state}. Notifications from ${name}`,
  isOn: 'Notifications on',
  isMuted: 'Muted',
  mutedUntil: (time: string): string => `Muted until ${time}`,
  turnOn: 'Turn notifications on',
  forAnHour: 'Mute for 1 hour',
  forEightHours: 'Mute for 8 hours',
  forGood: 'Mute until I turn it on',
  isBlocked: 'Blocked',
};
