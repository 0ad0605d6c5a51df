/**
 * The connections to Redis: one for commands, one for subscriptions. Redis may go away and come back at any time:
 * meanwhile commands are refused at once, subscriptions are restored later, and nobody waits. Listeners that must
 * repair something after such a gap are called when it is over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectTo, type RedisClient } from './client.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

export interface RedisLink {
  /** Rejects at once while Redis is away. */
  commands: RedisClient;
  subscriptions: Subscriptions;
  isUp(): boolean;
  /** Called each time that Redis is available (again), with all subscriptions restored. */
  onBack(listener: () => void): void;
  /** Called once each time that Redis goes away, or cannot be reached at the start. */
  onAway(listener: (reason: unknown) => void): void;
  close(): void;
}

/** How long the start waits for Redis before it continues without. */
const START_MS = 3_000;

export async function openRedisLink(url: string): Promise<RedisLink> {
  const commands = connectTo(url, { hasOfflineQueue: false });
  const listening = connectTo(url, { hasOfflineQueue: true });
  const subscriptions = createSubscriptions(listening);
  const backListeners: Array<() => void> = [];
  const awayListeners: Array<(reason: unknown) => void> = [];
  let isUp = false;
  let isAwayTold = false;
  /** Why Redis is away, in the words of its client. */
  let lastReason: unknown = new Error('Redis does not answer.');

  function handleAway(reason: unknown): void {
    isUp = false;
    lastReason = reason;
    if (isAwayTold) return;
    isAwayTold = true;
    for (const tell of awayListeners) tell(reason);
  }

  async function handleReady(): Promise<void> {
    if (!commands.isReady || !listening.isReady || isUp) return;
    await subscriptions.restore();
    // Gone again meanwhile, or already reported by the other connection.
    if (!commands.isReady || !listening.isReady || isUp) return;
    isUp = true;
    isAwayTold = false;
    for (const tell of backListeners) tell();
  }

  for (const client of [commands, listening]) {
    client.on('error', handleAway);
    // Redis may also answer pings with an error, for example while it cannot save: then no reconnect shows its return.
    for (const sign of ['ready', 'ping-interval']) {
      client.on(sign, () => {
        handleReady().catch(handleAway);
      });
    }
  }
  const opened = Promise.all([commands.connect(), listening.connect()]);
  opened.catch(handleAway);
  const late = sleep(START_MS, undefined, { ref: false });
  await Promise.race([opened.catch(() => undefined), late]);

  return {
    commands,
    subscriptions,
    isUp: () => isUp,
    onBack(listener) {
      backListeners.push(listener);
      if (isUp) listener();
    },
    onAway(listener) {
      awayListeners.push(listener);
      if (!isUp) listener(lastReason);
    },
    close() {
      for (const client of [commands, listening]) client.destroy();
    },
  };
}
