/**
 * The socket of the signed-in person (spec section 7); only this file knows socket.io-client. Opened once, closed at
 * logout. A lost connection is opened again automatically, at once when the network or the person comes back.
 */
import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import { backendOrigin } from '../api/address.ts';
import { checkSession } from '../api/auth.ts';
import { isExtended } from '../backend/connection.ts';
import type { UserId } from '../protocol/entities.ts';
import type {
  ClientToServerEvents,
  HandshakeAuth,
  HandshakeQuery,
  ServerToClientEvents,
} from '../protocol/events.ts';
import { followRefusals, getMe } from '../session/auth.ts';
import { isAttended, subscribeAttention } from '../stores/attention.ts';
import { isContractOnly } from '../stores/contract-only.ts';
import { getToken } from '../stores/session.ts';
import { createFrameBatches } from './frame-batches.ts';
import type { ServerEvent } from './handlers.ts';
import { createLiveSession, readWithin } from './live-session.ts';
import { createPulse } from './pulse.ts';

/** The server sends at least every 25 s (Socket.IO's ping): a longer silence means a dead connection. */
const SILENCE_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** Pause after a refusal that does not end the session, in ms. */
const REFUSED_DELAY_MS = 5_000;

type ClientSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

let current: { close(): void } | null = null;

/** Opens the connection for the person in the cache. Returns a function that closes it. */
export function openConnection(queryClient: QueryClient): () => void {
  const me = getMe(queryClient);
  if (!me) throw new Error('A connection needs a signed-in person.');
  const meId = me._id;
  current?.close();

  let socket = openSocket(meId);
  /** The next socket, while it is being opened and this one is still connected. */
  let next: ClientSocket | undefined;
  const reconnect = () => {
    socket.disconnect().connect();
  };
  const session = createLiveSession({
    queryClient,
    meId,
    emit(event, ...payload) {
      if (!socket.connected || !isExtended(queryClient)) return false;
      socket.emit(event, ...payload);
      return true;
    },
    reconnect,
  });

  const events = createFrameBatches<ServerEvent>(session.handleEvents);

  let lastHeardAt = Date.now();
  let refusedTimer: ReturnType<typeof setTimeout> | undefined;

  function handleConnect(): void {
    dropNext();
    failures = 0;
    recordHeard();
    const { engine } = socket.io;
    events.flush();
    engine.once('upgrade', ({ name }) => session.handleUpgrade(name));
    session.handleConnect(engine.transport.name);
  }

  function handleLoss(): void {
    pulse.stop();
    events.flush();
    session.handleLoss();
  }

  /** Failed attempts since the last connection. */
  let failures = 0;

  function handleRefusal(): void {
    handleLoss();
    failures += 1;
    // A socket does not say what answers in place of the server; a call does.
    if (socket.active && failures === 2) void checkSession().catch(() => undefined);
    // Refused, not lost: Socket.IO does not retry by itself.
    if (!socket.active) void askSession();
  }

  function handleDisconnect(reason: string): void {
    // Closed by this client, to be opened again at once.
    if (reason === 'io client disconnect') handleLoss();
    else handleRefusal();
  }

  /** A server may refuse for other reasons than the session; this call checks the session. */
  async function askSession(): Promise<void> {
    const token = getToken();
    await checkSession().catch(() => undefined);
    if (getToken() !== token || current !== connection) return;
    clearTimeout(refusedTimer);
    refusedTimer = setTimeout(() => socket.connect(), REFUSED_DELAY_MS);
  }

  /** Reopens a closed or dead connection without waiting for the next retry. */
  function revive(): void {
    if (socket.connected && Date.now() - lastHeardAt < SILENCE_MS) return;
    // A connection attempt is already in progress.
    if (!socket.connected && socket.io.engine?.readyState === 'opening') return;
    socket.disconnect().connect();
  }

  function handleAnyEvent(name: string, ...payload: unknown[]): void {
    recordHeard();
    requests.take(name, payload);
    answerIsShown(name, payload);
  }

  function recordHeard(): void {
    lastHeardAt = Date.now();
    pulse.recordHeard();
  }

  function attach(): void {
    socket.on('connect', handleConnect);
    socket.on('connect_error', handleRefusal);
    socket.on('disconnect', handleDisconnect);
    socket.onAny((name: string, ...payload: unknown[]) => events.add({ name, payload }));
    socket.onAny(handleAnyEvent);
    socket.io.on('ping', recordHeard);
  }

  function detach(): void {
    socket.off();
    socket.offAny();
    socket.io.off('ping', recordHeard);
    socket.disconnect();
  }

  /** No event arrives twice or is lost: the old socket closes when the new one is connected. */
  function move(): void {
    if (next) return;
    next = openSocket(meId);
    next.on('connect_error', () => {
      if (!next?.active) dropNext();
    });
    next.once('connect', () => {
      if (!next) return;
      detach();
      next.off('connect_error');
      socket = next;
      next = undefined;
      attach();
      handleConnect();
    });
  }

  function dropNext(): void {
    next?.off();
    next?.disconnect();
    next = undefined;
  }

  const requests = createServerRequests({ catchUp: session.catchUp, move });
  const pulse = createPulse({
    ask(handleAnswer) {
      if (!socket.connected || !isExtended(queryClient)) return false;
      socket.emit('pulse', () => {
        lastHeardAt = Date.now();
        handleAnswer();
      });
      return true;
    },
    handleDeath: reconnect,
  });
  attach();
  window.addEventListener('online', revive);
  const stops = [
    followRefusals(queryClient),
    subscribeAttention(revive),
    () => window.removeEventListener('online', revive),
  ];

  const connection = {
    close() {
      if (current === connection) current = null;
      for (const stop of stops) stop();
      clearTimeout(refusedTimer);
      requests.close();
      pulse.close();
      events.close();
      dropNext();
      detach();
      session.close();
    },
  };
  current = connection;
  return connection.close;
}

function openSocket(userId: UserId): ClientSocket {
  const query: HandshakeQuery = { userId };
  return io(backendOrigin(), {
    forceNew: true,
    // WebSocket alone needs no sticky sessions; a backend without it is reached by polling.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    query: { ...query },
    auth: (answer) => {
      const auth: HandshakeAuth = {
        token: getToken() ?? '',
        ...(!isContractOnly() && { wants: ['presence', 'ownDevices'] }),
      };
      answer(auth);
    },
    timeout: CONNECT_TIMEOUT_MS,
    reconnectionDelay: 500,
    reconnectionDelayMax: 2_500,
    randomizationFactor: 0.5,
  });
}

// Requests of a server with several nodes to the connection: catch up with possibly lost events, or move to another
// node. All clients get them at once, so each waits a random time.

export function createServerRequests(actions: { catchUp: () => void; move: () => void }) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  return {
    take(event: string, payload: unknown[]): void {
      if (event !== 'catchUp' && event !== 'move') return;
      const withinMs = readWithin(payload[0]);
      // A pending request comes later, and serves for both.
      if (withinMs === undefined || timers.has(event)) return;
      const act = () => {
        timers.delete(event);
        actions[event]();
      };
      timers.set(event, setTimeout(act, Math.random() * withinMs));
    },

    close(): void {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** The server asks before it pushes a message (feature `push`). */
function answerIsShown(event: string, [asked, answer]: unknown[]): void {
  if (event !== 'isShown' || typeof answer !== 'function') return;
  const userId =
    typeof asked === 'object' && asked !== null && 'userId' in asked ? asked.userId : undefined;
  answer(typeof userId === 'string' && isAttended(userId));
}
