/** Who gets memory, who waits for it, and who is refused. */
import { expect, test } from 'vitest';
import { createByteBudget, type Owner } from '../../server/memory/byte-budget.ts';

/** Parts: 80 bytes for bodies, 20 for each other kind; half of a part for an address, a quarter for an account. */
const TOTAL = 160;
const LONG_MS = 60_000;

let owners = 0;
/** Somebody at an address of their own. */
function makeOwner(owner: Partial<Owner> = {}): Owner {
  owners += 1;
  return { kind: 'bodies', address: `address ${owners}`, userId: `user ${owners}`, ...owner };
}

/** What a claim has come to by now. */
async function look(claim: Promise<void>): Promise<string> {
  const state = claim.then(
    () => 'granted',
    (error: { code: string }) => error.code,
  );
  return Promise.race([state, new Promise<string>((resolve) => setImmediate(resolve, 'waits'))]);
}

test('What is claimed is held until it is released, once', async () => {
  const budget = createByteBudget(TOTAL, { waitMs: LONG_MS });
  const reservation = budget.open(makeOwner());
  await reservation.claim(20);
  expect(budget.readUsed('bodies')).toBe(20);
  expect(budget.readUsed('answers')).toBe(0);
  reservation.release();
  reservation.release();
  expect(budget.readUsed('bodies')).toBe(0);
  expect(reservation.tryResize(10)).toBe(true);
  expect(budget.readUsed('bodies')).toBe(0);
});

test('A claim beyond the part of its kind waits, in order, until there is room', async () => {
  const budget = createByteBudget(TOTAL, { waitMs: LONG_MS });
  const holders = Array.from({ length: 4 }, () => budget.open(makeOwner()));
  await Promise.all(holders.map((holder) => holder.claim(20)));
  const [first, second] = [budget.open(makeOwner()), budget.open(makeOwner())];
  const claims = [first.claim(20), second.claim(20)] as const;
  expect(await Promise.all(claims.map(look))).toEqual(['waits', 'waits']);
  // Other kinds have parts of their own.
  await budget.open(makeOwner({ kind: 'answers' })).claim(5);

  holders[0]?.release();
  expect(await Promise.all(claims.map(look))).toEqual(['granted', 'waits']);
  holders[1]?.tryResize(0);
  expect(await Promise.all(claims.map(look))).toEqual(['granted', 'granted']);
  expect(budget.readUsed('bodies')).toBe(80);
  expect(budget.countWaiting()).toBe(0);
});

test('Nobody takes more than an account’s share, nor an address more than its own', async () => {
  const budget = createByteBudget(TOTAL, { waitMs: 0 });
  const one = makeOwner();
  await budget.open(one).claim(20);
  await expect(budget.open(one).claim(1)).rejects.toMatchObject({ code: 'tooMany' });
  const neighbour = makeOwner({ address: one.address });
  await budget.open(neighbour).claim(20);
  const third = makeOwner({ address: one.address });
  await expect(budget.open(third).claim(1)).rejects.toMatchObject({
    code: 'tooMany',
    retryAfter: expect.any(Number),
  });
  await budget.open(makeOwner()).claim(20);
});

test('A network of IPv6 gets more than one of its addresses, and never all', async () => {
  const budget = createByteBudget(TOTAL, { waitMs: 0 });
  const take = (address: string, bytes: number) =>
    budget.open({ kind: 'bodies', address }).claim(bytes);
  await take('2001:db8:1:1::1', 40);
  await take('2001:db8:1:2::1', 20);
  await expect(take('2001:db8:1:9900::1', 20)).rejects.toMatchObject({ code: 'tooMany' });
  await take('2001:db8:2::1', 20);
});

test('When others hold the rest it is the server that is busy; what is larger than a share gets in alone', async () => {
  const budget = createByteBudget(TOTAL, { waitMs: 0 });
  const holders = Array.from({ length: 4 }, () => budget.open(makeOwner()));
  for (const holder of holders) await holder.claim(20);
  await expect(budget.open(makeOwner()).claim(20)).rejects.toMatchObject({ code: 'busy' });
  for (const holder of holders) holder.release();
  const one = makeOwner();
  const large = budget.open(one);
  await large.claim(200);
  await expect(budget.open(makeOwner()).claim(1)).rejects.toMatchObject({ code: 'busy' });
  large.release();
  await budget.open(makeOwner()).claim(1);
});

test('Accounts that do not read their answers leave room for making those of others, and for the first one of each', async () => {
  const budget = createByteBudget(TOTAL, { waitMs: LONG_MS });
  const answerOf = (owner: Owner) => budget.open({ ...owner, kind: 'answers' });
  const holders = Array.from({ length: 5 }, () => makeOwner());
  for (const owner of holders) await answerOf(owner).claim(2);
  for (const owner of holders) {
    await expect(answerOf(owner).claim(2)).rejects.toMatchObject({ code: 'busy' });
  }
  const reader = makeOwner();
  await budget.open({ ...reader, kind: 'making' }).claim(5);
  await answerOf(reader).claim(5);
});

test('Files that strangers of two networks do not read leave room for those of others, and for all answers', async () => {
  const budget = createByteBudget(TOTAL, { waitMs: 0 });
  for (const address of ['one', 'two']) {
    const file = () => budget.open({ kind: 'files', address });
    for (let count = 0; count < 5; count += 1) await file().claim(1);
    await expect(file().claim(1)).rejects.toThrow();
  }
  await budget.open({ kind: 'files', address: 'three' }).claim(1);
  await budget.open(makeOwner({ kind: 'answers', address: 'one' })).claim(5);
});
