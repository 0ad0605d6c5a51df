import type { Version } from '../protocol/actions.ts';
import type { MessageId } from '../protocol/entities.ts';
import { paths, pathTo, type VersionsResponse } from '../protocol/http.ts';
import { call } from './client.ts';

/** Fetches the earlier texts of a message, oldest first. Only for a server with the feature `edit`. */
export async function readVersions(messageId: MessageId, signal: AbortSignal): Promise<Version[]> {
  const { versions } = await call<VersionsResponse>({
    method: 'get',
    path: pathTo(paths.versions, messageId),
    expects: { versions: 'array' },
    signal,
  });
  return versions;
}
