/** Changes of messages for both people: edits, reactions and deletions, and which of them are allowed. */
import { hash } from 'node:crypto';
import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import { DomainError, keyReused, reportUnknown } from './errors.ts';
import type { PictureIntake } from './picture-intake.ts';
import type {
  Change,
  ChangeResult,
  ChangeStore,
  MessageStore,
  PersonalChange,
  PersonalMessage,
  Refusal,
} from './ports/messages.ts';
import type { Notifier } from './ports/notifier.ts';
import type { TextAllowance } from './text-allowance.ts';

export type Changes = ReturnType<typeof createChanges>;

/** The message after a call, with `before` if it is this call that changed it. */
interface ChangedMessage {
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
  store: ChangeStore & Pick<MessageStore, 'findMessage'>;
  pictures: Pick<PictureIntake, 'discard'>;
  texts: TextAllowance;
  notifier: Notifier;
}) {
  const { store, pictures, texts, notifier } = ports;

  return {
    /** Announces the change, unless it changes nothing. A repeat with the same key is answered as the message is now. */
    async change(
      personId: UserId,
      messageId: MessageId,
      change: Change,
      key?: string,
    ): Promise<ChangedMessage> {
      if (change.kind === 'edit') texts.spend(personId, change.text);
      const bodyHash = hash('sha256', JSON.stringify([messageId, change]));
      const step = store.changeMessage({
        personId,
        messageId,
        change,
        ...(key !== undefined && { idempotency: { key, bodyHash } }),
      });
      const result = await reportUnknown(step, () => void doubt(personId, messageId));
      if (result.kind === 'changed') await announce(result);
      return toChanged(result, change);
    },
  };

  /** Announces an unknown outcome. A person who is not found now gets it with the next change or connection. */
  async function doubt(personId: UserId, messageId: MessageId): Promise<void> {
    const found = await store.findMessage(personId, messageId).catch(() => undefined);
    notifier.outcomeUnknown([personId, ...(found ? [found.peerId] : [])]);
  }

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

// Whether a person may change a message for both. The stores ask under the lock of the conversation.

/** A message, as far as the rules need it, and the person who asks. */
export interface ChangeableMessage {
  isOwn: boolean;
  /** The person may see it: it is neither deleted, nor hidden from the person. */
  isShown: boolean;
  /** Null for a picture. */
  text: string | null;
  /** The version of the text; 0: as it was sent. */
  version: number;
  /** The person's own. */
  emoji: string | null;
  /** The person has blocked the other one. */
  isBlocking: boolean;
}

/**
 * `same`: the message is so already. `gone`: it does not exist, or is hidden from the person. A person who has blocked
 * the other may delete, but not write: as with new messages, the block has to end first.
 */
export function judgeChange(
  message: ChangeableMessage | undefined,
  change: Change,
): 'allowed' | 'same' | Refusal {
  if (!message?.isShown) return 'gone';
  if (!message.isOwn && change.kind !== 'react') return 'notOwn';
  if (change.kind === 'delete') return 'allowed';
  if (message.isBlocking) return 'blocked';
  if (change.kind === 'react') return message.emoji === change.emoji ? 'same' : 'allowed';
  if (message.text === null) return 'notText';
  // Before the version: a repeat whose key is forgotten is done if its text stands.
  if (message.text === change.text) return 'same';
  return message.version === change.version ? 'allowed' : 'outdated';
}
