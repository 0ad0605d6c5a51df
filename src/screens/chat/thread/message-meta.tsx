import { formatMoment, formatTime } from '../../../lib/time.ts';
import { CircleAlert } from '../../../ui/icons/form-icons.ts';
import { Check, Clock3 } from '../../../ui/icons/home-icons.ts';
import { CheckCheck } from '../../../ui/icons/later-icons.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { texts } from './texts.ts';
import type { DeliveryState } from './thread.ts';

interface MessageMetaProps {
  createdAt: string;
  /** Of an own message; absent for others. */
  state: DeliveryState | undefined;
}

/** Time of day, and the state of an own message. The shapes differ, not only the colours. */
export function MessageMeta({ createdAt, state }: MessageMetaProps) {
  return (
    <span className="meta" title={texts.moment(formatMoment(createdAt), state)}>
      <time dateTime={createdAt}>{formatTime(createdAt)}</time>
      {state && (
        <>
          <StateIcon state={state} />
          <VisuallyHidden>{texts.state(state)}</VisuallyHidden>
        </>
      )}
    </span>
  );
}

function StateIcon({ state }: { state: DeliveryState }) {
  switch (state) {
    case 'sending':
    case 'waiting':
      return <Clock3 size={14} strokeWidth={2.5} />;
    case 'failed':
      return <CircleAlert size={14} strokeWidth={2.5} />;
    case 'sent':
      return <Check size={16} strokeWidth={2.25} />;
    case 'delivered':
      return <CheckCheck size={16} strokeWidth={2.25} />;
    case 'seen':
      return <SeenDisc />;
  }
}

function SeenDisc() {
  return (
    <svg className="seen" width={14} height={14} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10.5" fill="currentColor" />
      <path
        d="m7.7 12.4 3 3 5.6-6.2"
        fill="none"
        stroke="var(--tick, var(--bubble-out))"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
