/**
 * Collects pages' reports as an edge does, in a separate process: `node collect-events.ts <database> <projects>`. The
 * path names the project, and the header `x-address` contains the reader's address. Prints one line of JSON when it is
 * ready, and stops with its parent.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventCollector, HttpExchange } from '../../packages/site-server/src/index.ts';
import { createEventStore } from '../../packages/server/src/modules/readers/analytics/create-site-reports.ts';
import type { FeedbackTables } from '../../packages/server/src/modules/readers/analytics/feedback-store.ts';
import { connectDatabase } from '../../packages/server/src/platform/database/index.ts';

const [url = ''] = process.argv.slice(2);
const database = await connectDatabase<FeedbackTables>({ url, applicationName: 'bench edge' });
const collector = new EventCollector({
  store: createEventStore(database, Date.now),
  nowMs: Date.now,
  onError: (_, error) => process.stderr.write(`${String(error)}\n`),
  onBeyondDay: (_, events) => process.stderr.write(`${events} events beyond the daily limits\n`),
});
const observer = { answered: () => undefined, failed: () => undefined };
const isPage = /^\/guides\/page-\d+$/;
const server = createServer((request, response) => {
  const site = {
    siteId: (request.url ?? '').slice(1),
    host: '127.0.0.1',
    findPage: (path: string) => (isPage.test(path) ? path : undefined),
  };
  const exchange = new HttpExchange(request, response, observer, Date.now());
  void collector.collect(exchange, site, String(request.headers['x-address']));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stderr.write(`${JSON.stringify({ origin: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
process.stdin.once('end', () => process.exit(0)).resume();
