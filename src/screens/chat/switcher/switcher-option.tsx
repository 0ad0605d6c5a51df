import { useIsOnline, useUser } from '../../../people/users.ts';
import { useUnseenCount } from '../../../stores/unseen.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Badge } from '../badge.tsx';
import { useIsReconnecting } from '../use-is-reconnecting.ts';
import type { Found } from './find-people.ts';
import { texts } from './texts.ts';

interface SwitcherOptionProps {
  id: string;
  found: Found;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

export function SwitcherOption({ id, found, isActive, onPoint, onChoose }: SwitcherOptionProps) {
  const { userId, parts } = found;
  const user = useUser(userId);
  const isOnline = useIsOnline(userId);
  const isCutOff = useIsReconnecting();
  const isKnown = isOnline !== undefined && !isCutOff;
  const unseen = useUnseenCount(userId);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active one
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    <div role="option" id={id} aria-selected={isActive} onPointerMove={onPoint} onClick={onChoose}>
      {user && <Avatar user={user} size={32} online={isKnown && isOnline} />}
      <bdi className="name" translate="no">
        {parts.map(({ text, isMatch }, index) => {
          const Part = isMatch ? 'b' : 'span';
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is what stands at its place
          return <Part key={index}>{text}</Part>;
        })}
      </bdi>
      <span className="state">
        {isKnown && <span data-online={isOnline}>{isOnline ? texts.online : texts.offline}</span>}
        <Badge count={unseen}>
          <VisuallyHidden>{texts.unread}</VisuallyHidden>
        </Badge>
      </span>
    </div>
  );
}
