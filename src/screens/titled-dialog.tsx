import { css } from '@emotion/react';
import { type ComponentProps, useId } from 'react';
import { IconButton } from '../ui/button.tsx';
import type { Elements } from '../ui/elements.ts';
import { X } from '../ui/icons/icons.ts';
import { flexRow } from '../ui/styles.ts';
import { Dialog } from './dialog.tsx';

interface TitledDialogProps extends Omit<ComponentProps<typeof Dialog>, 'title' | 'children'> {
  title: string;
  children: Elements;
}

/** A dialog whose title and close button stay while its content scrolls. */
export function TitledDialog({ title, children, ...props }: TitledDialogProps) {
  const titleId = useId();
  return (
    <Dialog css={surface} aria-labelledby={titleId} {...props}>
      <header css={bar}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label="Close" onClick={props.onClose}>
          <X size={20} />
        </IconButton>
      </header>
      {children}
    </Dialog>
  );
}

const surface = css({ width: 'min(26rem, calc(100vw - 24px))', overflowWrap: 'anywhere' });
const bar = css({
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: 'var(--z-sticky)',
  ...flexRow('var(--s2)'),
  justifyContent: 'space-between',
  paddingBlock: 'var(--s3) var(--s2)',
  paddingInline: 'var(--s6) var(--s3)',
  background: 'var(--raised)',
  '& > h2': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
});
