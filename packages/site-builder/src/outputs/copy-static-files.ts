import type { Issue } from '../issues/issue.ts';
import type { OutputFile } from '../source/output-file.ts';
import type { BuildSettings } from '../settings/build-settings.ts';
import type { AssetStore, SitePlan } from '../site/index.ts';
import type { SiteSource } from '../source/site-source.ts';
import { isLfsPointer, pointerIssue } from '../source/lfs-pointer.ts';

export interface CopyRequest {
  readonly source: SiteSource;
  readonly plan: SitePlan;
  readonly assets: AssetStore;
  readonly limits: BuildSettings['limits'];
  readonly emit: (file: OutputFile) => void | Promise<void>;
  readonly report: (issue: Issue) => void;
  readonly turn: (done: number, total: number) => void | Promise<void>;
}

/**
 * Writes the site's files other than pages: files that pages show, under hashed names; all others that a browser may
 * request, at their own paths. A file that is only shown isn't written twice.
 */
export async function copyStaticFiles({
  source,
  plan,
  assets,
  limits,
  emit,
  report,
  turn,
}: CopyRequest): Promise<void> {
  const hashed = assets.hashedFiles();
  const shown = new Set(hashed.map(([path]) => path));
  // `llms.txt` is written separately, with the pages that the site's own file leaves out.
  const served = new Set(plan.staticFiles.all.filter((path) => path !== 'llms.txt'));
  const plain = source.paths.filter((path) => assets.isKeptPlain(path) || (served.has(path) && !shown.has(path)));
  const copies = [...hashed, ...plain.map((path) => [path, path] as const)];
  for (const [index, [path, target]] of copies.entries()) {
    const bytes = source.read(path);
    if (bytes === undefined) continue;
    if (isLfsPointer(bytes)) report(pointerIssue(path));
    else if (bytes.byteLength > limits.assetBytes) {
      report({
        path,
        severity: 'warning',
        code: 'file-too-large',
        message: `The file has ${bytes.byteLength} bytes, more than the limit of ${limits.assetBytes}, and was left out.`,
        fix: 'Make the file smaller, or host it elsewhere.',
      });
    } else await emit({ path: target, bytes });
    await turn(index + 1, copies.length);
  }
}
