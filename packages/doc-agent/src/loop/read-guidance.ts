import { decodeText } from '../overlay/decode-text.ts';
import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';
import { findGuidanceFile, isGuidanceOnly } from '../policy/guidance-files.ts';
import type { BaseFiles } from '../ports.ts';
import type { Guidance } from '../turn.ts';
import { condenseGuidance } from './condense-guidance.ts';
import { countOf } from '../text/count-of.ts';

const maxFiles = 30;
/** Limits one file's share, so that space is left for other files. */
const maxFileShare = 0.5;

interface Candidate extends Guidance {
  readonly rank: number;
  readonly depth: number;
}

/**
 * The team's guidance: the caller's guidance first, then the docs folder's, outermost folder first. Each file applies
 * to its folder. The nearest file takes precedence, so space is also given to it first. Files are read only from the
 * base commit, so a turn can't write its own instructions.
 */
export async function readGuidance(
  base: BaseFiles,
  initial: readonly Guidance[],
  maxLength: number,
): Promise<Guidance[]> {
  const own = initial.map((guidance): Candidate => ({ ...guidance, rank: rankOf(guidance.source), depth: -1 }));
  const candidates = [...own, ...(await readFiles(base))].filter(
    // A style guide in the settings may also be one of these files.
    ({ text }, index, all) => text.trim() !== '' && all.findIndex((other) => other.text === text) === index,
  );
  const byPriority = candidates.toSorted((a, b) => a.rank - b.rank || b.depth - a.depth);
  const texts = new Map<Candidate, string>();
  let left = maxLength;
  for (const candidate of byPriority) {
    const most = Math.floor(candidates.length === 1 ? left : Math.min(left, maxLength * maxFileShare));
    if (most < 200 && candidate.text.length > most) continue;
    const text = condenseGuidance(candidate.text, most);
    left -= text.length;
    texts.set(candidate, text);
  }
  return candidates.flatMap((candidate) => {
    const text = texts.get(candidate);
    if (text === undefined) return [];
    const { source, scope, text: whole } = candidate;
    return [{ source: text === whole ? source : nameCut(source, text, whole), ...(scope && { scope }), text }];
  });
}

/** Ranks a source of guidance; the project's own settings have precedence. */
const rankOf = (source: string): number => findGuidanceFile(source)?.rank ?? -1;

const nameCut = (source: string, text: string, whole: string): string =>
  `${source} (${text.length} of ${countOf(whole.length, 'character')})`;

async function readFiles(base: BaseFiles): Promise<Candidate[]> {
  const all = await base.list();
  const configs = await Promise.all(['docs.json', 'mint.json'].map((path) => base.read(path)));
  const config = configs.map((bytes) => (bytes === undefined ? '' : (decodeText(bytes) ?? ''))).join('\n');
  const files = all.filter(({ path }) => isGuidanceOnly(path, config));
  files.sort((a, b) => depthOf(a.path) - depthOf(b.path) || (a.path < b.path ? -1 : 1));
  const found: Candidate[] = [];
  for (const { path } of files.slice(0, maxFiles)) {
    const bytes = await base.read(path);
    const text = bytes === undefined ? undefined : decodeText(bytes);
    const file = findGuidanceFile(path);
    if (text === undefined || file === undefined) continue;
    found.push({
      source: path,
      scope: readGlobs(path, text) ?? file.scope,
      text,
      rank: file.rank,
      depth: depthOf(path),
    });
  }
  return found;
}

const depthOf = (path: string): number => (findGuidanceFile(path)?.scope ?? '').split('/').filter(Boolean).length;

/** The files that a Cursor rule applies to. */
function readGlobs(path: string, text: string): string | undefined {
  if (!path.endsWith('.mdc')) return undefined;
  const globs = /^globs:[ \t]*(\S.{0,300})$/m.exec(splitFrontmatter(text).yaml)?.[1];
  return globs?.replaceAll(/["'[\]]/g, '').trim();
}
