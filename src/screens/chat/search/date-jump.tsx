import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { getNewest } from '../../../conversation/conversation.ts';
import { findFirstSince } from '../../../conversation/search.ts';
import { formatDate, toDayKey } from '../../../lib/time.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { Button } from '../../../ui/button.tsx';
import type { GoTo } from '../thread/use-place.ts';
import { dateForm } from './search-styles.ts';
import { texts } from './texts.ts';

interface DateJumpProps {
  peerId: UserId;
  onBeginJump: () => GoTo;
}

/** Jumps to the first message of a day, or to the next one after it. */
export function DateJump({ peerId, onBeginJump }: DateJumpProps) {
  const queryClient = useQueryClient();
  const id = useId();
  const [day, setDay] = useState('');
  const [note, setNote] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  async function jump(): Promise<string> {
    // In the reader's time zone.
    const start = new Date(`${day}T00:00`);
    if (Number.isNaN(start.getTime())) return texts.chooseDay;
    const goTo = onBeginJump();
    const first = await findFirstSince(queryClient, peerId, start.toISOString());
    // A failure was notified.
    if (first === null) return '';
    const message = first ?? getNewest(queryClient, peerId);
    if (!message) return texts.empty;
    if (!(await goTo(message))) return '';
    const [asked, date] = [formatDate(start), formatDate(message.createdAt)];
    if (!first) return texts.arrivedAtEnd(asked);
    const isThatDay = toDayKey(message.createdAt) === day;
    return isThatDay ? texts.arrived(date) : texts.arrivedLater(asked, date);
  }

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setNote(await jump());
    setIsBusy(false);
  };

  return (
    <form css={dateForm} onSubmit={handleSubmit} noValidate>
      <label htmlFor={id}>{texts.day}</label>
      <input
        id={id}
        type="date"
        max={toDayKey(new Date())}
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      <Button type="submit" look="quiet" busy={isBusy}>
        {texts.go}
      </Button>
      <p role="status">{note}</p>
    </form>
  );
}
