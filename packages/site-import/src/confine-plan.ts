import { BundleError, bundleErrorCodes, requireBundlePath, SeenPaths, showName } from '@docwright/bundle';
import type { Loss } from './imported-site.ts';
import type { PlannedPage, SitePlan } from './site-plan.ts';

/**
 * Returns the part of a plan whose paths may be written: each satisfies the path rule of bundles, and no two differ
 * only in case or Unicode form. The planners use routes, IDs, slugs and names from the old site unchanged, so a plan
 * must be checked here before it is used. Everything rejected is reported as a loss.
 */
export function confinePlan(plan: SitePlan, lose: (loss: Loss) => void): SitePlan {
  const paths = new SeenPaths();
  const accept = (path: string, source: string): boolean => {
    const problem = findProblem(path, paths);
    if (problem !== undefined) lose({ path: source, message: `left out: ${problem}` });
    return problem === undefined;
  };
  paths.addFile('docs.json');
  const pages = onePerTarget(plan.pages, lose).filter(({ source, target }) => accept(`${target}.mdx`, source));
  const extraFiles = new Map([...plan.extraFiles].filter(([path]) => accept(path, path)));
  const targets = new Map<string, string | undefined>();
  const assetTarget = (source: string): string | undefined => {
    if (!targets.has(source)) {
      const target = plan.assetTarget(source);
      targets.set(source, target !== undefined && accept(target, source) ? target : undefined);
    }
    return targets.get(source);
  };
  const copied = plan.copied.filter((source) => assetTarget(source) !== undefined);
  return { ...plan, pages, extraFiles, copied, assetTarget };
}

function findProblem(path: string, paths: SeenPaths): string | undefined {
  try {
    requireBundlePath(path);
    paths.addFile(path);
    return undefined;
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    const reason = error.code === 'entry-collision' ? error.message : bundleErrorCodes[error.code];
    return `${showName(path)} isn't a valid path for the new site: ${reason}`;
  }
}

function onePerTarget(pages: readonly PlannedPage[], lose: (loss: Loss) => void): PlannedPage[] {
  const taken = new Map<string, string>();
  return pages.filter(({ source, target }) => {
    const other = taken.get(target);
    if (other !== undefined) lose({ path: source, message: `left out: ${other} has the same address, /${target}` });
    else taken.set(target, source);
    return other === undefined;
  });
}
