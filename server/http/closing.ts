/** While the server stops, each connection ends with its answer: one kept alive would keep the server, too. */
import type { FastifyInstance } from 'fastify';

export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  // For answers whose headers were sent before closing began, such as a picture's.
  app.addHook('onResponse', (request, _reply, done) => {
    // This one alone: others may be about to ask, and are answered until the end.
    if (isClosing) request.raw.socket.end();
    done();
  });
}
