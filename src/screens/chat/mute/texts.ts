/** Texts of muting. */
export const texts = {
  from: (name: string): string => `Notifications from ${name}`,
  mute: 'Mute',
  // Both begin with the visible text, so that it can be used for voice control.
  muteLabel: (name: string): string => `Mute notifications from ${name}`,
  mutedLabel: (state: string, name: string): string => `${state}. Notifications from ${name}`,
  isMuted: 'Muted',
  mutedUntil: (time: string): string => `Muted until ${time}`,
  unmute: 'Unmute',
  forAnHour: 'Mute for 1 hour',
  forEightHours: 'Mute for 8 hours',
  forGood: 'Mute always',
};
