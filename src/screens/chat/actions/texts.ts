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

  edit: 'Edit',
  editTitle: 'Edit message',
  save: 'Save',
  cancelEdit: 'Cancel the edit',
  cancel: 'Cancel',
  saved: 'Message edited',
  notSaved: (reason: string) => `Not saved: ${reason}`,
  tooLong: (max: number) => `Messages can be up to ${max.toLocaleString()} characters.`,

  close: 'Close',

  delete: 'Delete',
  deleteQuestion: 'Delete this message?',
  deleteConsequences: 'It is deleted for both of you. Backups and screenshots stay.',
  deleted: 'Message deleted',
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
};
