import { useEffect, useEffectEvent, useState } from 'react';
import type { ConversationView } from '../../../queries/messages.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { textButton } from './media-styles.ts';
import { texts } from './texts.ts';

/**
 * Where the server gives a conversation in pages, pictures may lie on pages nobody has read yet. One
 * press reads back to the next of them.
 */
export function OlderImages({
  conversation,
  found,
}: {
  conversation: ConversationView;
  found: number;
}) {
  const { pages, hasOlder, isLoadingOlder, loadOlder } = conversation;
  /** What was there when the search began, or its last step; null: not searching. */
  const [before, setBefore] = useState<{ found: number; pages: number } | null>(null);

  const stepOn = useEffectEvent(() => {
    if (!before || isLoadingOlder) return;
    // A step that brought no page has failed, and was notified as every failed call is.
    const isDone = found > before.found || !hasOlder || pages.length === before.pages;
    setBefore(isDone ? null : { ...before, pages: pages.length });
    if (!isDone) loadOlder();
  });
  useEffect(() => {
    if (!isLoadingOlder) stepOn();
  }, [isLoadingOlder]);

  const handleSearch = () => {
    if (before) return;
    setBefore({ found, pages: pages.length });
    loadOlder();
  };
  return (
    <button type="button" css={textButton} aria-busy={before !== null} onClick={handleSearch}>
      {before && <Spinner size={16} />}
      {texts.olderPictures}
    </button>
  );
}
