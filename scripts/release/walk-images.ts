import { join } from 'node:path';
import { canRunContainers } from './run-container.ts';
import type { ImageResult, ImageSteps } from './run-image-steps.ts';
import { canIsolate, runIsolated } from './run-isolated.ts';

/** The time that Kubernetes, Compose and systemd wait for each command to end before they kill it. */
const graceMs: Readonly<Record<string, number>> = { 'docwright host': 30_000 };
const defaultGraceMs = 60_000;

export function canWalkImages(): boolean {
  return canRunContainers() && canIsolate();
}

/**
 * Runs both images without a network, with an OCI runtime: the service does its main job, the deployment server serves
 * the exported site, and every process exits on SIGTERM.
 */
export async function walkImages(steps: ImageSteps): Promise<ImageResult> {
  return (await runIsolated(join(import.meta.dirname, 'run-image-steps.ts'), steps)) as ImageResult;
}

/** Finds the differences between the result and that of working images. */
export function findImageFaults({
  service,
  host,
  hostShells,
  network,
  answers,
  stops,
}: ImageResult): readonly string[] {
  const access = {
    user: 1_234_567,
    written: { '/app': 'EROFS', '/etc': 'EROFS', '/data': 'written', '/tmp': 'written' },
  };
  const faults: string[] = [];
  for (const [name, found] of Object.entries({ docwright: service, 'docwright-host': host }))
    if (JSON.stringify(found) !== JSON.stringify(access)) faults.push(`image ${name}: ${JSON.stringify(found)}`);
  for (const path of hostShells) faults.push(`image docwright-host contains the shell ${path}`);
  if (network !== 'ENETUNREACH') faults.push(`the images had a network: ${network}`);
  for (const [part, status] of Object.entries(answers))
    if (status !== 200) faults.push(`${part} of the image: status ${status}`);
  for (const [command, { code, ms }] of Object.entries(stops)) {
    if (code !== 0) faults.push(`${command} ended with code ${code} after SIGTERM`);
    if (ms > (graceMs[command] ?? defaultGraceMs)) faults.push(`${command} ended ${ms.toFixed(0)} ms after SIGTERM`);
  }
  return faults;
}
