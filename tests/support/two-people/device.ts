/**
 * A device of one of two people: the app's own cache, outbox, event handlers and calls, in front of the real server,
 * without a screen. Several live in one process (`owner.ts`).
 */
import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import { isExtended } from '../../../src/backend/connection.ts';
import { getConversation } from '../../../src/conversation/conversation.ts';
import { getFeed } from '../../../src/conversation/feed.ts';
import { messageQueries } from '../../../src/conversation/messages.ts';
import { listMessages } from '../../../src/conversation/patches/conversation.ts';
import { openOutbox } from '../../../src/outbox/open-outbox.ts';
import { whyNotSent } from '../../../src/outbox/outgoing.ts';
import { closeOutbox } from '../../../src/outbox/registry.ts';
import type { Message } from '../../../src/protocol/entities.ts';
import { makeQueryClient } from '../../../src/query-client.ts';
import type { ServerEvent } from '../../../src/realtime/handlers.ts';
import { createLiveSession } from '../../../src/realtime/live-session.ts';
import { authQueries } from '../../../src/session/auth.ts';
import type { Member } from '../backends.ts';
import { type Owner, owners, type Weather } from './owner.ts';

export type Device = ReturnType<typeof createDevice>;

export function createDevice(url: string, me: Member, peer: Member, weather: Weather) {
  const owner: Owner = { token: me.token, peerId: peer.id, isOffline: false, weather };
  const run = <Result>(act: () => Result): Result => owners.run(owner, act);
  let page = run(openPage);

  function openPage() {
    const queryClient = makeQueryClient();
    const user = { _id: me.id, fullName: me.fullName, bio: me.bio };
    queryClient.setQueryData(authQueries.me().queryKey, user);
    let socket: Socket | undefined;
    let isConnecting = false;
    const session = createLiveSession({
      queryClient,
      meId: me.id,
      emit(event, ...payload) {
        if (!socket?.connected || !isExtended(queryClient)) return false;
        socket.emit(event, ...payload);
        return true;
      },
      reconnect: () => undefined,
    });
    const waiting: ServerEvent[] = [];

    function take(event: ServerEvent): void {
      const isMessage = event.name.startsWith('message') || event.name === 'newMessage';
      if (isMessage && weather.chance(weather.late)) {
        waiting.push(event);
        return;
      }
      const copies = isMessage && weather.chance(weather.doubled) ? [event, event] : [event];
      session.handleEvents([...copies, ...waiting.splice(0)]);
      if (event.name === 'catchUp') session.catchUp();
    }

    function connect(): void {
      if (isConnecting) return;
      isConnecting = true;
      socket?.disconnect();
      const opened = io(url, {
        forceNew: true,
        reconnection: false,
        transports: ['websocket'],
        query: { userId: me.id },
        auth: { token: me.token, wants: ['presence', 'ownDevices'] },
      });
      socket = opened;
      const end = () => {
        isConnecting = false;
      };
      opened.on('connect', end);
      opened.on('connect_error', end);
      opened.on('connect', () => run(() => session.handleConnect('websocket')));
      opened.on('disconnect', () => run(lose));
      opened.onAny((name: string, ...payload: unknown[]) => run(() => take({ name, payload })));
    }

    function lose(): void {
      waiting.length = 0;
      session.handleLoss();
    }

    return {
      queryClient,
      connect,
      isConnected: () => socket?.connected ?? false,
      /** Events that came late may still be under way. */
      deliver: () => session.handleEvents(waiting.splice(0)),
      cut(): void {
        isConnecting = false;
        socket?.disconnect();
      },
      close(): void {
        socket?.off();
        socket?.offAny();
        socket?.disconnect();
        session.close();
        closeOutbox(queryClient);
        queryClient.clear();
      },
      load: () => queryClient.query(messageQueries.history(peer.id)).catch(() => undefined),
    };
  }

  const start = () =>
    run(() => {
      openOutbox(page.queryClient);
      page.connect();
      return page.load();
    });

  return {
    me,
    peer,
    run,
    start,
    getQueryClient: (): QueryClient => page.queryClient,
    getOutbox: () => openOutbox(page.queryClient),

    setOffline(isOffline: boolean): void {
      owner.isOffline = isOffline;
      run(() => (isOffline ? page.cut() : page.connect()));
    },
    isOffline: () => owner.isOffline,
    cut: (): void => void run(page.cut),
    deliver: () => run(page.deliver),

    /** As a crash and a new start: what was not answered is in the browser's storage. */
    async reload(): Promise<void> {
      run(page.close);
      page = run(openPage);
      await start();
    },

    close: () => run(page.close),

    /** What the conversation shows, as far as it is loaded. */
    listRows(): readonly Message[] {
      const conversation = getConversation(page.queryClient, peer.id);
      return conversation ? listMessages(conversation) : [];
    },

    /** Ends what cannot end by itself, and resumes what waits. Returns whether nothing is under way. */
    settle(): boolean {
      return run(() => {
        const { queryClient } = page;
        if (!page.isConnected()) page.connect();
        page.deliver();
        const outbox = openOutbox(queryClient);
        outbox.wake();
        for (const entry of outbox.entries.list()) {
          const { state } = entry.mutation;
          if (state.status === 'error' && whyNotSent(state) !== undefined)
            outbox.entries.remove(entry);
        }
        if (!getConversation(queryClient, peer.id)) void page.load();
        const isFed = getFeed(queryClient, peer.id).pending.length === 0;
        return page.isConnected() && outbox.entries.list().length === 0 && isFed;
      });
    },
  };
}
