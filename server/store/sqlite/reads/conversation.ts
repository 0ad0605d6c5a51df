/** The conversation of a reader with a peer, as queries name it. */
import type { UserId } from '../../../../src/protocol/entities.ts';
import type { StoredMessage } from '../../../domain/ports/messages.ts';
import { parseId } from '../../ids.ts';
import { type Row, toMessageBetween } from '../../rows.ts';

/** Both people must exist with the creation seconds in their ids. */
export const CONVERSATION = `
  select c.id from conversations c
  join users reader on reader.id = $reader and reader.created_at / 1000 = $readerSecond
  join users peer on peer.id = $peer and peer.created_at / 1000 = $peerSecond
  where c.low = min($reader, $peer) and c.high = max($reader, $peer)`;

interface Scope {
  parameters: { $reader: number; $readerSecond: number; $peer: number; $peerSecond: number };
  /** As the reader may see it. */
  toStored(row: Row): StoredMessage;
}

/** Undefined for invalid ids. */
export function toScope(readerId: UserId, peerId: UserId): Scope | undefined {
  const reader = parseId(readerId);
  const peer = parseId(peerId);
  if (reader === undefined || peer === undefined) return undefined;
  return {
    parameters: {
      $reader: reader.key,
      $readerSecond: reader.second,
      $peer: peer.key,
      $peerSecond: peer.second,
    },
    toStored: (row) => toMessageBetween(row, readerId, peerId),
  };
}
