import { createLogger } from '../platform/log/index.ts';
import { loadSettings } from './load-settings.ts';
import { work } from './work.ts';

/** The worker of `docwright up`: settings from the environment, ready by message, stopped by SIGTERM or with its parent. */
const settings = loadSettings({ flags: {}, environment: process.env });
const log = createLogger({ level: settings.logLevel, fields: { process: 'worker' } });
const worker = await work(settings, log);

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
// Ctrl-C reaches the whole group: the parent decides when.
process.on('SIGINT', () => undefined);
process.once('disconnect', stop);
process.send?.('ready');
