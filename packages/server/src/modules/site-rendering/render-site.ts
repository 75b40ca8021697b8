import type { BuildReport } from '@docwright/site-builder';
import { defaultLimits } from '../../platform/sandbox/index.ts';
import type { BuilderPool } from './builder-pool.ts';
import { BuilderProcess } from './builder-process.ts';
import type { SiteMemories } from './site-memories.ts';
import { RenderFailure, type RenderRequest } from './site-renderer.ts';

/** Memories are written when nobody waits for them any more. */
const rememberTimeoutMs = 30_000;
/** Half of what a process may have: a render that remembers needs more than one that does not, and must not fail for it. */
const maxPeakBytes = defaultLimits.memoryBytes / 2;

/** A whole site in a process of its own, which begins with what the last one of the same site left. */
export async function renderSite(
  { pool, memories }: { readonly pool: BuilderPool; readonly memories: SiteMemories },
  request: RenderRequest,
): Promise<BuildReport> {
  const { organizationId, folder, signal, again, basePath, siteUrl, features, paths, policy } = request;
  const fresh = await pool.take({ organizationId, use: 'render', signal });
  const memory = again && ({ keeps: 'digests', saved: memories.find(again.siteId) } as const);
  const builder = new BuilderProcess(fresh, folder, memory);
  const sink = {
    onFile: request.onFile,
    onProgress: request.onProgress,
    ...(again && { onFileAgain: again.onFileAgain }),
  };
  const question = {
    type: 'build',
    settings: { basePath, siteUrl, features, paths, ...policy },
    held: again?.held ?? [],
  } as const;
  try {
    const answer = await builder.ask(question, sink, signal);
    if (answer.type !== 'built')
      throw new RenderFailure('internal', `The builder answered "${answer.type}" to a build.`);
    if (again !== undefined && answer.report.peakMemoryBytes <= maxPeakBytes) {
      void rememberAndClose(builder, (saved) => memories.keep(again.siteId, saved));
    } else {
      if (again !== undefined) memories.forget(again.siteId);
      await builder.close();
    }
    return answer.report;
  } catch (error) {
    // Were it the memory's fault, the next attempt would fail as well.
    if (again !== undefined && !signal.aborted) memories.forget(again.siteId);
    await builder.close();
    throw error;
  }
}

async function rememberAndClose(builder: BuilderProcess, keep: (memory: Uint8Array) => void): Promise<void> {
  // Without it the next render is slower, and nothing else.
  await builder
    .ask({ type: 'remember' }, { onMemory: keep }, AbortSignal.timeout(rememberTimeoutMs))
    .catch(() => undefined);
  await builder.close();
}
