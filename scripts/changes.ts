/**
 * Notes about changes that users notice: one file for each change in `changes/`. A release collects them into
 * CHANGELOG.md.
 */

/** The headings of Keep a Changelog by the word in a file's name, in the order of a release. */
const headings = {
  added: 'Added',
  changed: 'Changed',
  deprecated: 'Deprecated',
  removed: 'Removed',
  fixed: 'Fixed',
  security: 'Security',
} as const;
type Kind = keyof typeof headings;

export interface ChangeNote {
  /** Name in `changes/`, such as `component-page.added.md`. */
  readonly name: string;
  readonly text: string;
}

/** Returns the problem with a note and how to fix it; `undefined` if the note is valid. */
export function findNoteFault({ name, text }: ChangeNote): string | undefined {
  if (kindOf(name) === undefined)
    return `changes/${name}: the name must be NAME.KIND.md, such as faster-search.changed.md; kinds are ${Object.keys(headings).join(', ')}`;
  if (text.trim() === '') return `changes/${name} is empty: write one or two sentences for users`;
  if (/^(?:#|[-*] )/m.test(text))
    return `changes/${name}: write plain sentences without headings or lists; put a second change into another file`;
  return undefined;
}

/**
 * Returns the changelog with a section for the release: the entries of *Unreleased*, then the notes, by kind.
 * *Unreleased* is empty afterwards. Two lists of the same kind in *Unreleased* are merged.
 */
export function collectNotes(changelog: string, notes: readonly ChangeNote[], release: string): string {
  const [, before, unreleased, after] = /^([^]*?\n## \[Unreleased\]\n)([^]*?)(\n## \[[^]*)?$/.exec(changelog) ?? [];
  if (before === undefined || unreleased === undefined) throw new Error('CHANGELOG.md has no "## [Unreleased]"');
  const [lead = '', ...lists] = unreleased.split(/^### /m);
  const sections = Object.entries(headings).flatMap(([kind, heading]) => {
    const written = lists
      .filter((list) => list.startsWith(`${heading}\n`))
      .map((list) => list.slice(heading.length).trim());
    const collected = notes
      .filter(({ name }) => kindOf(name) === kind)
      .map(({ text }) => `- ${text.trim().replaceAll('\n', '\n  ')}`);
    const bullets = [...written, ...collected].filter((list) => list !== '');
    return bullets.length === 0 ? [] : [`### ${heading}\n\n${bullets.join('\n')}\n`];
  });
  const unknown = lists
    .map((list) => list.split('\n')[0] ?? '')
    .filter((name) => !Object.values<string>(headings).includes(name));
  if (unknown.length > 0)
    throw new Error(`CHANGELOG.md: "### ${unknown[0]}" isn't one of ${Object.values(headings).join(', ')}`);
  return `${before}${lead.trimEnd()}\n\n## [${release.replace(' ', '] - ')}\n\n${sections.join('\n')}${after ?? ''}`.replaceAll(
    /\n{3,}/g,
    '\n\n',
  );
}

/**
 * Writes the notes of a release: its section of the changelog, and, for a build of a later commit, the changes since
 * then.
 *
 * @throws {Error} if the changelog has no section for the version
 */
export function writeReleaseNotes(changelog: string, notes: readonly ChangeNote[], version: string): string {
  const at = changelog.indexOf(`\n## [${version}]`);
  if (at === -1)
    throw new Error(`CHANGELOG.md has no section for ${version}; run "npx node scripts/run-changes.ts ${version}"`);
  const [heading = '', ...lines] =
    changelog
      .slice(at + 1)
      .split(/\n(?=## \[)/)[0]
      ?.split('\n') ?? [];
  const released = `# Docwright ${heading.replace(/^## \[([^\]]+)\](?: - )?/, '$1 ').trim()}\n${lines.join('\n').trimEnd()}\n`;
  if (notes.length === 0) return released;
  const newer = collectNotes('#\n\n## [Unreleased]\n', notes, 'newer ').split('## [newer] - \n')[1] ?? '';
  return `${released}\n## Changes after ${version}\n\n${newer.trim()}\n`;
}

function kindOf(name: string): Kind | undefined {
  const kind = /^[a-z0-9-]+\.([a-z]+)\.md$/.exec(name)?.[1];
  return Object.keys(headings).find((one): one is Kind => one === kind);
}

/**
 * Whether the commits of a branch need a note that they don't have. A `feat` needs a note unless its message contains
 * `Changelog: none`.
 */
export function needsNote(messages: readonly string[], changedPaths: readonly string[]): boolean {
  const noted = changedPaths.some((path) => path === 'CHANGELOG.md' || /^changes\/.+\..+\.md$/.test(path));
  return !noted && messages.some((message) => /^feat\b/.test(message) && !/^Changelog: none$/m.test(message));
}
