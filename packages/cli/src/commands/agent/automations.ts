import type { Automation, AutomationRun, AutomationRunDetail, Client, SavedAutomation } from '@docwright/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { countOf } from '../../count-of.ts';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { shorten } from '../../output/shorten.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { collectContext, formatContext } from '../../parse-context.ts';
import { collect, parseInteger } from '../../parse-option.ts';
import { readPrompt } from './read-prompt.ts';
import { showDryRun } from './show-dry-run.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';

const kinds = [
  'custom',
  'update-from-code',
  'draft-changelog',
  'fill-gaps',
  'improve-from-feedback',
  'fix-links',
  'fix-grammar',
  'style-guide',
  'translate',
  'fix-seo',
  'api-coverage',
] as const;
const triggers = ['schedule', 'content_update', 'code_change', 'event', 'suggestion'] as const;
const updateModes = ['pull_request', 'direct_merge'] as const;
const states = ['queued', 'running', 'review_needed', 'accepted', 'closed', 'failed', 'no_changes'] as const;

type Change = Omit<Parameters<Client['updateAutomation']>[0], 'projectId' | 'id'>;
type Trigger = Automation['trigger'];

interface Fields extends ProjectOption {
  readonly instructions?: string;
  readonly on?: Trigger['type'];
  readonly cron?: string;
  readonly timeZone?: string;
  readonly path?: string[];
  readonly excludeAuthor?: string[];
  readonly context?: NonNullable<Change['contextRepositories']>;
  readonly runsPerDay?: number;
  readonly usdPerMonth?: number | 'none';
  readonly openPullRequests?: number;
  readonly minReaders?: number;
  readonly targetLanguage?: string[];
  readonly updateMode?: (typeof updateModes)[number];
  readonly notify?: string[];
}
interface CreateFields extends Fields {
  readonly kind?: (typeof kinds)[number];
  readonly disabled?: boolean;
}
interface UpdateFields extends Fields {
  readonly name?: string;
}
interface RunsOptions extends ProjectOption {
  readonly state?: (typeof states)[number];
  readonly limit: number;
}

interface DryRunOptions extends ProjectOption {
  readonly diff?: boolean;
}

