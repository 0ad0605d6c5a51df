import { css } from '@emotion/react';
import { formatTime } from '../../lib/time.ts';
import { usePictureDay } from '../../pictures/picture-day.ts';
import { muted } from '../../ui/styles.ts';

/** From this part of a day's limit on, the person sees the count. */
const NEARLY_ALL = 0.8;

const note = css({
  paddingInline: 'var(--s4)',
  paddingBlockStart: 'var(--s2)',
  ...muted,
});

/** Where pictures are chosen: how many bytes are left today, when it is nearly none. */
export function PictureDay() {
  const day = usePictureDay();
  if (!day || day.bytes < day.limit * NEARLY_ALL || day.limit === 0) return null;
  const [sent, limit] = [Math.ceil(day.bytes / 1e6), Math.floor(day.limit / 1e6)];
  return (
    <p css={note} role="status">
      {texts.sent(Math.min(sent, limit), limit, formatTime(day.endsAt))}
    </p>
  );
}

const texts = {
  sent: (sent: number, limit: number, endsAt: string) =>
    `${sent} of ${limit} MB of pictures sent today. They are counted anew from ${endsAt} on.`,
};
