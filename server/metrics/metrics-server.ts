/** Serves `/metrics` on a separate port, which only the operator's Prometheus needs to reach. */
import { createServer } from 'node:http';
import type { Report } from '../domain/ports/report.ts';
import { createMetrics, type Metrics } from './metrics.ts';

export interface MetricsServer {
  metrics: Metrics;
  url: string;
  close(): Promise<void>;
}

/** `report` gets the error; the client learns only that there was one. */
export async function serveMetrics(
  where: { host: string; port: number },
  report: Report,
): Promise<MetricsServer> {
  const { host, port } = where;
  const metrics = createMetrics();
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    try {
      const text = await metrics.read();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    } catch (error) {
      report(error, 'metrics not read');
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const taken = typeof address === 'object' && address ? address.port : port;
  return {
    metrics,
    url: `http://${host}:${taken}/metrics`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      metrics.close();
    },
  };
}
