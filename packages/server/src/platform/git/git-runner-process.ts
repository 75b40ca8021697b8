/** The small process of `git-runner.ts`. It runs git for the process that started it, and ends with that process. */
import { isGitError } from './errors.ts';
import type { Reply, Request, RunRequest } from './git-runner.ts';
import { runHere } from './start-git.ts';

const running = new Map<number, AbortController>();

process.on('message', (request: Request) => {
  if ('cancel' in request) running.get(request.cancel)?.abort();
  else void answer(request).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
// When the service is stopped, it first finishes its jobs, which need git.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.send?.('ready' satisfies Reply);

async function answer({ id, settings, command }: RunRequest): Promise<Reply> {
  const cancellation = new AbortController();
  running.set(id, cancellation);
  try {
    return { id, output: await runHere(settings, { ...command, signal: cancellation.signal }) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, message, code: isGitError(error) ? error.code : undefined };
  } finally {
    running.delete(id);
  }
}
