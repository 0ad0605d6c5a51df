/** Texts of the actions on a message. */
export const texts = {
  options: 'Message options',
  more: 'More',
  reply: 'Reply',
  copy: 'Copy text',
  copied: 'Text copied',
  copyFailed: 'Couldn’t copy the text.',

  react: 'React',
  reactWith: (emoji: string) => `React with ${emoji}`,
  allEmoji: 'All emoji',
  reacted: (emoji: string) => `You reacted with ${emoji}`,
  reactionRemoved: 'Your reaction was removed',
  emojiFailed: 'Couldn’t load emoji. Please try again.',

  edit: 'Edit',
  editTitle: 'Edit message',
  editableUntil: (moment: string) => `You can edit until ${moment}`,
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Message edited',
  notSaved: (reason: string) => `Not saved: ${reason}`,
  tooLong: (max: number) => `Messages can be up to ${max.toLocaleString()} characters.`,

  versions: 'Edit history',
  added: 'Added: ',
  removed: 'Removed: ',
  loading: 'Loading',
  versionsFailed: 'Couldn’t load the earlier texts.',
  tryAgain: 'Try again',
  close: 'Close',

  delete: 'Delete',
  deleteQuestion: 'Delete this message?',
  deleteForMe: 'Delete for me',
  deleteForBoth: 'Delete for both',
  ownDeleted: (name: string) =>
    `“Delete for me” removes it from your devices. “Delete for both” also removes it from ${name}’s.`,
  theirsDeleted: (name: string) => `It is removed from your devices. ${name} keeps it.`,
  copiesStay: 'Screenshots, copied text and backups of the server can’t be removed.',
  deletedForMe: 'Message deleted for you',
  deletedForBoth: 'Message deleted for both',
  tooLate: 'It’s too late to undo this.',

  forward: 'Forward',
  forwardTo: 'Forward to',
  forwardToPlaceholder: 'Forward to…',
  findPeople: 'Find people',
  people: 'People',
  chosen: (names: string) => `To ${names}`,
  nobodyChosen: 'Choose one or more people',
  noMatches: 'No matches',
  nobodyElse: 'Nobody else here yet',
  forwarded: (names: string) => `Forwarded to ${names}`,
  forwardFailed: 'Couldn’t load the list of people. Please try again.',

  saveMessage: 'Save',
  unsaveMessage: 'Remove from saved',
  messageSaved: 'Message saved',
  messageUnsaved: 'Message removed from saved',

  select: 'Select several',
  selected: 'Selected messages',
  countSelected: (count: number) => `${count} selected`,
  copySelected: 'Copy selected messages',
  forwardSelected: 'Forward selected messages',
  deleteSelected: 'Delete selected messages for me',
  deleteSeveralQuestion: (count: number) =>
    count === 1 ? 'Delete this message for you?' : `Delete ${count} messages for you?`,
  severalDeleted: (name: string) => `They are removed from your devices. ${name} keeps them.`,
  countDeleted: (count: number) =>
    count === 1 ? 'Message deleted for you' : `${count} messages deleted for you`,
  endSelecting: 'Stop selecting',

  details: 'Details',
  /** What is known of a message. */
  known: {
    written: 'Written on this device',
    received: 'Received by the server',
    number: 'Number of its last change',
    edited: 'Edited',
    state: 'State',
    sent: 'Sent',
    delivered: 'Delivered',
    seen: 'Read',
    onDevice: (reason: string | undefined) =>
      reason ? `On this device, not sent yet: ${reason}` : 'On this device, not sent yet',
    notSent: (reason: string | undefined) =>
      reason ? `On this device, not sent: ${reason}` : 'On this device, not sent',
  },
};
