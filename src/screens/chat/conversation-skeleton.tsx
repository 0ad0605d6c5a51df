import { css } from '@emotion/react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts } from './texts.ts';

/** Bar, messages, box. */
export const conversationLayout = css({
  // While files may be dropped, a hint covers all of it.
  position: 'relative',
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  // As wide as the sheet, however long a name is.
  gridTemplateColumns: 'minmax(0, 1fr)',
  height: '100%',
  minHeight: 0,
  // A phone held sideways, with its keyboard.
  '@media (max-height: 19.999em)': { '--composer-foot': '4px' },
});

const layout = css({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  gap: 'var(--s4)',
  minHeight: 0,
  width: '100%',
  maxWidth: 'calc(var(--column) + 2 * var(--gap))',
  margin: '0 auto',
  padding: '0 var(--gap) var(--s5)',
  overflow: 'hidden',
  '& > div': { display: 'flex', flex: 'none', alignItems: 'flex-end', gap: 'var(--s2)' },
  '& > [data-side=own]': { flexDirection: 'row-reverse' },
  '& .avatar': { flex: 'none', width: 32, height: 32 },
  '& .bubble': {
    maxWidth: '86%',
    borderRadius: 'var(--r-l)',
    borderEndStartRadius: 'var(--r-tuck)',
  },
  '& [data-side=own] .bubble': {
    borderEndStartRadius: 'var(--r-l)',
    borderEndEndRadius: 'var(--r-tuck)',
  },
});

const SHAPES = [
  { isOwn: false, width: 220, height: 38 },
  { isOwn: false, width: 330, height: 60 },
  { isOwn: true, width: 260, height: 38 },
  { isOwn: true, width: 180, height: 38 },
  { isOwn: false, width: 230, height: 172 },
  { isOwn: true, width: 300, height: 60 },
  { isOwn: false, width: 200, height: 38 },
];

export function ConversationSkeleton({ peerName }: { peerName: string }) {
  return (
    <div
      css={layout}
      role="log"
      aria-live="off"
      aria-busy="true"
      aria-label={texts.loading(peerName)}
    >
      {SHAPES.map(({ isOwn, width, height }) => (
        <div key={width} data-side={isOwn ? 'own' : 'other'}>
          <Skeleton className="avatar" />
          <Skeleton className="bubble" style={{ width, height }} />
        </div>
      ))}
    </div>
  );
}
