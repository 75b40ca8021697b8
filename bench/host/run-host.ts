/** The deployment server in a process of its own: `node run-host.ts '<settings as JSON>'`. Prints its address when it is ready. */
import { enableCompileCache } from 'node:module';

// As the command line does: from the second start on, no source is stripped of its types or compiled again.
enableCompileCache();
const { parseHostSettings, startHost } = await import('../../packages/host/src/index.ts');

const startedAt = performance.now();
const log = { info: () => undefined, warn: console.error, error: console.error };
const settings = parseHostSettings(JSON.parse(process.argv[2] ?? '{}'));
const host = await startHost(settings, { log, writeAccessLog: () => undefined });
console.log(
  JSON.stringify({ address: host.address, startMs: performance.now() - startedAt, sinceProcessMs: performance.now() }),
);
process.on('SIGTERM', () => void host.stop().then(() => process.exit(0)));
