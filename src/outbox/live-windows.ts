/** Finds out which windows of this browser are alive if there are no locks: those that answer. */
import { createWindowChannel } from '../lib/window-channel.ts';

/** Hidden windows still answer, only frozen ones do not. In ms. */
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

/** Calls a window. If the session ends meanwhile, that counts as an answer: nothing is taken over. */
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
