/**
 * Who may come in: the mode of sign-up, invitations, and links for a new password. A code is random and stored hashed.
 * Wrong codes count as wrong passwords from the same address do.
 */

import type { UserId } from '../../src/protocol/entities.ts';
import type { CodeKind, PageEntrance, SignUpMode } from '../../src/protocol/entrance.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { DomainError } from './errors.ts';
import {
  type CodeStore,
  INVITATION_ID_LENGTH,
  type NewCode,
  type OpenCode,
} from './ports/codes.ts';
import type { Credentials } from './ports/sessions.ts';
import type { Clock } from './ports/store.ts';
import { unknownUser } from './require-user.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

const MOST_OPEN = 20;
/** How long an invitation of a person can be used, once. */
const OWN_DAYS = 7;
export const RESET_DAYS = 1;

export interface EntranceSettings {
  signUps: SignUpMode;
  /** Whether people invite others, and not the operator alone. */
  isEveryoneInviting: boolean;
}

/** An invitation that can still be used. */
export interface Invitation {
  id: string;
  /** Who invites; absent: the operator. */
  from?: string;
  usesLeft: number;
  createdAt: number;
  endsAt: number;
}

export const canInvite = ({ signUps, isEveryoneInviting }: EntranceSettings): boolean =>
  isEveryoneInviting && signUps !== 'closed';

export type Entrance = ReturnType<typeof createEntrance>;

export function createEntrance(ports: {
  store: CodeStore;
  credentials: Credentials;
  clock: Clock;
  limits: Pick<AttemptLimits, 'guardCode'>;
  settings: EntranceSettings;
}) {
  const { store, credentials, clock, limits, settings } = ports;
  const { signUps } = settings;

  function findCode(kind: CodeKind, code: string, address: string): Promise<OpenCode | undefined> {
    const codeHash = credentials.hashCode(code);
    return limits.guardCode(address, () => store.findCode(kind, codeHash, clock()));
  }

  function requireInviting(): void {
    if (signUps === 'closed') throw closed();
    if (settings.isEveryoneInviting) return;
    throw new DomainError('forbidden', 'Only the person who runs this server can invite people.');
  }

  /** Resolves to a new code, which is not stored itself. */
  async function issue(
    days: number,
    asked: Pick<NewCode, 'kind' | 'userId' | 'uses'> & { most?: number },
    refuse = unknownUser,
  ): Promise<string> {
    const { code, codeHash } = credentials.issueCode();
    const now = clock();
    const endsAt = now + days * DAY_MS;
    if (await store.createCode({ ...asked, codeHash, endsAt, now })) return code;
    throw refuse();
  }

  const toInvitation = ({ codeHash, user, usesLeft, createdAt, endsAt }: OpenCode): Invitation => ({
    id: codeHash.slice(0, INVITATION_ID_LENGTH),
    ...(user && { from: user.fullName }),
    usesLeft,
    createdAt,
    endsAt,
  });

  async function listInvitations(userId?: UserId): Promise<Invitation[]> {
    return (await store.listInvitations(clock(), userId)).map(toInvitation);
  }

  return {
    settings,

    /**
     * Rejects if nobody may sign up so. Resolves to the hash of the invitation of which a use is taken with the new
     * account; undefined if none is needed.
     */
    async admit(invite: string | undefined, address: string): Promise<string | undefined> {
      if (signUps === 'open') return undefined;
      if (signUps === 'closed') throw closed();
      if (invite === undefined) {
        throw new DomainError(
          'forbidden',
          'You need an invitation to join. Ask somebody who is here, or the person who runs this server, for a link.',
        );
      }
      const found = await findCode('invite', invite, address);
      if (!found) throw usedInvitation();
      return found.codeHash;
    },

    async requireReset(
      code: string,
      address: string,
    ): Promise<Required<Pick<OpenCode, 'codeHash' | 'user'>>> {
      const found = await findCode('reset', code, address);
      if (!found?.user) throw usedLink();
      return { codeHash: found.codeHash, user: found.user };
    },

    /** What the page says. A code is looked up, and not used: programs that preview links open them too. */
    async describe(
      { invite, reset }: { invite?: string | undefined; reset?: string | undefined },
      address: string,
    ): Promise<PageEntrance> {
      try {
        if (reset !== undefined) {
          const found = await findCode('reset', reset, address);
          return found?.user ? { signUps, email: found.user.email } : { signUps, spent: 'reset' };
        }
        if (invite === undefined || signUps === 'closed') return { signUps };
        const found = await findCode('invite', invite, address);
        // Where everybody may sign up, an old invitation is as good as none.
        if (!found) return signUps === 'open' ? { signUps } : { signUps, spent: 'invite' };
        return { signUps, ...(found.user && { from: found.user.fullName }) };
      } catch (error) {
        // Too many, or no database: the call says so.
        if (error instanceof DomainError) return { signUps };
        throw error;
      }
    },

    async invite(userId: UserId): Promise<string> {
      requireInviting();
      const asked = { kind: 'invite', userId, uses: 1, most: MOST_OPEN } as const;
      return issue(OWN_DAYS, asked, tooManyOpen);
    },

    async listOwn(userId: UserId): Promise<Invitation[]> {
      requireInviting();
      return listInvitations(userId);
    },

    async revoke(userId: UserId, id: string): Promise<void> {
      if (await store.deleteInvitation(id, userId)) return;
      throw new DomainError('notFound', 'This invitation does not exist any more.');
    },

    async inviteAsOperator({ uses, days }: { uses: number; days: number }): Promise<string> {
      if (signUps === 'closed') {
        throw new DomainError(
          'forbidden',
          'Nobody can sign up while SIGN_UPS is closed: set it to invite, and start the server again.',
        );
      }
      return issue(days, { kind: 'invite', uses });
    },

    listAll: () => listInvitations(),

    revokeAny: (id: string): Promise<boolean> => store.deleteInvitation(id),

    /** Replaces an earlier link of the person. */
    openReset: (userId: UserId) => issue(RESET_DAYS, { kind: 'reset', userId, uses: 1 }),
  };
}

const tooManyOpen = () =>
  new DomainError(
    'forbidden',
    `You have ${MOST_OPEN} open invitations. Revoke one of them, or wait until one is used.`,
  );

const closed = () => new DomainError('forbidden', 'Nobody can join this server at the moment.');

export const usedInvitation = () =>
  new DomainError('forbidden', 'This invitation has been used or has expired. Ask for a new one.');

export const usedLink = () =>
  new DomainError(
    'forbidden',
    'This link has been used or has expired. Ask the person who runs this server for a new one.',
  );
