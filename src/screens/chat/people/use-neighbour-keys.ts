import type { UserId } from '../../../protocol/entities.ts';
import { getMarked } from '../../../stores/people-settings.ts';
import { getUnseenCount } from '../../../stores/unseen.ts';
import { isApple } from '../../../ui/command-keys.ts';
import { isComposing } from '../../../ui/composing.ts';
import { isWriting } from '../../../ui/single-keys.ts';
import { usePageKeys } from '../../../ui/use-page-keys.ts';

/** Where Alt and an arrow have their own function. */
const HAS_OWN_ARROWS = 'select, input[type=date], [role=menu] *, dialog *';

/**
 * Alt with Up or Down opens the conversation above or below the open one; with Shift, the next unread one. In a text
 * field on a Mac these keys move by paragraphs or select them.
 */
export function useNeighbourKeys(
  ids: readonly UserId[],
  selectedId: UserId | null,
  onOpen: (userId: UserId) => void,
): void {
  usePageKeys((event) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
    if (!altKey || ctrlKey || metaKey || event.defaultPrevented || isComposing(event)) return;
    if (target instanceof Element && target.matches(HAS_OWN_ARROWS)) return;
    if (isApple() && isWriting(target)) return;
    event.preventDefault();
    const found = findNeighbour(ids, selectedId, key === 'ArrowUp', shiftKey);
    if (found !== undefined) onOpen(found);
  });
}

/** Unread ones wrap around; the others stop at the end of the list. */
function findNeighbour(
  ids: readonly UserId[],
  selectedId: UserId | null,
  isBackwards: boolean,
  isUnreadOnly: boolean,
): UserId | undefined {
  const ordered = isBackwards ? ids.toReversed() : ids;
  const at = selectedId === null ? -1 : ordered.indexOf(selectedId);
  if (!isUnreadOnly) return ordered[at + 1];
  const others = [...ordered.slice(at + 1), ...ordered.slice(0, Math.max(at, 0))];
  return others.find((id) => getUnseenCount(id) > 0 || getMarked('unread').has(id));
}
