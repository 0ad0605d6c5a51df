import { type Backend, type Member, sendByCall } from './backends.ts';

/** Sent at the same time: their order is the server's. */
const BATCH = 25;

/** Sends "Message 0" and so on, as fast as the server takes them. `count` is a multiple of 25. */
export async function sendMany(
  backend: Backend,
  from: Member,
  to: Member,
  count: number,
): Promise<void> {
  for (let sent = 0; sent < count; sent += BATCH) {
    await Promise.all(
      Array.from({ length: BATCH }, (_, index) =>
        sendByCall(backend, from, to, { text: `Message ${sent + index}` }),
      ),
    );
  }
}
