import type { AgentJobPullRequest } from '@docwright/sdk';
import type { Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult } from '../../invocation.ts';
import { readPrompt } from './read-prompt.ts';
import type { ProjectOption } from '../require-project.ts';
import { withJob, type NamedJob } from './with-job.ts';

interface MergeOptions extends ProjectOption {
  readonly commit?: string;
}

/** @param withId creates a subcommand of `jobs` whose first argument is a job's ID */
export function addPullRequestOfJobCommands(withId: (name: string, description: string) => Command, bind: Bind): void {
  withId('merge', 'Merge a job’s pull request, if its head is still the commit that the job pushed.')
    .option('--commit <sha>', 'the head commit that you reviewed, if people pushed to the branch')
    .action(bind<MergeOptions>((call) => withJob(call, merge)));
  withId('close', 'Close a job’s pull request without merging it. Its branch is kept.').action(
    bind<ProjectOption>((call) =>
      withJob(call, async ({ client, ids }) => toResult(await client.closeAgentJobPullRequest(ids))),
    ),
  );
  withId('comment', 'Comment on a job’s pull request, for people. The agent acts only on follow-ups.')
    .argument('<text>', 'Markdown; "-" reads it from stdin')
    .action(bind<ProjectOption>((call) => withJob(call, comment)));
}

async function merge({ client, ids, call }: NamedJob<MergeOptions>): Promise<CommandResult> {
  const { pullRequest } = await client.getAgentJob(ids);
  if (pullRequest === null) {
    throw new CliError('conflict', 'no_pull_request', `the agent job "${ids.id}" has no pull request`);
  }
  const headCommit = toWholeCommit(call.options.commit, pullRequest.headCommit);
  return toResult(await client.mergeAgentJobPullRequest({ ...ids, headCommit }));
}

const shortestCommit = 7;

/**
 * Returns the given commit, or the job's head commit if the given commit abbreviates it. The service rejects any other
 * commit.
 */
function toWholeCommit(written: string | undefined, head: string): string {
  if (written === undefined) return head;
  return written.length >= shortestCommit && head.startsWith(written) ? head : written;
}

async function comment({ client, ids, call }: NamedJob<ProjectOption>): Promise<CommandResult> {
  const text = await readPrompt(call.context, call.argument(1));
  const { url } = await client.commentOnAgentJobPullRequest({ ...ids, text });
  return { json: { url }, text: url };
}

const toResult = (pullRequest: AgentJobPullRequest): CommandResult => ({
  json: pullRequest,
  text: `Pull request #${pullRequest.number} is ${pullRequest.state}: ${pullRequest.url}`,
});
