import { css } from '@emotion/react';
import { Spinner } from '../../../ui/spinner.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { focusLog } from './focus-log.ts';
import { texts } from './texts.ts';

const slot = css({
  display: 'grid',
  placeItems: 'center',
  height: '3.5rem',
  color: 'var(--text-muted)',
  '& button': {
    minHeight: 'var(--tap)',
    padding: '0 var(--s3)',
    borderRadius: 'var(--r-full)',
    font: 'var(--t-sm)',
    fontWeight: 600,
    color: 'var(--accent-text)',
    '&:hover': { background: 'var(--accent-soft)' },
  },
});

interface MoreMessagesProps {
  isLoading: boolean;
  onLoad: () => void;
}

/** At the top of the loaded messages. Scrolling there loads more; the button is for keyboards, and after a failure. */
export function OlderMessages(props: MoreMessagesProps) {
  return <More label={texts.showOlder} loading={texts.loadingOlder} {...props} />;
}

/** The same at the lower end of a part that does not reach the newest message. */
export function NewerMessages(props: MoreMessagesProps) {
  return <More label={texts.showNewer} loading={texts.loadingNewer} {...props} />;
}

interface MoreProps extends MoreMessagesProps {
  label: string;
  loading: string;
}

function More({ isLoading, onLoad, label, loading }: MoreProps) {
  return (
    <div css={slot}>
      {isLoading ? (
        <>
          <Spinner />
          <VisuallyHidden>{loading}</VisuallyHidden>
        </>
      ) : (
        <button
          type="button"
          onClick={(event) => {
            focusLog(event.currentTarget);
            onLoad();
          }}
        >
          {label}
        </button>
      )}
    </div>
  );
}
