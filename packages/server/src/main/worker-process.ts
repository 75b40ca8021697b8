import { createLogger } from '../platform/log/index.ts';
import { loadSettings } from './settings/load-settings.ts';
import { work } from './work.ts';
import type { WorkerMessage } from './worker-child.ts';

/**
 * The worker of `docwright up`: reads its settings from the environment, reports that it is ready in a message, and
 * stops on SIGTERM or with its parent.
 */
const settings = loadSettings({ flags: {}, environment: process.env });
const log = createLogger({ level: settings.logLevel, fields: { process: 'worker' } });
const worker = await work(settings, log).catch(async (error: unknown) => {
  await notifyParent({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  throw error;
});

const stop = (): void => {
  worker.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      log.error({ err: error }, 'the worker did not stop cleanly');
      process.exit(1);
    },
  );
};
process.once('SIGTERM', stop);
// Ctrl-C and closing the terminal signal the whole process group, but the parent decides when the worker stops.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('disconnect', stop);
await notifyParent({ kind: 'ready' });

/** Resolves when the message is sent: it would be lost if the process ended immediately. */
function notifyParent(message: WorkerMessage): Promise<void> {
  if (process.send === undefined) return Promise.resolve();
  return new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()));
}
