import { useEffect, useState } from 'react';
import { useExcerpt } from '../../../conversation/excerpt.ts';
import { listImages, useImages } from '../../../conversation/media.ts';
import { useConversation } from '../../../conversation/messages.ts';
import type { Message, User, UserId } from '../../../protocol/entities.ts';
import { useZone } from '../../../stores/clock.ts';
import { closeViewer, useViewedPicture } from '../../../stores/opened.ts';
import { notify } from '../../../ui/notify.ts';
import { useBackCloses } from '../../history-entries.ts';
import { keyOf, toEntry } from '../thread/thread.ts';
import { texts } from './texts.ts';

type PictureViewer = typeof import('./picture-viewer.tsx').PictureViewer;

/** The place of the viewer, beside everything else. Its code loads with the first viewed picture. */
export function ViewerHost({ meId, peer }: { meId: UserId; peer: User }) {
  const key = useViewedPicture();
  // It belongs to the conversation, and closes with it.
  useEffect(() => closeViewer, []);
  return key === null ? null : <OpenViewer pictureKey={key} meId={meId} peer={peer} />;
}

function OpenViewer({ pictureKey, meId, peer }: { pictureKey: string; meId: UserId; peer: User }) {
  const [code, setCode] = useState<{ PictureViewer: PictureViewer } | null>(null);
  const zone = useZone();
  const { pictures, count } = useConversationPictures(pictureKey, meId, peer._id);
  useBackCloses(true, closeViewer);
  useEffect(() => {
    import('./picture-viewer.tsx').then(setCode, () => {
      notify.error(texts.unavailable);
      closeViewer();
    });
  }, []);
  if (!code) return null;
  return (
    <code.PictureViewer
      key={zone}
      pictures={pictures}
      count={count}
      startKey={pictureKey}
      peer={peer}
      onClose={closeViewer}
    />
  );
}

/** The pictures of the shown part, oldest first; up to the newest, with the number of all, if the requested one is not in it. */
export function useConversationPictures(
  key: string,
  meId: UserId,
  peerId: UserId,
): { pictures: Message[]; count?: number | undefined } {
  const excerpt = useExcerpt(peerId);
  const conversation = useConversation(peerId);
  const { images, count } = useImages(peerId, conversation);
  const { outbox } = conversation;
  const far = listImages(excerpt?.pages ?? []);
  if (far.some((message) => keyOf(message) === key)) return { pictures: far.toReversed() };
  const unsent = outbox.map((outgoing) => toEntry(outgoing, meId)).filter(({ image }) => image);
  return {
    pictures: [...images.toReversed(), ...unsent],
    count: count === undefined ? undefined : count + unsent.length,
  };
}
