import { onTestFinished, test } from 'vitest';
import { playKillRounds } from '../support/kill-rounds.ts';
import { startServerProcess } from '../support/server-process.ts';

const ROUNDS = Number(process.env.TORTURE_ROUNDS ?? 200);

test(`The server, killed ${ROUNDS} times under load, loses nothing, doubles nothing, and keeps the order`, async () => {
  const server = await startServerProcess();
  onTestFinished(server.dispose);
  const { acknowledged, retried } = await playKillRounds(server, { rounds: ROUNDS, perRound: 60 });
  console.log(`${ROUNDS} kills: ${acknowledged} acknowledged, ${retried} of them after a retry`);
});
