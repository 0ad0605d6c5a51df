/** The words of muting. */
export const texts = {
  from: (name: string): string => `Notifications from ${name}`,
  mute: 'Mute',
  // Both begin with what is to be seen, so that it can be said to them.
  muteLabel: (name: string): string => `Mute notifications from ${name}`,
  mutedLabel: (state: string, name: string): string => `${state}. Notifications from ${name}`,
  isMuted: 'Muted',
  mutedUntil: (time: string): string => `Muted until ${time}`,
  unmute: 'Unmute',
  forAnHour: 'Mute for 1 hour',
  forEightHours: 'Mute for 8 hours',
  forGood: 'Mute until I turn it back on',
};
