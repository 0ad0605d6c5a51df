/** The words of muting. */
export const texts = {
  label: (name: string): string => `Notifications from ${name}`,
  isOn: 'Notifications on',
  isMuted: 'Muted',
  mutedUntil: (time: string): string => `Muted until ${time}`,
  turnOn: 'Turn notifications on',
  forAnHour: 'Mute for 1 hour',
  forEightHours: 'Mute for 8 hours',
  forGood: 'Mute until I turn it on',
  isBlocked: 'Blocked',
  block: 'Block',
  unblock: 'Unblock',
};
