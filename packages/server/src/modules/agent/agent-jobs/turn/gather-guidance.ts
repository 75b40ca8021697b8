import { guidanceNames, isGuidePath, type Guidance } from '@docwright/doc-agent';
import { isGitError } from '../../../../platform/git/index.ts';
import type { ResolvedAgentSettings } from '../../../project-config/agent-settings/index.ts';
import type { ProjectRow } from '../../../project-config/projects/index.ts';
import type { PreparedRepository } from '../publish/published.ts';

/**
 * Collects the agent's style guidance, ordered by weight: the project's instructions; AGENTS.md, CLAUDE.md and similar
 * files of the folders above the docs folder (the engine reads those in it); the project's style guides. Files are read
 * only from the base commit, so no turn can write its own instructions. The engine limits the total size.
 */
export async function gatherGuidance(
  { mirror, baseCommit }: Pick<PreparedRepository, 'mirror' | 'baseCommit'>,
  project: Pick<ProjectRow, 'docs_folder'>,
  settings: Pick<ResolvedAgentSettings, 'instructions' | 'guidePaths'>,
): Promise<readonly Guidance[]> {
  const folders = listAbove(project.docs_folder);
  const rules = await Promise.all(folders.map((folder) => listRules(mirror, baseCommit, `${folder}.cursor/rules`)));
  const above = folders.flatMap((folder, index) => [
    ...guidanceNames.map((name) => `${folder}${name}`),
    ...(rules[index] ?? []),
  ]);
  // Settings can be older than the rule, so paths are checked again when the files are read.
  const paths = new Set([...above, ...settings.guidePaths.filter(isGuidePath)]);
  const files = await Promise.all(
    [...paths].map(async (path) => ({ path, bytes: await mirror.readFile(baseCommit, path) })),
  );
  const { instructions } = settings;
  return [
    ...(instructions.trim() === '' ? [] : [{ source: 'project settings', text: instructions }]),
    ...files.flatMap(({ path, bytes }) =>
      bytes === undefined ? [] : [{ source: path, text: bytes.toString('utf8') }],
    ),
  ];
}

const maxRules = 20;

async function listRules(mirror: PreparedRepository['mirror'], commit: string, folder: string): Promise<string[]> {
  const listing = await mirror.listFiles(commit, folder).catch((error: unknown) => {
    if (isGitError(error, 'folder-not-found')) return { files: [] };
    throw error;
  });
  return listing.files
    .filter(({ path }) => /\.mdc?$/.test(path))
    .slice(0, maxRules)
    .map(({ path }) => `${folder}/${path}`);
}

/** Lists the folders above a folder: for `a/b`, `''` and `a/`. The root has none. */
function listAbove(folder: string): string[] {
  if (folder === '') return [];
  const segments = folder.split('/');
  return segments.map((_, index) =>
    segments
      .slice(0, index)
      .map((segment) => `${segment}/`)
      .join(''),
  );
}