export function addAutomationCommands(program: Command, bind: Bind): void {
  const automations = program
    .command('automations')
    .alias('workflows')
    .description('Manage automations: agent jobs that start on a schedule, after changes, or when events arrive.');
  const withId = (name: string, description: string) =>
    automations.command(name).argument('<id>', 'automation').description(description).addOption(projectOption());
  withFields(automations.command('create').argument('<name>', 'display name').addOption(projectOption()), true)
    .description('Create an automation. With --on event, this prints its secret, which is shown only once.')
    .addOption(new Option('--kind <kind>', 'task (default: custom)').choices(kinds))
    .option('--disabled', 'create it disabled: no runs start until it is enabled')
    .action(bind<CreateFields>(createAutomation));
  automations
    .command('list')
    .description('List automations, oldest first.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(listAutomations));
  withId('get', 'Show an automation.').action(
    bind<ProjectOption>(async (call) => show(await call.client().getAutomation(await nameOf(call)))),
  );
  withFields(withId('update', 'Change an automation. Omitted settings are unchanged.'), false)
    .option('--name <name>', 'display name')
    .action(bind<UpdateFields>(updateAutomation));
  for (const [name, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const)
    withId(name, enabled ? 'Enable an automation.' : 'Disable an automation and discard its waiting events.').action(
      bind<ProjectOption>(async (call) =>
        show(await call.client().updateAutomation({ ...(await nameOf(call)), enabled })),
      ),
    );
  withId('delete', 'Delete an automation and its runs. Its jobs and pull requests remain.').action(
    bind<ProjectOption>(deleteAutomation),
  );
  withId('rotate-secret', 'Create a new secret for events. The old one no longer works.').action(
    bind<ProjectOption>(async (call) => showNew(await call.client().rotateAutomationSecret(await nameOf(call)))),
  );
  withId('run', 'Run an automation now.').action(
    bind<ProjectOption>(async (call) => showRun(await call.client().runAutomation(await nameOf(call)))),
  );
  withId(
    'dry-run',
    'Show the events that would start an automation, its prompt, and what the agent could read and change.',
  )
    .option('--diff', 'also start an agent job that makes the changes without publishing them')
    .action(
      bind<DryRunOptions>(async (call) => {
        const { diff } = call.options;
        return showDryRun(await call.client().dryRunAutomation({ ...(await nameOf(call)), diff }));
      }),
    );
  withId('runs', 'List runs, newest first.')
    .addOption(new Option('--state <state>', 'only runs in this state').choices(states))
    .addOption(new Option('--limit <n>', 'maximum number of runs').argParser(parseInteger(1, 100)).default(20))
    .action(bind<RunsOptions>(listRuns));
  withId('get-run', 'Show a run with its evidence.')
    .argument('<run>', 'run')
    .action(
      bind<ProjectOption>(async (call) =>
        showRun(await call.client().getAutomationRun({ ...(await nameOf(call)), runId: call.argument(1) })),
      ),
    );
}

function withFields(command: Command, needsTrigger: boolean): Command {
  return command
    .option('--instructions <text>', 'instructions for the agent; "-" reads them from stdin')
    .addOption(
      new Option('--on <trigger>', 'trigger that starts runs').choices(triggers).makeOptionMandatory(needsTrigger),
    )
    .option('--cron <fields>', 'schedule for --on schedule, such as "0 9 * * 1"')
    .option('--time-zone <name>', 'time zone of --cron, such as Europe/Berlin (default: UTC)')
    .option('--path <glob>', 'ignore commits that change no matching file; repeatable', collect)
    .option('--exclude-author <name>', 'ignore commits by this name or email address; repeatable', collect)
    .addOption(
      new Option(
        '--context <repository>',
        'repository with source code that the agent can read, as "URL[#branch] [path ...]"; repeatable',
      ).argParser(collectContext),
    )
    .option('--target-language <tag>', 'for translate: language to translate into, such as pt-BR; repeatable', collect)
    .option(
      '--notify <recipient>',
      'member (email address) or webhook endpoint (whe_…) to notify about pull requests and failed runs; repeatable',
      collect,
    )
    .addOption(new Option('--runs-per-day <n>', 'maximum number of runs in 24 hours').argParser(parseInteger(1, 500)))
    .addOption(new Option('--usd-per-month <amount>', 'budget per month, or "none"').argParser(parseUsd))
    .addOption(
      new Option('--open-pull-requests <n>', 'maximum number of open pull requests').argParser(parseInteger(1, 50)),
    )
    .addOption(
      new Option(
        '--update-mode <mode>',
        'what to do with pull requests: wait for a review, or merge if checks and branch rules allow it (default: pull_request)',
      ).choices(updateModes),
    )
    .addOption(
      new Option(
        '--min-readers <n>',
        'readers who must miss something, for fill-gaps, improve-from-feedback and --on suggestion (default: 2)',
      ).argParser(parseInteger(1, 1_000)),
    );
}

function parseUsd(text: string): number | 'none' {
  if (text === 'none') return text;
  if (/^\d{1,7}(?:\.\d{1,9})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('Use an amount in US dollars above 0, or "none".');
}

const nameOf = async (call: Invocation<ProjectOption>): Promise<{ projectId: string; id: string }> => ({
  projectId: await requireProject(call, call.client()),
  id: call.argument(0),
});

/** Returns the settings from the given options. A trigger is replaced as a whole. */
async function readChange({ options, context }: Invocation<Fields>): Promise<Change> {
  const { instructions, runsPerDay, usdPerMonth, openPullRequests } = options;
  const limits = { runsPerDay, usdPerMonth: usdPerMonth === 'none' ? null : usdPerMonth, openPullRequests };
  const hasLimits = Object.values(limits).some((value) => value !== undefined);
  return {
    instructions: instructions === undefined ? undefined : await readPrompt(context, instructions),
    trigger: readTrigger(options),
    contextRepositories: options.context,
    notify: options.notify,
    minReaders: options.minReaders,
    targetLanguages: options.targetLanguage,
    updateMode: options.updateMode,
    ...(hasLimits && { limits }),
  };
}

async function createAutomation(call: Invocation<CreateFields>): Promise<CommandResult> {
  const { kind, disabled } = call.options;
  const client = call.client();
  const projectId = await requireProject(call, client);
  const { trigger = { type: 'event' as const }, ...change } = await readChange(call);
  const body = { ...change, projectId, name: call.argument(0), kind, trigger };
  return showNew(await client.createAutomation({ ...body, ...(disabled === true && { enabled: false }) }));
}

/** @throws CliError usage: trigger settings without the trigger's type */
function readTrigger({ on, cron, timeZone, path, excludeAuthor }: Fields): Trigger | undefined {
  const settings = { cron, timeZone, paths: path, excludeAuthors: excludeAuthor };
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  if (on !== undefined) return { type: on, ...given };
  if (Object.keys(given).length === 0) return undefined;
  throw new CliError(
    'usage',
    'trigger_required',
    'Add --on: options of a trigger replace the whole trigger, so its type is required.',
  );
}

async function updateAutomation(call: Invocation<UpdateFields>): Promise<CommandResult> {
  const { name } = call.options;
  const change = { ...(await readChange(call)), name };
  return showNew(await call.client().updateAutomation({ ...(await nameOf(call)), ...change }));
}

async function listAutomations(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const projectId = await requireProject(call, call.client());
  const list = await call.client().listAutomations({ projectId });
  const rows = list.automations.map((one) => [
    one.id,
    shorten(one.name),
    one.enabled ? 'on' : 'off',
    describeTrigger(one.trigger),
    one.lastRun?.state ?? '',
    shorten(one.waitingFor ?? one.lastRun?.outcome ?? ''),
  ]);
  const headings = ['id', 'name', 'state', 'trigger', 'last run', 'outcome'];
  const table = rows.length === 0 ? 'No automations.' : formatTable(headings, rows);
  const problems = list.problems.map(({ path, line, message }) => `${path}:${line}: ${message}`);
  return { json: list, text: [table, ...problems].join('\n') };
}

async function deleteAutomation(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const name = await nameOf(call);
  await call.client().deleteAutomation(name);
  return { json: { id: name.id, deleted: true }, text: `Deleted ${name.id}.` };
}

async function listRuns(call: Invocation<RunsOptions>): Promise<CommandResult> {
  const { state, limit } = call.options;
  const list = await call.client().listAutomationRuns({ ...(await nameOf(call)), state, limit });
  const rows = list.runs.map(({ id, state: now, trigger, createdAt, jobId, outcome }) => [
    id,
    now,
    trigger,
    createdAt,
    jobId ?? '',
    shorten(outcome ?? ''),
  ]);
  const text =
    rows.length === 0 ? 'No runs.' : formatTable(['id', 'state', 'trigger', 'created', 'job', 'outcome'], rows);
  return { json: list, text };
}

const describeTrigger = ({ type, cron, timeZone }: Trigger): string =>
  type === 'schedule' ? `${cron ?? ''} (${timeZone ?? 'UTC'})` : type;

function show(automation: Automation): CommandResult {
  const { limits, trigger, lastRun, source } = automation;
  const usd = limits.usdPerMonth === null ? 'no budget' : `${limits.usdPerMonth} USD per month`;
  const text = formatFields([
    ['ID', automation.id],
    ['Name', automation.name],
    ['Kind', automation.kind],
    ['State', automation.enabled ? 'on' : 'off'],
    ['File', source === null ? undefined : `${source.path} at ${source.commit.slice(0, 7)}`],
    ['Trigger', describeTrigger(trigger)],
    ['Paths', trigger.paths?.join(', ')],
    ['Excluded authors', trigger.excludeAuthors?.join(', ')],
    ['Source code', automation.contextRepositories.map(formatContext).join(', ') || undefined],
    ['Event URL', automation.eventUrl ?? undefined],
    ['Next run', automation.nextRunAt ?? undefined],
    [
      'Limits',
      `${countOf(limits.runsPerDay, 'run')} a day, ${usd}, ${countOf(limits.openPullRequests, 'open pull request')}`,
    ],
    ['Pull requests', automation.updateMode === 'direct_merge' ? 'merged if allowed' : 'reviewed'],
    ['Minimum readers', usesReaders(automation) ? String(automation.minReaders) : undefined],
    ['Languages', automation.targetLanguages.join(', ') || undefined],
    ['Notifies', automation.notify.join(', ') || undefined],
    ['Waiting events', automation.waitingEvents === 0 ? undefined : String(automation.waitingEvents)],
    ['Waiting for', automation.waitingFor ?? undefined],
    ['Last run', lastRun === null ? undefined : `${lastRun.id}, ${lastRun.state}`],
    ['Outcome', lastRun?.outcome ?? undefined],
  ]);
  return { json: automation, text };
}

const usesReaders = ({ kind, trigger }: Automation): boolean =>
  kind === 'fill-gaps' || kind === 'improve-from-feedback' || trigger.type === 'suggestion';

function showNew(saved: SavedAutomation): CommandResult {
  const { text } = show(saved);
  return { json: saved, text: saved.secret === null ? text : `${text}\n${formatFields([['Secret', saved.secret]])}` };
}

function showRun(run: AutomationRun | AutomationRunDetail): CommandResult {
  const evidence = 'evidence' in run ? run.evidence : [];
  const fields = formatFields([
    ['ID', run.id],
    ['State', run.state],
    ['Trigger', run.startedBy === null ? run.trigger : `${run.trigger}, by ${run.startedBy}`],
    ['Events', String(run.events)],
    ['Job', run.jobId ?? undefined],
    ['Pull request', run.pullRequest === null ? undefined : `${run.pullRequest.url} (${run.pullRequest.state})`],
    ['Cost', `${run.costUsd.toFixed(4)} USD`],
    ['Outcome', run.outcome ?? undefined],
  ]);
  const quoted = evidence.map(({ kind, source, text }) => `${kind} ${source ?? ''}\n${shorten(text)}`);
  return { json: run, text: [fields, ...quoted].join('\n\n') };
}
