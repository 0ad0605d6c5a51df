import type { QueryClient } from '@tanstack/react-query';
import { setSmallPicture } from '../api/own-account.ts';
import { hasFeature } from '../backend/connection.ts';
import { makeSmallPicture } from '../pictures/crop-image.ts';
import { readDataUrl } from '../pictures/image-file.ts';
import { getMe } from './auth.ts';

/**
 * Gives the own profile picture a small version whenever it lacks one: after a change, and at the next sign-in of an
 * account that had a picture before there were small ones. Each picture is tried once; without success lists show the
 * full one.
 */
export function sendSmallPictures(queryClient: QueryClient, signal: AbortSignal): void {
  const tried = new Set<string>();

  async function send(profilePic: string): Promise<void> {
    const picture = await fetch(profilePic, { signal, priority: 'low' });
    const small = picture.ok ? await makeSmallPicture(await picture.blob()) : undefined;
    if (small) await setSmallPicture({ profilePic, smallPic: await readDataUrl(small) });
  }

  function look(): void {
    const { profilePic, smallPic } = getMe(queryClient) ?? {};
    if (!profilePic || smallPic || tried.has(profilePic)) return;
    if (!hasFeature(queryClient, 'smallPictures')) return;
    tried.add(profilePic);
    send(profilePic).catch(() => undefined);
  }

  signal.addEventListener('abort', queryClient.getQueryCache().subscribe(look));
  look();
}
