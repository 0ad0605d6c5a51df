import { API_PREFIX, paths, pathTo, TOKEN_HEADER } from '../../../src/protocol/http.ts';
import type { Person } from '../load/orders.ts';

/** Sends one message, without a browser. */
export async function sendText(url: string, from: Person, to: Person, text: string): Promise<void> {
  const answer = await fetch(`${url}${API_PREFIX}${pathTo(paths.send, to.id)}`, {
    method: 'POST',
    headers: { [TOKEN_HEADER]: from.token, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  await answer.arrayBuffer();
}
