/** An edge in a separate process: `node run-edge.ts '<settings as JSON>'`. Prints one line of JSON when it is ready. */
import { enableCompileCache } from 'node:module';
import { importService } from '../api/import-service.ts';

enableCompileCache();
const { createLogger, edge, loadSettings } = await importService();

const settings = loadSettings({ flags: JSON.parse(process.argv[2] ?? '{}'), environment: {} });
const running = await edge(settings, createLogger({ level: 'error' }));
process.stderr.write(`${JSON.stringify({ address: running.address })}\n`);
const stop = (): void => void running.stop().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.stdin.once('end', stop).resume();
