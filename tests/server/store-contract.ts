/** What every store promises behind the ports of the domain: run once for each adapter. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeAccounts } from './store-contract/accounts.ts';
import { describeChanges } from './store-contract/changes.ts';
import { describeCodes } from './store-contract/codes.ts';
import { describeHidden } from './store-contract/hidden.ts';
import { describeIdempotency } from './store-contract/idempotency.ts';
import { describeMessageChanges } from './store-contract/message-changes.ts';
import { describeMessages } from './store-contract/messages.ts';
import { describeMoments } from './store-contract/moments.ts';
import { describePages } from './store-contract/pages.ts';
import { describePeople } from './store-contract/people.ts';
import { openAt, type Place } from './store-contract/place.ts';
import { describePrivacy } from './store-contract/privacy.ts';
import { describeReceipts } from './store-contract/receipts.ts';
import { describeSessions } from './store-contract/sessions.ts';
import { describeUnseen } from './store-contract/unseen.ts';
import { describeWrongClocks } from './store-contract/wrong-clocks.ts';

export function describeStore(adapter: string, createPlace: () => Promise<Place>): void {
  describe(`the ${adapter} store`, () => {
    let place: Place;
    beforeEach(async () => {
      place = await createPlace();
    });
    afterEach(() => place.remove());
    const getPlace = () => place;

    describe('people', () => describePeople(getPlace));
    describe('accounts', () => describeAccounts(getPlace));
    describe('codes, locks and emails', () => describeCodes(getPlace));
    describe('sessions', () => describeSessions(getPlace));
    describe('messages', () => describeMessages(getPlace));
    describe('an idempotency key', () => describeIdempotency(getPlace));
    describe('pages', () => describePages(getPlace));
    describe('moments', () => describeMoments(getPlace));
    describe('hidden messages', () => describeHidden(getPlace));
    describe('what is hidden', () => describePrivacy(getPlace));
    describe('changes', () => describeChanges(getPlace));
    describe('changes of messages', () => describeMessageChanges(getPlace));
    describe('receipts', () => describeReceipts(getPlace));
    describe('unseen messages', () => describeUnseen(getPlace));
    describe('wrong clocks', () => describeWrongClocks(getPlace));

    test('says that it is well while it is', async () => {
      const { store } = await openAt(place);
      expect(await store.checkHealth()).toBeUndefined();
      await store.close();
      await expect(store.checkHealth()).rejects.toMatchObject({ code: 'storageUnavailable' });
    });
  });
}
