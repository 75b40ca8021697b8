import type { Client } from '@docwright/sdk';
import type { Invocation } from '../../invocation.ts';

export const deploymentSteps = ['waiting', 'fetching', 'building', 'activating'] as const;

/**
 * Prints the log while the deployment is built. On a terminal, it also prints the current step, on a line that the next
 * step overwrites.
 */
export async function followDeploymentLog(
  { context, progress }: Invocation<unknown>,
  client: Client,
  ids: { readonly projectId: string; readonly deploymentId: string },
): Promise<void> {
  let shown = 0;
  for await (const state of client.followDeployment(ids, { signal: context.signal })) {
    for (const line of state.logs.slice(shown)) {
      progress.show(line);
      progress.end();
    }
    shown = state.logs.length;
    const step = deploymentSteps.find((each) => state.durations[each] === null);
    if (context.isTerminal.stderr && state.endedAt === null && step !== undefined) progress.show(`${step} …`);
  }
  progress.end();
}
