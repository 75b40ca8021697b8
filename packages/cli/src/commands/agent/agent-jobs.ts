import type { AgentJob } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import type { ExitName } from '../../exit-codes.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatAgo } from '../../output/format-ago.ts';
import { shorten } from '../../output/shorten.ts';
import { formatTable } from '../../output/table.ts';
import { parseInteger } from '../../parse-option.ts';
import { addPullRequestOfJobCommands } from './pull-request-of-job.ts';
import { colorStatus, describeAgentJob, describeEvent } from './describe-agent-job.ts';
import { attachOption, readAttachments, type AttachOptions } from './read-attachments.ts';
import { readPrompt } from './read-prompt.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';
import { formatEventLines } from './format-event-lines.ts';
import { withJob, type NamedJob } from './with-job.ts';

const statuses = ['active', 'completed', 'archived', 'failed'] as const;
const pullRequestStates = ['open', 'merged', 'closed'] as const;

interface CreateOptions extends ProjectOption, AttachOptions {
  readonly draft?: boolean;
  readonly branch?: string;
  readonly idempotencyKey?: string;
  readonly wait?: boolean;
}
interface ListOptions extends ProjectOption {
  readonly status?: (typeof statuses)[number];
  readonly pullRequest?: (typeof pullRequestStates)[number];
  readonly limit: number;
}
interface ArchiveOptions extends ProjectOption {
  readonly closePullRequest?: boolean;
}
interface EventOptions extends ProjectOption {
  readonly after?: number;
}

export function addAgentJobCommands(program: Command, bind: Bind): void {
  const jobs = program.command('jobs').description('Agent jobs: a prompt becomes a pull request.');
  const withId = (name: string, description: string) =>
    jobs.command(name).argument('<id>', 'agent job').description(description).addOption(projectOption());

  jobs
    .command('create')
    .argument('<prompt>', 'what the agent should do; "-" reads it from stdin')
    .description('Start a job.')
    .addOption(projectOption())
    .option('--draft', 'open the pull request as a draft')
    .option('--branch <name>', 'base branch; default: the project’s')
    .addOption(attachOption())
    .option('--idempotency-key <key>', 'reusing the key within 24 hours returns the first job')
    .option('--wait', 'print progress until the job ends')
    .action(bind<CreateOptions>(createJob));
  withId('get', 'Show a job.').action(bind<ProjectOption>((call) => withJob(call, showJob)));
  jobs
    .command('list')
    .description('List jobs, newest first.')
    .addOption(projectOption())
    .addOption(new Option('--status <status>', 'only jobs with this status').choices(statuses))
    .addOption(
      new Option('--pull-request <state>', 'only jobs whose pull request has this state').choices(pullRequestStates),
    )
    .addOption(new Option('--limit <n>', 'maximum number of jobs').argParser(parseInteger(1, 10_000)).default(20))
    .action(bind<ListOptions>(listJobs));
  withId('events', 'List a job’s events.')
    .addOption(
      new Option('--after <id>', 'only events after this one').argParser(parseInteger(0, Number.MAX_SAFE_INTEGER)),
    )
    .action(bind<EventOptions>((call) => withJob(call, listEvents)));
  withId('watch', 'Print a job’s progress until it ends.').action(
    bind<ProjectOption>((call) => withJob(call, (job) => watchJob(job))),
  );
  withId('diff', 'Print a job’s edits as a unified diff.').action(
    bind<ProjectOption>((call) => withJob(call, showDiff)),
  );
  withId('cancel', 'Stop an active job.').action(
    bind<ProjectOption>((call) =>
      withJob(call, async (job) => toResult(call, await job.client.cancelAgentJob(job.ids))),
    ),
  );
  withId('archive', 'Archive a job. It accepts no more follow-ups.')
    .option('--close-pull-request', 'also close its pull request, which otherwise stays open')
    .action(bind<ArchiveOptions>((call) => withJob(call, archiveJob)));
  addPullRequestOfJobCommands(withId, bind);
  jobs
    .command('message')
    .argument('<id>', 'agent job')
    .argument('<prompt>', 'what the agent should do next; "-" reads it from stdin')
    .description('Send a follow-up. The job continues on the same branch and pull request.')
    .addOption(projectOption())
    .addOption(attachOption())
    .option('--wait', 'print progress until the job ends')
    .action(bind<CreateOptions>((call) => withJob(call, sendMessage)));
}

