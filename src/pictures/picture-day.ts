/** How many of a day's bytes for pictures this person has used. */
import { useQuery } from '@tanstack/react-query';
import { readPictureDay } from '../api/own-account.ts';
import { useHasFeature } from '../backend/connection.ts';

/** Fetched again when pictures are chosen; undefined if the server has no limit. */
export function usePictureDay() {
  return useQuery({
    queryKey: ['auth', 'picture-day'],
    queryFn: ({ signal }) => readPictureDay(signal),
    enabled: useHasFeature('pictureDay'),
    staleTime: 0,
    gcTime: 0,
    // Without an answer, people can send anyway.
    meta: { isSilent: true },
  }).data;
}
