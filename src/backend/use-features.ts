import { useQuery } from '@tanstack/react-query';
import { type Features, realtimeQueries } from './connection.ts';

/** All features at once, for lists of what can be done. Loaded on demand, unlike the questions about a single one. */
export const useFeatures = (): Features => useQuery(realtimeQueries.features()).data;
