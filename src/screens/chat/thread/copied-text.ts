/** Copied messages as text: one is its words; several have their senders and times, with a line for each day. */
import { formatDate, formatTime } from '../../../lib/time.ts';
import { texts } from './texts.ts';

interface CopiedMessage {
  sender: string;
  createdAt: string;
  /** Absent: a picture. */
  text: string | undefined;
}

export function writeCopied(messages: readonly CopiedMessage[]): string {
  const [first] = messages;
  if (messages.length < 2) return first?.text ?? (first ? texts.copiedPicture : '');
  // The date, not a name relative to today.
  const readDay = ({ createdAt }: CopiedMessage) => formatDate(createdAt);
  const days = new Set(messages.map(readDay));
  let day = days.size > 1 ? '' : undefined;
  return messages
    .map((message) => {
      const head = texts.copiedHead(message.sender, formatTime(message.createdAt));
      const written = `${head}\n${message.text ?? texts.copiedPicture}`;
      if (day === undefined || readDay(message) === day) return written;
      day = readDay(message);
      return `${day}\n\n${written}`;
    })
    .join('\n\n');
}
