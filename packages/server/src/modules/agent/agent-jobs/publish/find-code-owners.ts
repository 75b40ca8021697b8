import { compileGlobs, maxGlobLength } from '@docwright/doc-agent';
import type { PreparedRepository } from './published.ts';

/** Paths of the file, in the order in which code hosts search for it. */
const places = ['.github/CODEOWNERS', '.gitlab/CODEOWNERS', '.gitea/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];
const maxRules = 2_000;
const maxBytes = 256 * 1024;
/** Maximum number of reviewers. With more, each would wait for the others. */
const maxOwners = 5;

/**
 * Returns the people whom the repository's CODEOWNERS file names for these files, at most five, with the most files
 * first. Teams and email addresses are omitted, because code hosts don't accept them as reviewers.
 */
export async function findCodeOwners(
  { mirror, baseCommit }: Pick<PreparedRepository, 'mirror' | 'baseCommit'>,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const files = await mirror.readEach(baseCommit, places, { signal });
  const file = files.find((each) => each !== undefined);
  if (file === undefined || file.length > maxBytes) return [];
  return listOwners(file.toString('utf8'), paths);
}

interface Rule {
  readonly matches: (path: string) => boolean;
  readonly owners: readonly string[];
}

/** Lists the owners of these files. The last rule that matches a file applies, as on GitHub. */
export function listOwners(text: string, paths: readonly string[]): readonly string[] {
  const rules = readRules(text).toReversed();
  const counts = new Map<string, number>();
  for (const path of paths) {
    const owners = rules.find(({ matches }) => matches(path))?.owners ?? [];
    for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  return Array.from(counts)
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxOwners)
    .map(([owner]) => owner);
}

function readRules(text: string): Rule[] {
  let sectionOwners: readonly string[] = [];
  return text
    .split('\n', maxRules)
    .map((line) => line.trim())
    .flatMap((line): Rule[] => {
      if (line === '' || line.startsWith('#')) return [];
      const section = /^\^?\[[^\]]{1,200}\](?:\[\d{1,3}\])?(.*)$/.exec(line)?.[1];
      if (section !== undefined) {
        sectionOwners = readOwners(section.split(/\s+/));
        return [];
      }
      const [pattern = '', ...words] = line.split(' #', 1)[0]?.split(/\s+/) ?? [];
      const globs = toGlobs(pattern).filter((glob) => glob.length <= maxGlobLength);
      if (globs.length === 0) return [];
      const matches = compileGlobs(globs, { dot: true, ignoreCase: false });
      // On GitLab, a rule without owners has its section's owners. On GitHub, it has no owners.
      return [{ matches, owners: words.length === 0 ? sectionOwners : readOwners(words) }];
    });
}

const readOwners = (words: readonly string[]): string[] =>
  words.flatMap((word) => (/^@[\w.-]{1,100}$/.test(word) ? [word.slice(1)] : []));

/**
 * Converts a pattern to globs. Patterns work as in gitignore files: without a slash at the start or in the middle, they
 * match at any depth.
 */
function toGlobs(pattern: string): string[] {
  if (pattern === '*' || pattern === '/' || pattern === '/**') return ['**'];
  const isAnchored = pattern.slice(0, -1).includes('/');
  const isFolder = pattern.endsWith('/');
  const bare = pattern.replace(/^\//, '').replace(/\/$/, '');
  if (bare === '') return [];
  const start = isAnchored ? bare : `**/${bare}`;
  // `docs/*` means only the files in the folder itself.
  return isFolder || !bare.endsWith('/*') ? [...(isFolder ? [] : [start]), `${start}/**`] : [start];
}
