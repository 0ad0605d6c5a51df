import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { playKillRounds } from '../support/kill-rounds.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const ROUNDS = 200;

describe('The server, killed two hundred times under load', () => {
  let server: ServerProcess;
  beforeEach(async () => {
    server = await startServerProcess();
  });
  afterEach(() => server.dispose());

  test('loses nothing, doubles nothing, and keeps the order', async () => {
    const { acknowledged, retried } = await playKillRounds(server, {
      rounds: ROUNDS,
      perRound: 60,
      isOrderHeard: true,
    });
    console.log(`${ROUNDS} kills: ${acknowledged} acknowledged, ${retried} of them after a retry`);
    expect(acknowledged).toBeGreaterThanOrEqual(ROUNDS * 60);
  });
});
