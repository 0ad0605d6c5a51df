/** The texts that a message had before. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { readVersions } from '../api/message-versions.ts';
import type { Version } from '../protocol/actions.ts';
import type { MessageId, UserId } from '../protocol/entities.ts';
import { messageKeys } from './message-keys.ts';

/** `version` is that of the current text: with another one they are fetched again. */
const versionsQuery = (peerId: UserId, messageId: MessageId, version: number) =>
  queryOptions({
    queryKey: [...messageKeys.conversation(peerId), 'versions', messageId, version] as const,
    queryFn: ({ signal }) => readVersions(messageId, signal),
    // They are of the kind that a deletion for both erases: nothing stays longer than it is shown.
    gcTime: 0,
    // The list itself shows the error.
    meta: { isSilent: true },
  });

interface VersionsView {
  /** Oldest first; undefined until they are there. */
  versions: readonly Version[] | undefined;
  hasFailed: boolean;
  retry(): void;
}

export function useVersions(peerId: UserId, messageId: MessageId, version: number): VersionsView {
  const { data, isError, refetch } = useQuery(versionsQuery(peerId, messageId, version));
  return { versions: data, hasFailed: isError, retry: () => void refetch() };
}
