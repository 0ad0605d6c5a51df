/** How much of what the server takes of pictures in a day this person has sent. */
import { useQuery } from '@tanstack/react-query';
import { readPictureDay } from '../api/picture-day.ts';
import { useHasFeature } from '../backend/connection.ts';

/** Asked for anew where pictures are chosen; nothing where the server tells nothing. */
export function usePictureDay() {
  return useQuery({
    queryKey: ['auth', 'picture-day'],
    queryFn: ({ signal }) => readPictureDay(signal),
    enabled: useHasFeature('pictureDay'),
    staleTime: 0,
    gcTime: 0,
    // Whoever has no answer sends all the same.
    meta: { isSilent: true },
  }).data;
}
