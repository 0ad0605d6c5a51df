/** What every store promises behind the ports of the domain: run once for each adapter. */
import { describe } from 'vitest';
import { describeAccounts } from './store-contract/accounts.ts';
import { describeChanges } from './store-contract/changes.ts';
import { describeCodes } from './store-contract/codes.ts';
import { describeHidden } from './store-contract/hidden.ts';
import { describeIdempotency } from './store-contract/idempotency.ts';
import { describeMessageChanges } from './store-contract/message-changes.ts';
import { describeMessages } from './store-contract/messages.ts';
import { describePages } from './store-contract/pages.ts';
import { describePeople } from './store-contract/people.ts';
import type { Place } from './store-contract/place.ts';
import { describeReceipts } from './store-contract/receipts.ts';
import { describeSessions } from './store-contract/sessions.ts';
import { describeUnseen } from './store-contract/unseen.ts';
import { useWorld } from './store-contract/world.ts';
import { describeWrongClocks } from './store-contract/wrong-clocks.ts';

export function describeStore(adapter: string, createPlace: () => Promise<Place>): void {
  describe(`the ${adapter} store`, () => {
    useWorld(createPlace);
    describe('people', describePeople);
    describe('accounts', describeAccounts);
    describe('codes, locks and emails', describeCodes);
    describe('sessions', describeSessions);
    describe('messages', describeMessages);
    describe('an idempotency key', describeIdempotency);
    describe('pages', describePages);
    describe('hidden', describeHidden);
    describe('changes', describeChanges);
    describe('changes of messages', describeMessageChanges);
    describe('receipts', describeReceipts);
    describe('unseen messages', describeUnseen);
    describe('wrong clocks', describeWrongClocks);
  });
}
