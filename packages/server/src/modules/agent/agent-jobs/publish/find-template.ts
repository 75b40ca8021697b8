import type { CodeHostKind } from '../../../../platform/code-host/index.ts';
import type { PreparedRepository } from './published.ts';

/** The paths at which code hosts search for a template, in order. */
const templates: Readonly<Record<CodeHostKind, readonly string[]>> = {
  github: githubPlaces('.github'),
  gitea: [...githubPlaces('.gitea'), ...githubPlaces('.github')],
  local: githubPlaces('.github'),
  gitlab: ['.gitlab/merge_request_templates/Default.md', '.gitlab/merge_request_templates/default.md'],
  bitbucket: [],
};

function githubPlaces(folder: string): string[] {
  return [`${folder}/`, 'docs/', ''].flatMap((place) => [
    `${place}pull_request_template.md`,
    `${place}PULL_REQUEST_TEMPLATE.md`,
  ]);
}

/** Reads the repository's own pull request template in the base commit. */
export async function findTemplate(
  { mirror, host, baseCommit }: PreparedRepository,
  signal: AbortSignal,
): Promise<string | undefined> {
  const files = await mirror.readEach(baseCommit, templates[host.kind], { signal });
  const bytes = files.find((each) => each !== undefined);
  return bytes?.toString('utf8');
}
