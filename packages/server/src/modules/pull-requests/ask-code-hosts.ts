import { repeat, type Repetition } from '../../platform/clock/index.ts';
import { isCodeHostError } from '../../platform/code-host/index.ts';
import { isGitError } from '../../platform/git/index.ts';
import { findProject } from '../projects/index.ts';
import { selectOpen, takeProjectsToAsk, type DueProject } from './store.ts';
import { syncPullRequest, type PullRequestDeps } from './sync-pull-request.ts';

/** Projects that are looked at in one round. */
const perRound = 50;
/** Where hooks come: only what one missed is found. */
const hookedFactor = 15;

/** What no hook told: pull requests that were opened, have other heads or have ended. Each worker takes others. */
export async function askCodeHosts(deps: PullRequestDeps, everySeconds: number): Promise<void> {
  const wait = { limit: perRound, seconds: everySeconds, hookedSeconds: everySeconds * hookedFactor };
  for (const due of await takeProjectsToAsk(deps.database.kysely, wait)) {
    try {
      await askAbout(deps, due);
    } catch (error) {
      if (!isGitError(error) && !isCodeHostError(error)) throw error;
      deps.log.debug({ projectId: due.id, err: error }, 'pull requests could not be listed');
    }
  }
}

async function askAbout(deps: PullRequestDeps, due: DueProject): Promise<void> {
  const { kysely } = deps.database;
  const project = await findProject(kysely, due.organization_id, due.id);
  if (project?.deployment_kind !== 'cloud') return;
  const { organization_id: organizationId, repository } = project;
  const { host } = await deps.connectRepository({ organizationId, repository });
  const { items, isWhole } = await host.listOpenPullRequests();
  const known = new Map((await selectOpen(kysely, project.id)).map((row) => [row.number, row.head_commit]));
  const changed = items.filter(({ number, headSha }) => known.get(number) !== headSha).map(({ number }) => number);
  const listed = new Set(items.map(({ number }) => number));
  const gone = isWhole ? [...known.keys()].filter((number) => !listed.has(number)) : [];
  for (const pullRequest of [...changed, ...gone]) await syncPullRequest(deps, project, { pullRequest, author: null });
}

export function startAskingCodeHosts(deps: PullRequestDeps, everySeconds: number): Repetition {
  return repeat(() => askCodeHosts(deps, everySeconds), {
    everyMs: everySeconds * 1000,
    onError: (error) => deps.log.warn({ err: error }, 'pull requests could not be looked at; tried again later'),
  });
}
