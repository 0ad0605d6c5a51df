import { useQueryClient } from '@tanstack/react-query';
import { isPlain, useFeatures } from '../../../backend/connection.ts';

/** By what this person lets others in: links, the address alone, or nothing, which is also so while nobody knows. */
export function useWayToInvite(): 'links' | 'address' | null {
  const queryClient = useQueryClient();
  const features = useFeatures();
  if (features?.has('invitations')) return 'links';
  return features?.has('openSignUps') || isPlain(queryClient) ? 'address' : null;
}
