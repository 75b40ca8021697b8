import type { Client } from '@docwright/sdk';
import type { Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatTable } from '../../output/table.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';

type PullRequest = Awaited<ReturnType<Client['listPullRequests']>>['pullRequests'][number];

interface ListOptions extends ProjectOption {
  readonly waiting?: boolean;
}
interface ApproveOptions extends ProjectOption {
  readonly commit: string;
}

export function addPullRequestCommands(program: Command, bind: Bind): void {
  const pullRequests = program
    .command('pull-requests')
    .description('Open pull requests with previews, and pull requests from forks that wait for approval.');
  pullRequests
    .command('list')
    .description('List open pull requests, newest first.')
    .addOption(projectOption())
    .option('--waiting', 'only pull requests that wait for approval')
    .action(bind<ListOptions>(listPullRequests));
  pullRequests
    .command('approve')
    .argument('<number>', 'pull request')
    .description(
      'Approve one commit of a fork for a preview, built in the sandbox without secrets and published at one of your addresses. Review it first.',
    )
    .addOption(projectOption())
    .requiredOption('--commit <sha>', 'the head commit that you reviewed; at least its first 7 digits')
    .action(bind<ApproveOptions>(approvePullRequest));
}

async function listPullRequests(call: Invocation<ListOptions>): Promise<CommandResult> {
  const client = call.client();
  const open = await client.listPullRequests({ projectId: await requireProject(call, client) });
  const pullRequests = open.pullRequests.filter((one) => call.options.waiting !== true || one.waitsForApproval);
  const rows = pullRequests.map((one) => [
    `#${one.number}`,
    one.title ?? '',
    one.author ?? '',
    one.headBranch,
    one.headCommit.slice(0, 12),
    one.baseBranch,
    describePreview(one),
    one.url,
  ]);
  const head = ['number', 'title', 'author', 'branch', 'head', 'into', 'preview', 'address'];
  return { json: { pullRequests }, text: rows.length === 0 ? 'No open pull requests.' : formatTable(head, rows) };
}

function describePreview({ fork, waitsForApproval, approval }: PullRequest): string {
  if (waitsForApproval) return 'waits for approval';
  return fork && approval !== null ? `approved by ${approval.by}` : 'from its branch';
}

async function approvePullRequest(call: Invocation<ApproveOptions>): Promise<CommandResult> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  const number = call.argument(0).replace(/^#/, '');
  const { pullRequests } = await client.listPullRequests({ projectId });
  const found = pullRequests.find((one) => String(one.number) === number);
  const commit = toWholeCommit(call.options.commit, found?.headCommit);
  const approved = await client.approvePullRequest({ projectId, number, commit });
  const text = `#${number} is approved at ${approved.headCommit.slice(0, 12)}; its preview is queued. New commits need a new approval.`;
  return { json: approved, text };
}

const shortestCommit = 7;

/**
 * Returns the given commit, or the head commit if the given commit abbreviates it. The service rejects any other
 * commit.
 */
function toWholeCommit(written: string, head: string | undefined): string {
  return written.length >= shortestCommit && head?.startsWith(written) === true ? head : written;
}
