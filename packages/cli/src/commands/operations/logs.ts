import type { AgentJob, Client, Deployment, ExportJob } from '@docwright/sdk';
import type { Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { exitOf } from '../agent/agent-jobs.ts';
import { describeAgentJob } from '../agent/describe-agent-job.ts';
import { describeDeployment } from '../publishing/deployments.ts';
import { describeExport, exportProgressText } from '../publishing/describe-export.ts';
import { followDeploymentLog } from '../publishing/follow-deployment-log.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';
import { formatEventLines } from '../agent/format-event-lines.ts';

interface LogsOptions extends ProjectOption {
  readonly follow: boolean;
}
type LogsCall = Invocation<LogsOptions>;

export function addLogsCommand(program: Command, bind: Bind): void {
  program
    .command('logs')
    .argument('[id]', 'agent job, export or deployment; default: the project’s latest')
    .description('Print the log of an agent job, an export or a deployment until it ends.')
    .addOption(projectOption())
    .option('--no-follow', 'print the log so far, and exit')
    .addHelpText(
      'after',
      '\nThe log is written to stderr, the result to stdout. Exit code 1: the job, export or deployment failed.',
    )
    .action(bind<LogsOptions>(showLogs));
}

/** Keyed by the prefix of an ID. */
const byPrefix: Readonly<Record<string, (call: LogsCall, client: Client, id: string) => Promise<CommandResult>>> = {
  aj: showJob,
  se: showExport,
  dpl: showDeployment,
};

async function showLogs(call: LogsCall): Promise<CommandResult> {
  const client = call.client();
  const named = call.argument(0);
  const id = named === '' ? await findNewest(call, client) : named;
  const show = byPrefix[id.slice(0, id.indexOf('_'))];
  if (show !== undefined) return show(call, client, id);
  throw new CliError('usage', 'usage', `"${id}" has no log; use an ID that begins with aj_, se_ or dpl_`);
}

/** Finds the newest item of the kinds that the key can read: for some keys, this is always a deployment. */
async function findNewest({ context, ...call }: LogsCall, client: Client): Promise<string> {
  const { signal } = context;
  const projectId = await requireProject({ context, ...call }, client);
  const asked = await Promise.allSettled([
    client
      .listAgentJobs({ projectId, limit: 1 }, { signal })
      .then(({ jobs }) => jobs.map(({ id, createdAt }) => ({ id, createdAt }))),
    client
      .listDeployments({ projectId, limit: 1 }, { signal })
      .then(({ deployments }) => deployments.map(({ deploymentId: id, createdAt }) => ({ id, createdAt }))),
    client
      .listStaticExports({ project: projectId, limit: 1 }, { signal })
      .then(({ jobs }) => jobs.map(({ jobId: id, createdAt }) => ({ id, createdAt }))),
  ]);
  const found = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const refusal = asked.find((one) => one.status === 'rejected');
  const [newest] = found.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  if (newest !== undefined) return newest.id;
  if (refusal !== undefined) throw refusal.reason;
  throw new CliError('notFound', 'nothing_started', `nothing was started in ${projectId} yet`);
}

async function showJob(call: LogsCall, client: Client, id: string): Promise<CommandResult> {
  const { context, options, style } = call;
  const { signal } = context;
  const ids = { projectId: await requireProject(call, client), id };
  const tell = (event: Parameters<typeof formatEventLines>[0]) => say(call, formatEventLines(event));
  if (!options.follow) {
    const { events } = await client.listAgentJobEvents(ids, { signal });
    for (const event of events) tell(event);
    return end(await client.getAgentJob(ids, { signal }));
  }
  for await (const event of client.streamAgentJobEvents(ids, { signal })) tell(event);
  const job = await client.waitForAgentJob(ids, { signal });
  return { ...end(job), exit: exitOf(job) };

  function end(job: AgentJob): CommandResult {
    return { json: job, text: describeAgentJob(job, style) };
  }
}

async function showExport(call: LogsCall, client: Client, jobId: string): Promise<CommandResult> {
  const { signal } = call.context;
  const toResult = (job: ExportJob): CommandResult => ({ json: job, text: describeExport(job, call.style) });
  if (!call.options.follow) return toResult(await client.getStaticExport({ jobId }, { signal }));
  const onProgress = (state: ExportJob) => call.progress.show(exportProgressText(state), state.progress);
  const job = await client.waitForExport({ jobId }, { signal, onProgress });
  call.progress.end();
  return { ...toResult(job), ...(job.status === 'failed' && { exit: 'failed' as const }) };
}

async function showDeployment(call: LogsCall, client: Client, statusId: string): Promise<CommandResult> {
  const { signal } = call.context;
  const toResult = (one: Deployment): CommandResult => ({ json: one, text: describeDeployment(one, call.style) });
  const known = await client.getDeploymentStatus({ statusId }, { signal });
  if (!call.options.follow) {
    say(call, known.logs);
    return toResult(known);
  }
  await followDeploymentLog(call, client, { projectId: known.projectId, deploymentId: known.deploymentId });
  const ended = await client.waitForDeployment({ statusId }, { signal });
  return { ...toResult(ended), ...(ended.status === 'failure' && { exit: 'failed' as const }) };
}

function say({ context, options }: LogsCall, lines: readonly string[]): void {
  if (options.json === true) return;
  for (const line of lines) context.stderr.write(`${line}\n`);
}
