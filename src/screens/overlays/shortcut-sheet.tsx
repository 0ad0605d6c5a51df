import { css } from '@emotion/react';
import { Fragment, useEffect, useId, useState } from 'react';
import { useFeatures } from '../../backend/use-features.ts';
import { usePreference } from '../../stores/preferences.ts';
import { isApple } from '../../ui/command-keys.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { X } from '../../ui/icons/icons.ts';
import { forcedColors } from '../../ui/media.ts';
import { isSingleKey } from '../../ui/single-keys.ts';
import { usePageKeys } from '../../ui/use-page-keys.ts';
import { Dialog } from '../dialog.tsx';
import { onOpenShortcuts } from './open-shortcuts.ts';
import { nameKey, SHORTCUTS, type Shortcut, WRITING_SHORTCUTS } from './shortcuts.ts';
import { texts } from './texts.ts';

const sheet = css({
  width: 'min(54rem, calc(100vw - 24px))',
  '& > header': {
    position: 'sticky',
    insetBlockStart: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 'var(--s2)',
    paddingBlock: 'var(--s3) var(--s2)',
    paddingInline: 'var(--s6) var(--s3)',
    background: 'var(--raised)',
    '& > h2': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  },
  '& > p': { paddingInline: 'var(--s6)', font: 'var(--t-sm)', color: 'var(--text-muted)' },
});
const groups = css({
  columns: '15rem 2',
  columnGap: 'var(--s8)',
  padding: '0 var(--s6) var(--s6)',
  '& > section': { breakInside: 'avoid', paddingBlockStart: 'var(--s3)' },
  '& h3': { font: 'var(--t-sm)', fontWeight: 600, color: 'var(--accent-text)' },
  '& dl': { margin: 0 },
  '& dl > div': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: 'var(--s3)',
    minHeight: '2.25rem',
    paddingBlock: 2,
  },
  '& dt': {
    order: 2,
    flex: 'none',
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    marginInlineStart: 'auto',
  },
  '& dt > i': { font: 'var(--t-sm)', color: 'var(--text-muted)', marginInline: 2 },
  '& dd': { margin: 0 },
  '& kbd': {
    display: 'inline-grid',
    placeItems: 'center',
    minWidth: '1.5rem',
    padding: '2px 6px',
    borderRadius: 6,
    background: 'var(--canvas)',
    font: '500 .8125rem/1.25rem var(--font)',
    boxShadow: 'inset 0 0 0 1px var(--control)',
    [forcedColors]: { border: '1px solid' },
  },
});

/** All shortcuts, opened by `?` and from the settings. */
export function ShortcutSheet() {
  const [isOpen, setIsOpen] = useState(false);
  const titleId = useId();
  const sendKey = usePreference('sendKey');
  const hasSingleKeys = usePreference('hasSingleKeys');
  useEffect(() => onOpenShortcuts(() => setIsOpen(true)), []);
  usePageKeys((event) => {
    if (!isSingleKey(event, '?')) return;
    event.preventDefault();
    setIsOpen(true);
  });

  if (!isOpen) return null;
  const close = () => setIsOpen(false);
  return (
    <Dialog css={sheet} aria-labelledby={titleId} onClose={close}>
      <header>
        <h2 id={titleId}>{texts.shortcuts.title}</h2>
        <IconButton label={texts.shortcuts.close} onClick={close}>
          <X size={20} />
        </IconButton>
      </header>
      {!hasSingleKeys && <p>{texts.shortcuts.singleKeysOff}</p>}
      <div css={groups}>
        {SHORTCUTS.map(({ title, shortcuts }) => (
          <Group key={title} title={title} shortcuts={shortcuts} />
        ))}
        <Group title={WRITING_SHORTCUTS.title} shortcuts={WRITING_SHORTCUTS[sendKey]} />
      </div>
    </Dialog>
  );
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  const features = useFeatures();
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {shortcuts
          .filter(({ feature }) => feature === undefined || features?.has(feature))
          .map(({ keys, does, isOutsideText = false }) => (
            <div key={does}>
              <dt>
                {keys.map((together, index) => (
                  <Fragment key={together.join()}>
                    {index > 0 && <i>{texts.shortcuts.or}</i>}
                    {together.map((key) => (
                      <kbd key={key}>{nameKey(key)}</kbd>
                    ))}
                  </Fragment>
                ))}
              </dt>
              <dd>{isOutsideText && isApple() ? texts.shortcuts.outsideText(does) : does}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
