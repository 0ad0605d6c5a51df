/** Changes of messages for both people: edits, reactions and deletions. `judge-change.ts` says what is allowed. */
import { hash } from 'node:crypto';
import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import { DomainError, keyReused } from './errors.ts';
import type { PictureIntake } from './picture-intake.ts';
import type {
  Change,
  ChangeResult,
  ChangeStore,
  PersonalChange,
  PersonalMessage,
  Refusal,
} from './ports/changes.ts';
import type { Notifier } from './ports/notifier.ts';

export type Changes = ReturnType<typeof createChanges>;

/** The message after a call, with `before` if it is this call that changed it. */
export interface ChangedMessage {
  own: PersonalMessage | PersonalChange;
  /** The version that an edit made. */
  version?: number;
}

/** The text has a newer version: `own` has it. */
export class OutdatedEdit extends DomainError {
  readonly own: PersonalMessage | undefined;

  constructor(own: PersonalMessage | undefined) {
    super('outdated', 'This message was edited meanwhile.');
    this.own = own;
  }
}

export function createChanges(ports: {
  store: ChangeStore;
  pictures: Pick<PictureIntake, 'discard'>;
  notifier: Notifier;
}) {
  const { store, pictures, notifier } = ports;

  return {
    /** Announces the change, unless it changes nothing. A repeat with the same key is answered as the message is now. */
    async change(
      personId: UserId,
      messageId: MessageId,
      change: Change,
      key?: string,
    ): Promise<ChangedMessage> {
      const result = await store.changeMessage({
        personId,
        messageId,
        change,
        ...(key !== undefined && {
          idempotency: { key, bodyHash: hash('sha256', JSON.stringify([messageId, change])) },
        }),
      });
      if (result.kind === 'changed') await announce(result);
      return toChanged(result, change);
    },
  };

  async function announce(result: Extract<ChangeResult, { kind: 'changed' }>): Promise<void> {
    const { own, other, unnamedPicture } = result;
    notifier.messageChanged([own, ...(other ? [other] : [])]);
    if (unnamedPicture !== undefined) await pictures.discard(unnamedPicture);
  }
}

function toChanged(result: ChangeResult, { kind }: Change): ChangedMessage {
  switch (result.kind) {
    case 'changed':
    case 'unchanged': {
      const { own, version } = result;
      return { own, ...(version !== undefined && { version }) };
    }
    case 'keyReused':
      throw keyReused();
    case 'refused':
      if (result.refusal === 'outdated') throw new OutdatedEdit(result.own);
      throw refusalOf(result.refusal, kind);
  }
}

function refusalOf(refusal: Exclude<Refusal, 'outdated'>, kind: Change['kind']): DomainError {
  switch (refusal) {
    case 'gone':
      return new DomainError('notFound', 'This message does not exist any more.');
    case 'notOwn':
      return new DomainError('forbidden', `You can only ${kind} your own messages.`);
    case 'blocked':
      return new DomainError(
        'forbidden',
        `You blocked this person. Unblock them to ${kind === 'react' ? 'react to' : kind} messages.`,
      );
    case 'notText':
      return new DomainError('forbidden', 'Only texts can be edited.');
  }
}
