import type { ExportComparison } from '@docwright/contract';
import type { Manifest } from '@docwright/bundle';

/** Pages that were added, removed and changed between `before` and `now`, by the digests in the manifests. */
export function compareManifests(
  now: Pick<Manifest, 'files'>,
  before: Pick<Manifest, 'files'>,
): Omit<ExportComparison, 'jobId' | 'otherJobId'> {
  const [own, other] = [readPages(now), readPages(before)];
  const both = [...own.pages].flatMap(([path, page]) => {
    const old = other.pages.get(path);
    return old === undefined ? [] : [{ path, page, old }];
  });
  const changed = both.filter(({ page, old }) => page.content !== old.content).map(({ path }) => path);
  const restyled = both.filter(({ page, old }) => page.content === old.content && page.html !== old.html);
  return {
    added: [...own.pages.keys()].filter((path) => !other.pages.has(path)).toSorted(),
    removed: [...other.pages.keys()].filter((path) => !own.pages.has(path)).toSorted(),
    changed: changed.toSorted(),
    restyledCount: restyled.length,
    unchangedCount: both.length - changed.length - restyled.length,
    otherFiles: compareFiles(own.files, other.files),
  };
}

interface Page {
  readonly html: string;
  /**
   * The digest of the page's Markdown, which a new menu or style doesn't change, or of its HTML if it has no Markdown.
   */
  readonly content: string;
}

function readPages({ files }: Pick<Manifest, 'files'>) {
  const digests = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const pages = new Map<string, Page>();
  const others = new Map<string, string>();
  for (const [path, sha256] of digests) {
    const name = path.replace(/\.(html|md)$/, '');
    if (path.endsWith('.html')) pages.set(name, { html: sha256, content: digests.get(`${name}.md`) ?? sha256 });
    else if (!path.endsWith('.md') || !digests.has(`${name}.html`)) others.set(path, sha256);
  }
  pages.delete('404');
  return { pages, files: others };
}

function compareFiles(now: ReadonlyMap<string, string>, before: ReadonlyMap<string, string>) {
  const kept = [...now].filter(([path]) => before.has(path));
  return {
    added: now.size - kept.length,
    removed: before.size - kept.length,
    changed: kept.filter(([path, sha256]) => before.get(path) !== sha256).length,
  };
}
