/**
 * The API or a worker in a separate process: `node run-service.ts api|worker '<settings as JSON>'`.
 * Prints one line of JSON when it is ready, and stops on SIGTERM or with its parent.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { importService } from './import-service.ts';

enableCompileCache();
const { createLogger, ensureFirstStart, loadSettings, serve, work } = await importService();

const [role, flags = '{}'] = process.argv.slice(2);
const exampleFolder = fileURLToPath(new URL('../../examples/docs-site', import.meta.url));
const settings = loadSettings({ flags: JSON.parse(flags), environment: {} });
// Every request is logged, as in an installation. Writing the lines takes as much time as writing to a file.
const log = createLogger({ level: settings.logLevel });
const stops: (() => Promise<void>)[] = [];
if (role === 'worker') {
  const worker = await work(settings, log);
  stops.push(() => worker.stop());
  process.stderr.write('{}\n');
} else {
  const api = await serve(settings, log);
  stops.push(() => api.stop());
  const first = await ensureFirstStart(api, settings, exampleFolder);
  process.stderr.write(`${JSON.stringify({ baseUrl: api.baseUrl, ...first })}\n`);
}
const stop = (): void => void Promise.all(stops.map((one) => one())).then(() => process.exit(0));
process.once('SIGTERM', stop);
process.stdin.once('end', stop).resume();
