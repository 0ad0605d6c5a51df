import { css, keyframes } from '@emotion/react';
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type RefCallback,
  useId,
  useRef,
} from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import type { Elements } from '../ui/elements.ts';
import { X } from '../ui/icons/icons.ts';
import { flexRow, raised } from '../ui/styles.ts';
import { useBackCloses } from './history-entries.ts';

interface DialogProps
  extends Omit<ComponentProps<'dialog'>, 'ref' | 'onCancel' | 'onClick' | 'onPointerDown'> {
  /** By Escape, by a press beside it, or by the browser's Back. */
  onClose: () => void;
  closesByBack?: boolean | undefined;
  /** Closed for a while; its content stays. */
  isHidden?: boolean;
}

/** A modal dialog, open while it is rendered. */
export function Dialog(props: DialogProps) {
  const { onClose, closesByBack = true, isHidden = false, onKeyDown, ...others } = props;
  useBackCloses(closesByBack, onClose);
  /** A drag that selects text may begin in the dialog, and end beside it. */
  const beganBeside = useRef(false);
  return (
    <dialog
      {...others}
      ref={isHidden ? null : open}
      css={surface}
      // Of Escape. Not `close`, which comes later, when it may be open again.
      onCancel={(event) => event.target === event.currentTarget && onClose()}
      onPointerDown={(event) => {
        beganBeside.current = isBeside(event);
      }}
      onClick={(event) => beganBeside.current && isBeside(event) && onClose()}
      onKeyDown={(event) => {
        // The screen behind has its own keys, and Escape closes one thing at a time.
        event.stopPropagation();
        onKeyDown?.(event);
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        const { target } = event;
        // Safari's search fields take each Escape, also when there is nothing to clear.
        if (!(target instanceof HTMLInputElement && target.type === 'search' && !target.value))
          return;
        event.preventDefault();
        onClose();
      }}
    />
  );
}

/** On the backdrop. The dialog itself is under the pointer there, and at its own edge. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === currentTarget && !isInside;
}

const open: RefCallback<HTMLDialogElement> = (element) => {
  element?.showModal();
  // Closing returns the focus to its previous element; removing the dialog from the page would not.
  return () => element?.close();
};

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(12px)' } });
const surface = css({
  animation: `${rise} var(--d-base) var(--ease-out)`,
  maxHeight: 'calc(100dvh - 24px)',
  padding: 0,
  border: 0,
  borderRadius: 24,
  ...raised(3),
  '--behind': 'var(--raised)',
  color: 'var(--text)',
  overscrollBehavior: 'contain',
  '&::backdrop': { background: 'rgb(6 18 23 / 0.5)' },
});

export const bottomSheet = {
  width: '100%',
  maxWidth: 'none',
  marginBlock: 'auto 0',
  borderEndStartRadius: 0,
  borderEndEndRadius: 0,
} as const;

const narrow = css({ width: 'min(26rem, calc(100vw - 24px))', overflowWrap: 'anywhere' });

interface TitledDialogProps extends Omit<ComponentProps<typeof Dialog>, 'title' | 'children'> {
  title: string;
  children: Elements;
}

/** A dialog whose title and close button stay while its content scrolls. */
export function TitledDialog({ title, children, ...props }: TitledDialogProps) {
  const titleId = useId();
  return (
    <Dialog css={narrow} aria-labelledby={titleId} {...props}>
      <header css={titleBar}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label="Close" onClick={props.onClose}>
          <X size={20} />
        </IconButton>
      </header>
      {children}
    </Dialog>
  );
}

const titleBar = css({
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

interface QuestionProps {
  title: string;
  /** The consequences; read with the title. */
  children: ReactNode;
  /** Words of the buttons; the first one has the focus. */
  stay: string;
  go: string;
  onGo: () => void;
  /** It was answered with `stay`, or closed without an answer. */
  onClose: () => void;
  closesByBack?: boolean;
}

/** Asks before something is lost. */
export function Question(props: QuestionProps) {
  const { title, children, stay, go, onGo, onClose, closesByBack } = props;
  const id = useId();
  return (
    <Dialog
      css={question}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
      closesByBack={closesByBack}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`}>{children}</div>
      <div css={answers}>
        <Button look="quiet" onClick={onClose}>
          {stay}
        </Button>
        <Button look="danger" onClick={onGo}>
          {go}
        </Button>
      </div>
    </Dialog>
  );
}

const question = css(narrow, {
  padding: 'var(--s6)',
  '& > h2': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  '& > h2 + div': { marginBlock: 'var(--s2) var(--s5)', color: 'var(--text-muted)' },
});
const answers = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 'var(--s2)',
  '& > button': { flex: '1 0 auto', minHeight: 44 },
});
