import type { Manifest } from '@docwright/bundle';
import type { ExportJobRow } from '../exports/index.ts';

/** Maximum number of cached manifests. A manifest for 10,000 pages takes about 3 MB. */
const maxKept = 8;

/**
 * Reads an export's manifest once, because a completed export never changes and reading its manifest requires reading
 * the whole bundle.
 */
export function keepManifests(
  read: (job: ExportJobRow) => Promise<Manifest>,
): (job: ExportJobRow) => Promise<Manifest> {
  const kept = new Map<string, Promise<Manifest>>();
  return (job) => {
    const known = kept.get(job.id);
    if (known !== undefined) return known;
    const manifest = read(job);
    manifest.catch(() => kept.delete(job.id));
    kept.set(job.id, manifest);
    const oldest = kept.keys().next().value;
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return manifest;
  };
}
