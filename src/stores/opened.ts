/** What this window has opened in a conversation: a picture, or the box for words. */
import { create } from 'zustand';
import type { UserId } from '../protocol/entities.ts';

// The picture in the viewer: its message's key, or none.

export const useViewedPicture = create<string | null>(() => null);

export const viewPicture = (key: string): void => useViewedPicture.setState(key, true);

export const closeViewer = (): void => useViewedPicture.setState(null, true);

// The person wants to write to somebody at once, as after Reply in a notification.

const useWriting = create<UserId | null>(() => null);

export const useIsToWrite = (userId: UserId): boolean => useWriting((to) => to === userId);

export const askToWrite = (to: UserId | null): void => useWriting.setState(to, true);
