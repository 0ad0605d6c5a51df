/** Which windows of this browser are alive, where there are no locks to tell: those that answer. */
import { createWindowChannel } from '../lib/window-channel.ts';

/** A window that nobody looks at still hears a call, only a frozen one does not. In ms. */
const ANSWER_MS = 1_000;

interface Call {
  windowId: string;
  isAnswer: boolean;
}

/** Answers for a window until `signal` is aborted. */
export function answerCalls(windowId: string, signal: AbortSignal): void {
  const channel = openChannel();
  channel.subscribe((call) => {
    if (!call.isAnswer && call.windowId === windowId) channel.post({ windowId, isAnswer: true });
  });
  signal.addEventListener('abort', channel.close);
}

/** Calls for a window. A session that ends meanwhile counts as an answer: nobody takes anything over. */
export function isAnswering(windowId: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isAlive: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(isAlive);
    };
    const timer = setTimeout(() => finish(signal.aborted), ANSWER_MS);
    const channel = openChannel();
    channel.subscribe((call) => {
      if (call.isAnswer && call.windowId === windowId) finish(true);
    });
    channel.post({ windowId, isAnswer: false });
  });
}

const openChannel = () => createWindowChannel<Call>('duet-windows');
