/**
 * The deployment server in a separate process: `node run-host.ts '<settings as JSON>'`. Prints its address when it is
 * ready.
 */
import { enableCompileCache } from 'node:module';

// As with the installed command, types are stripped and code is compiled only at the first start.
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
