import { join } from 'node:path';
import type { AirgapSteps, AirgapResult } from './run-airgap-steps.ts';
import { runIsolated } from './run-isolated.ts';

/**
 * Installs the command from a pack and uses it in a network namespace without routes, so that nothing can be
 * downloaded. Reports each step with its time.
 */
export async function walkAirgap(steps: AirgapSteps): Promise<AirgapResult> {
  return (await runIsolated(join(import.meta.dirname, 'run-airgap-steps.ts'), steps)) as AirgapResult;
}
