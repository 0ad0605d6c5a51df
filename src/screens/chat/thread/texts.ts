/** Texts of a conversation's messages. */
import type { DeliveryState } from './thread.ts';

const STATES: Record<DeliveryState, string> = {
  sending: 'Sending',
  waiting: 'Waiting to be sent',
  failed: 'Not sent',
  sent: 'Sent',
  delivered: 'Delivered',
  seen: 'Read',
};

const countMessages = (count: number) => (count === 1 ? '1 new message' : `${count} new messages`);

export const texts = {
  conversation: (name: string) => `Conversation with ${name}`,
  you: 'You',
  state: (state: DeliveryState) => STATES[state],
  /** Of a message: the full date and time, when it was edited, and the state of an own one in words. */
  moment: (moment: string, edited: string, state: string) =>
    [moment, ...(edited === '' ? [] : [`Edited ${edited}`]), ...(state === '' ? [] : [state])].join(
      '\n',
    ),
  edited: 'edited',
  reaction: (emoji: string, names: readonly string[]) => `${emoji} from ${names.join(' and ')}`,

  newMessages: countMessages,
  newMessagesFrom: (count: number, name: string) => `${countMessages(count)} from ${name}`,
  announcement: (name: string, text: string | undefined) => `${name}: ${text ?? 'Picture'}`,
  theyEdited: (name: string, text: string | undefined) => `${name} edited a message: ${text ?? ''}`,
  theyDeleted: (name: string) => `${name} deleted a message`,
  theyReacted: (name: string, emoji: string | undefined, text: string | undefined) =>
    emoji === undefined
      ? `${name} removed a reaction`
      : `${name} reacted with ${emoji}: ${text ?? 'Picture'}`,
  changed: (count: number, name: string) => `${name} changed ${count} messages`,
  jumpToNewest: 'Jump to newest',
  jumpToUnseen: (count: number) => `Jump to ${countMessages(count)}`,
  goBack: 'Back to where you were',
  older: { label: 'Show older messages', loading: 'Loading older messages' },
  newer: { label: 'Show newer messages', loading: 'Loading newer messages' },

  /** Instead of the text of a quoted message. */
  picture: 'Picture',
  quotes: (name: string) => `In reply to ${name}`,
  quotesDeleted: 'In reply to',
  forwarded: 'Forwarded',
  deletedMessage: 'Deleted message',

  notOnDevice: 'Not on this device yet',
  comeLater: 'The messages come when the server can be reached.',
  noMessages: 'No messages yet',
  sayHello: (name: string) => `Say hello to ${name}.`,

  imageFromYou: (time: string) => `Image from you, ${time}`,
  imageFrom: (name: string, time: string) => `Image from ${name}, ${time}`,
  openImage: 'Open in a new window',
  enlarge: 'Enlarge',
  enlargeYours: (time: string) => `Enlarge your picture, ${time}`,
  enlargeTheirs: (name: string, time: string) => `Enlarge picture from ${name}, ${time}`,
  loadingImage: 'Loading picture',
  imageFailed: 'Picture didn’t load',
  loadImageAgain: 'Try again',

  preparingPicture: 'Preparing picture',
  sendingPicture: 'Sending picture',
  stopSending: 'Cancel this picture',
  undo: 'Undo',

  notSent: (reason: string | undefined) => (reason ? `Not sent: ${reason}` : 'Not sent'),
  manyNotSent: (count: number) => `${count} messages were not sent`,
  notSentYet: (reason: string | undefined) => (reason ? `Not sent yet: ${reason}` : 'Not sent yet'),
  waitingForConnection: 'Waiting for connection',
  retry: 'Retry',
  discard: 'Discard',

  /** In copied text, for a picture. */
  copiedPicture: '[Picture]',
  copiedHead: (name: string, time: string) => `${name}, ${time}`,
};
