import type { Client, Deployment } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatAgo } from '../../output/format-ago.ts';
import { formatDuration } from '../../output/format-size.ts';
import { shorten } from '../../output/shorten.ts';
import type { Style } from '../../output/style.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { parseInteger } from '../../parse-option.ts';
import { colorStatus } from '../agent/describe-agent-job.ts';
import { colorSeverity } from './describe-export.ts';
import { deploymentSteps, followDeploymentLog } from './follow-deployment-log.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';
import { countOf } from '../../count-of.ts';

interface DeployOptions extends ProjectOption {
  readonly preview?: string;
  readonly wait?: boolean;
}

interface ListOptions extends ProjectOption {
  readonly environment?: 'production' | 'preview';
  readonly limit: number;
}

interface PreviewLinkOptions extends ProjectOption {
  readonly group?: string[];
}

export function addDeploymentCommands(program: Command, bind: Bind): void {
  program
    .command('deploy')
    .description('Deploy the project’s branch to its live site, or another branch to a preview.')
    .addOption(projectOption())
    .option('--preview <branch>', 'deploy a preview of this branch instead')
    .option('--wait', 'print the log until the deployment ends; fail if it fails')
    .action(bind<DeployOptions>(deploy));
  const deployments = program.command('deployments').description('Deployments. Start one with "docwright deploy".');
  deployments
    .command('list')
    .description('List deployments, newest first.')
    .addOption(projectOption())
    .addOption(
      new Option('--environment <kind>', 'only deployments to this environment').choices(['production', 'preview']),
    )
    .addOption(new Option('--limit <n>', 'maximum number of deployments').argParser(parseInteger(1, 100)).default(20))
    .action(bind<ListOptions>(listDeployments));
  deployments
    .command('get')
    .argument('<id>', 'deployment')
    .description('Show a deployment with its log and its issues.')
    .action(bind(async (call) => show(call, await find(call.client(), call.argument(0)))));
  deployments
    .command('promote')
    .argument('<id>', 'deployment')
    .description('Make a ready deployment live immediately. Also use this to roll back.')
    .action(bind(promote));
  deployments
    .command('cancel')
    .argument('<id>', 'deployment')
    .description('Cancel a deployment. The live site doesn’t change.')
    .action(bind(cancel));
  deployments
    .command('preview-link')
    .argument('<branch>', 'branch of the preview')
    .description('Create a link that opens a preview for seven days, regardless of its access setting.')
    .addOption(projectOption())
    .option('--group <name...>', 'show it as a reader in these groups sees it')
    .action(bind<PreviewLinkOptions>(createPreviewLink));
}

async function createPreviewLink(call: Invocation<PreviewLinkOptions>): Promise<CommandResult> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  const { group: groups } = call.options;
  const made = await client.createPreviewLink({ projectId, branch: call.argument(0), ...(groups && { groups }) });
  return { json: made, text: `${made.url}\n\nIt works until ${made.expiresAt}.` };
}

async function deploy(call: Invocation<DeployOptions>): Promise<CommandResult> {
  const { options, context } = call;
  const { signal } = context;
  const client = call.client();
  const projectId = await requireProject(call, client);
  const { preview, wait } = options;
  const { statusId } =
    preview === undefined
      ? await client.updateProjectSite({ projectId }, { signal })
      : await client.createPreviewDeployment({ projectId, branch: preview }, { signal });
  if (wait !== true) return show(call, await find(client, statusId));
  await followDeploymentLog(call, client, { projectId, deploymentId: statusId });
  const ended = await client.waitForDeployment({ statusId }, { signal });
  return { ...show(call, ended), ...(ended.status === 'failure' && { exit: 'failed' as const }) };
}

async function listDeployments(call: Invocation<ListOptions>): Promise<CommandResult> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  const { environment, limit } = call.options;
  const { deployments } = await client.listDeployments({ projectId, environment, limit });
  const rows = deployments.map((one) => [
    one.deploymentId,
    `${colorStatus(one.status, call.style)}${one.active ? ' (live)' : ''}`,
    one.branch,
    one.commit?.sha.slice(0, 12) ?? '',
    shorten(one.commit?.message ?? ''),
    one.author?.name ?? '',
    formatAgo(one.createdAt, call.context.now()),
  ]);
  const head = ['deployment', 'status', 'branch', 'commit', 'message', 'by', 'created'];
  return { json: { deployments }, text: rows.length === 0 ? 'No deployments.' : formatTable(head, rows) };
}

async function promote(call: Invocation<unknown>): Promise<CommandResult> {
  const client = call.client();
  const { projectId, deploymentId } = await find(client, call.argument(0));
  return show(call, await client.promoteDeployment({ projectId, deploymentId }));
}

async function cancel(call: Invocation<unknown>): Promise<CommandResult> {
  const client = call.client();
  const { projectId, deploymentId } = await find(client, call.argument(0));
  return show(call, await client.cancelDeployment({ projectId, deploymentId }));
}

const find = (client: Client, statusId: string): Promise<Deployment> => client.getDeploymentStatus({ statusId });

const show = ({ style }: Invocation<unknown>, one: Deployment): CommandResult => ({
  json: one,
  text: describeDeployment(one, style),
});

/** Maximum number of issues shown to people; `--json` prints all issues. */
const shownIssues = 20;

export function describeDeployment(one: Deployment, style: Style): string {
  const { commit, durations } = one;
  const took = deploymentSteps
    .map((step) => durations[step])
    .filter((ms) => ms !== null)
    .reduce((sum, ms) => sum + ms, 0);
  const fields = formatFields([
    ['Deployment', one.deploymentId],
    ['Status', `${colorStatus(one.status, style)}${one.active ? ', live' : ''}`],
    ['Branch', one.branch],
    ['Commit', commit === null ? undefined : `${commit.sha.slice(0, 12)} ${commit.message}`],
    ['By', one.author?.name],
    ['Address', one.url],
    ['Pages', one.pageCount === null ? undefined : String(one.pageCount)],
    ['Took', one.endedAt === null ? undefined : formatDuration(took)],
    ['Summary', one.summary],
    ['Error', one.errorCode],
  ]);
  const issues = one.issues.slice(0, shownIssues).map(({ path, line, severity, code, message }) => {
    const place = line === null ? path : `${path}:${line}`;
    return `${colorSeverity(severity, style)} ${place} ${message} (${code})`;
  });
  const rest = (one.issueCount ?? 0) - issues.length;
  const more = one.issues.length > 0 && rest > 0 ? [`… and ${countOf(rest, 'more issue')}`] : [];
  return [fields, ...issues, ...more].join('\n');
}
