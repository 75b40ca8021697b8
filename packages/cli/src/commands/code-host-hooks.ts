import { Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../invocation.ts';
import { formatFields, formatTable } from '../output/table.ts';
import { projectOption, requireProject, type ProjectOption } from './require-project.ts';

const modes = ['mention', 'review', 'off'] as const;

interface CreateOptions extends ProjectOption {
  readonly followUps?: (typeof modes)[number];
  readonly mention?: string;
  readonly secret?: string;
  readonly install?: boolean;
}

export function addCodeHostHookCommands(program: Command, bind: Bind): void {
  const hooks = program
    .command('code-host-hooks')
    .description('Hooks of code hosts: comments on the agent’s pull requests become follow-ups.');
  hooks
    .command('create')
    .description('Make the address and secret to enter as a webhook at the code host. The secret is printed this once.')
    .addOption(projectOption())
    .addOption(new Option('--follow-ups <mode>', 'which comments are follow-ups; default: mention').choices(modes))
    .option('--mention <name>', 'what comments name the agent with; default: @docwright')
    .option('--secret <secret>', 'a secret that the code host made, such as GitLab’s signing token')
    .option('--install', 'make the webhook at the code host too, where the installation’s credential may')
    .action(bind<CreateOptions>(createHook));
  hooks.command('list').description('List hooks.').addOption(projectOption()).action(bind<ProjectOption>(listHooks));
  hooks
    .command('delete')
    .argument('<id>', 'hook')
    .description('Delete a hook.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(deleteHook));
  hooks
    .command('events')
    .argument('<id>', 'hook')
    .description('List what the code host told, and what became of it.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(listEvents));
}

async function createHook(call: Invocation<CreateOptions>): Promise<CommandResult> {
  const client = call.client();
  const { followUps, mention, secret, install } = call.options;
  const projectId = await requireProject(call, client);
  const hook = await client.createCodeHostHook({ projectId, followUps, mention, secret, install });
  const text = formatFields([
    ['Address', hook.url],
    ['Secret', hook.secret],
    ['Hook', hook.id],
    ['Follow-ups', hook.followUps],
    ['Mention', hook.mention],
    ['At the code host', hook.installed ? 'made' : (hook.installProblem ?? 'to be entered there')],
  ]);
  return { json: hook, text: `${text}\n\nKeep the secret: it is not shown again.` };
}

async function listHooks(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const client = call.client();
  const { hooks } = await client.listCodeHostHooks({ projectId: await requireProject(call, client) });
  const rows = hooks.map(({ id, kind, url, followUps, lastEventAt }) => [
    id,
    kind,
    followUps,
    lastEventAt ?? 'never: is it entered at the code host?',
    url,
  ]);
  const head = ['id', 'host', 'follow-ups', 'last event', 'address'];
  return { json: { hooks }, text: rows.length === 0 ? 'No hooks.' : formatTable(head, rows) };
}

async function deleteHook(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const client = call.client();
  const id = call.argument(0);
  await client.deleteCodeHostHook({ projectId: await requireProject(call, client), id });
  return { json: { id, deleted: true }, text: `${id} is deleted.` };
}

async function listEvents(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  const { events } = await client.listCodeHostEvents({ projectId, id: call.argument(0) });
  const rows = events.map(({ receivedAt, type, pullRequest, branches, author, outcome, reason }) => [
    receivedAt,
    type,
    pullRequest === null ? branches.join(' ') : `#${String(pullRequest)}`,
    author ?? '',
    outcome,
    reason ?? '',
  ]);
  const head = ['received', 'event', 'pull request', 'by', 'outcome', 'reason'];
  return { json: { events }, text: rows.length === 0 ? 'No events.' : formatTable(head, rows) };
}
