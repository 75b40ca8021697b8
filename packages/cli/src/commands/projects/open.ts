import type { Client } from '@docwright/sdk';
import type { Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import { resolveConnection } from '../../connection/resolve-connection.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { openInBrowser } from '../../output/open-in-browser.ts';
import { findNamedProject, projectOption, requireProject, type ProjectOption } from '../require-project.ts';

interface OpenOptions extends ProjectOption {
  readonly print?: boolean;
}

export function addOpenCommand(program: Command, bind: Bind): void {
  program
    .command('open')
    .argument('[what]', 'dashboard, site or manual, or the ID of an agent job, export, deployment or project')
    .description('Open the dashboard, the live site, the manual, or the pull request of an agent job in the browser.')
    .addOption(projectOption())
    .option('--print', 'print the address without opening it')
    .addHelpText('after', '\nIf BROWSER is set, that program is started with the address.')
    .action(bind<OpenOptions>(open));
}

async function open(call: Invocation<OpenOptions>): Promise<CommandResult> {
  const url = await findAddress(call);
  const isAsked = call.options.print !== true && call.options.json !== true;
  const opened = isAsked && (await openInBrowser(url, call.context));
  if (isAsked && !opened) call.context.stderr.write('No browser could be started. Open this address yourself:\n');
  return { json: { url, opened }, text: url };
}

/** Keyed by the prefix of an ID, so that no option has to name the kind. */
const byPrefix: Readonly<Record<string, (call: Invocation<OpenOptions>, id: string) => Promise<string> | string>> = {
  aj: async (call, id) => {
    const client = call.client();
    const projectId = await requireProject(call, client);
    const { prLink } = await client.getAgentJob({ projectId, id });
    return prLink ?? inDashboard(call, `jobs/${projectId}/${id}`);
  },
  dpl: async (call, id) => {
    const { projectId, url } = await call.client().getDeploymentStatus({ statusId: id });
    return url ?? inDashboard(call, `projects/${projectId}/deployments/${id}`);
  },
  proj: (call, id) => inDashboard(call, `projects/${id}`),
  se: (call, id) => inDashboard(call, `exports/${id}`),
};

async function findAddress(call: Invocation<OpenOptions>): Promise<string> {
  const what = call.argument(0);
  if (what === 'site') return findSite(call, call.client());
  if (what === 'manual') return addressOf(call, 'docs');
  if (what === '' || what === 'dashboard') {
    const projectId = await findNamedProject(call);
    return inDashboard(call, projectId === undefined ? '' : `projects/${projectId}`);
  }
  const [, prefix = ''] = /^([a-z]+)_\w+$/.exec(what) ?? [];
  const find = byPrefix[prefix];
  if (find !== undefined) return find(call, what);
  const allowed = 'dashboard, site or manual, or an ID that begins with aj_, se_, dpl_ or proj_';
  throw new CliError('usage', 'usage', `"${what}" can't be opened; use ${allowed}`);
}

async function findSite(call: Invocation<OpenOptions>, client: Client): Promise<string> {
  const projectId = await requireProject(call, client);
  const { url, live } = await client.getSite({ projectId });
  if (live) return url;
  throw new CliError('conflict', 'not_live', `${projectId} has no live site yet; create it with "docwright deploy"`);
}

const inDashboard = (call: Invocation<unknown>, path: string): string => addressOf(call, `dashboard/${path}`);

function addressOf({ context, options }: Invocation<unknown>, path: string): string {
  const { baseUrl } = resolveConnection(context, options);
  return new URL(path, `${baseUrl.replace(/(?<!\/)\/+$/, '')}/`).href;
}