async function createJob(call: Invocation<CreateOptions>): Promise<CommandResult> {
  const { options, context } = call;
  const client = call.client();
  const prompt = await readPrompt(context, call.argument(0));
  const images = await readAttachments(context.cwd, options);
  const projectId = await requireProject(call, client);
  const job = await client.createAgentJob(
    { projectId, prompt, asDraft: options.draft, branch: options.branch, ...images },
    { idempotencyKey: options.idempotencyKey, signal: context.signal },
  );
  if (options.wait !== true) return toResult(call, job);
  return watchJob({ client, ids: { projectId, id: job.id }, call });
}

async function showJob({ client, ids, call }: NamedJob<ProjectOption>): Promise<CommandResult> {
  const job = await client.getAgentJob(ids);
  // Showing a failed job succeeds.
  return { json: job, text: describeAgentJob(job, call.style) };
}

async function listJobs(call: Invocation<ListOptions>): Promise<CommandResult> {
  const { options, style, context } = call;
  const client = call.client();
  const projectId = await requireProject(call, client);
  const jobs: AgentJob[] = [];
  const pages = client.iterateAgentJobs({
    projectId,
    status: options.status,
    pullRequest: options.pullRequest,
    limit: Math.min(100, options.limit),
  });
  for await (const job of pages) {
    jobs.push(job);
    if (jobs.length === options.limit) break;
  }
  const rows = jobs.map((job) => [
    job.id,
    shorten(job.title ?? job.prompt),
    colorStatus(job.status, style),
    job.pullRequest?.state ?? job.result ?? '',
    formatAgo(job.createdAt, context.now()),
    job.prLink ?? '',
  ]);
  const text =
    jobs.length === 0 ? 'No jobs.' : formatTable(['job', 'title', 'status', 'result', 'created', 'pull request'], rows);
  return { json: { jobs }, text };
}

async function listEvents({ client, ids, call }: NamedJob<EventOptions>): Promise<CommandResult> {
  const { events } = await client.listAgentJobEvents({ ...ids, after: call.options.after });
  return { json: { events }, text: events.map(describeEvent).join('\n') };
}

/** @param after ID of the last event that was already printed */
export async function watchJob<Options>(
  { client, ids, call }: NamedJob<Options>,
  after?: number,
): Promise<CommandResult> {
  const { signal, stderr, isTerminal } = call.context;
  for await (const event of client.streamAgentJobEvents({ ...ids, after }, { signal })) {
    if (call.options.json === true) continue;
    // JSON output has event names; text output has descriptions.
    const lines = isTerminal.stderr ? formatEventLines(event) : [describeEvent(event)];
    for (const line of lines) stderr.write(`${line}\n`);
  }
  return toResult(call, await client.waitForAgentJob(ids, { signal }));
}

async function showDiff({ client, ids }: NamedJob<ProjectOption>): Promise<CommandResult> {
  const diff = await client.getAgentJobDiff(ids);
  return { json: { diff }, text: diff };
}

async function archiveJob({ client, ids, call }: NamedJob<ArchiveOptions>): Promise<CommandResult> {
  const { closePullRequest } = call.options;
  return toResult(call, await client.archiveAgentJob({ ...ids, closePullRequest }));
}

async function sendMessage({ client, ids, call }: NamedJob<CreateOptions>): Promise<CommandResult> {
  const prompt = await readPrompt(call.context, call.argument(1));
  const message = { ...ids, prompt, ...(await readAttachments(call.context.cwd, call.options)) };
  if (call.options.wait !== true) return toResult(call, await client.sendAgentJobMessage(message));
  const { events } = await client.listAgentJobEvents(ids);
  await client.sendAgentJobMessage(message);
  return watchJob({ client, ids, call }, events.at(-1)?.id);
}

export function toResult<Options>(call: Invocation<Options>, job: AgentJob): CommandResult {
  return { json: job, text: describeAgentJob(job, call.style), exit: exitOf(job) };
}

const endsWell: ReadonlySet<NonNullable<AgentJob['result']>> = new Set(['changes', 'no_changes', 'answer']);

/**
 * Returns the exit status of a command that changed or waited for a job. A failed job is a failure, unless the command
 * was meant to stop it.
 */
export function exitOf({ status, error, result }: AgentJob): ExitName {
  if (status === 'failed') return error?.code === 'cancelled' ? 'ok' : 'failed';
  if (status !== 'completed') return 'ok';
  return result === null || endsWell.has(result) ? 'ok' : 'needsInput';
}
