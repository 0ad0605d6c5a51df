import { css } from '@emotion/react';
import { useId } from 'react';
import { useVersions } from '../../../conversation/versions.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { X } from '../../../ui/icons/form-icons.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Dialog } from '../../dialog.tsx';
import { type DiffPart, diffWords } from './diff-words.ts';
import type { Subject } from './message-action.ts';
import { texts } from './texts.ts';

const panel = css({
  width: 'min(34rem, calc(100vw - 24px))',
  overflowWrap: 'anywhere',
  '& > header': {
    position: 'sticky',
    insetBlockStart: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    paddingBlock: 'var(--s3) var(--s2)',
    paddingInline: 'var(--s6) var(--s3)',
    background: 'var(--raised)',
    '& > h2': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  },
  '& > ol, & > div': { padding: '0 var(--s6) var(--s6)' },
  '& li + li': {
    marginBlockStart: 'var(--s4)',
    paddingBlockStart: 'var(--s4)',
    borderBlockStart: '1px solid var(--line)',
  },
  '& time': { font: 'var(--t-sm)', color: 'var(--text-muted)' },
  '& p': { marginBlockStart: 'var(--s1)', whiteSpace: 'pre-wrap' },
  '& ins': { textDecoration: 'underline', background: 'var(--accent-soft)', borderRadius: 4 },
  '& del': { color: 'var(--danger)', background: 'var(--danger-soft)', borderRadius: 4 },
});

interface VersionListProps {
  message: Subject['message'];
  peerId: string;
  onClose: () => void;
}

/** All texts that a message has had, newest first, each with what was changed. */
export function VersionList({ message, peerId, onClose }: VersionListProps) {
  const titleId = useId();
  const { versions, hasFailed, retry } = useVersions(peerId, message._id, message.version ?? 0);
  const all = versions && [
    ...versions,
    { text: message.text ?? '', at: message.editedAt ?? message.createdAt },
  ];
  return (
    <Dialog css={panel} aria-labelledby={titleId} onClose={onClose}>
      <header>
        <h2 id={titleId}>{texts.versions}</h2>
        <IconButton label={texts.close} onClick={onClose}>
          <X size={20} />
        </IconButton>
      </header>
      {all ? (
        <ol>
          {all
            .map(({ text, at }, index) => {
              const before = all[index - 1];
              return (
                <li key={at}>
                  <time dateTime={at}>{formatDateTime(at)}</time>
                  <p dir="auto">
                    {before ? <Difference parts={diffWords(before.text, text)} /> : text}
                  </p>
                </li>
              );
            })
            .toReversed()}
        </ol>
      ) : (
        <div>
          {hasFailed ? (
            <>
              <p>{texts.versionsFailed}</p>
              <Button look="quiet" onClick={retry}>
                {texts.tryAgain}
              </Button>
            </>
          ) : (
            <>
              <Spinner />
              <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Screen readers read what marks alone would say. */
function Difference({ parts }: { parts: readonly DiffPart[] }) {
  let offset = 0;
  return parts.map(({ text, kind }) => {
    const key = `${kind}${offset}`;
    offset += text.length;
    if (kind === 'same') return text;
    const Mark = kind === 'added' ? 'ins' : 'del';
    return (
      <Mark key={key}>
        <VisuallyHidden>{kind === 'added' ? texts.added : texts.removed}</VisuallyHidden>
        {text}
      </Mark>
    );
  });
}
