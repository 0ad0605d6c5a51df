/** Creates all rules from the ports that they need. */
import type { UserId } from '../../src/protocol/entities.ts';
import { createAccounts } from './accounts.ts';
import { type AttemptLimitsOptions, createAttemptLimits } from './attempt-limits.ts';
import { createBlocking } from './blocking.ts';
import { createChanges } from './changes.ts';
import { createConversations } from './conversations.ts';
import { createEntrance, type EntranceSettings } from './entrance.ts';
import { createMutes } from './mutes.ts';
import { createOperator } from './operator.ts';
import { createOwnAccount } from './own-account.ts';
import {
  createPictureAllowance,
  createPictureIntake,
  type PictureLimits,
} from './picture-intake.ts';
import type { Notifier } from './ports/notifier.ts';
import type { PictureStore } from './ports/pictures.ts';
import type { Reader } from './ports/reader.ts';
import type { Credentials } from './ports/sessions.ts';
import type { Clock, Report, Store } from './ports/store.ts';
import { createPrivacy } from './privacy.ts';
import { createSearch } from './search.ts';
import { createSessions } from './sessions.ts';
import { createTextAllowance } from './text-allowance.ts';

export type Rules = ReturnType<typeof createRules>;

export function createRules(ports: {
  store: Store;
  reader: Reader;
  pictures: PictureStore;
  credentials: Credentials;
  clock: Clock;
  /** A clock that is never set back. */
  now: () => number;
  notifier: Notifier;
  isOnline: (userId: UserId) => boolean;
  report: Report;
  pictureLimits: PictureLimits & { bytesPerDay: number };
  /** Returns 0, or the ms until the person may store bytes of texts again. */
  spendTextBytes: (userId: UserId, bytes: number) => number;
  /** Without them, nothing is limited. */
  attemptLimits: AttemptLimitsOptions | null;
  entrance: EntranceSettings;
}) {
  const { store, reader, credentials, clock, now, notifier, report } = ports;
  const sessions = createSessions({ sessions: store, credentials, clock, now, notifier, report });
  const { bytesPerDay } = ports.pictureLimits;
  const pictureAllowance = createPictureAllowance({ store, clock, bytesPerDay });
  const pictures = createPictureIntake({
    pictures: ports.pictures,
    allowance: pictureAllowance,
    limits: ports.pictureLimits,
    report,
  });
  const texts = createTextAllowance(ports.spendTextBytes);
  const limits = createAttemptLimits(store, ports.attemptLimits, report, clock);
  const blocking = createBlocking({ store, notifier, clock, isOnline: ports.isOnline });
  const entrance = createEntrance({
    store,
    credentials,
    clock,
    limits,
    settings: ports.entrance,
  });
  const identity = { store, sessions, credentials, pictures, notifier, limits, clock };
  const ownAccount = createOwnAccount(identity);
  const changes = createChanges({ store, pictures, texts, notifier });
  return {
    sessions,
    pictureAllowance,
    entrance,
    accounts: createAccounts({ ...identity, entrance }),
    ownAccount,
    blocking,
    privacy: createPrivacy({ store, notifier }),
    mutes: createMutes({ store, notifier, clock }),
    conversations: createConversations({ store, reader, blocking, pictures, texts, notifier }),
    changes,
    operator: createOperator({
      store,
      sessions,
      entrance,
      changes,
      ownAccount,
      notifier,
      isOnline: ports.isOnline,
    }),
    search: createSearch({ store, reader }),
  };
}
