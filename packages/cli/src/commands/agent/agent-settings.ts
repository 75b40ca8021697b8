import type { AgentSettings, Client, ContextRepository } from '@docwright/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields } from '../../output/table.ts';
import { collectContext, formatContext } from '../../parse-context.ts';
import { collect } from '../../parse-option.ts';
import { readOptionFile } from '../../read-option-file.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';
import { countOf } from '../../count-of.ts';

const draftPolicies = ['as_asked', 'on_new_warnings', 'always'] as const;
type UpdateAgentSettings = Omit<Parameters<Client['updateAgentSettings']>[0], 'projectId'>;
type Limits = NonNullable<UpdateAgentSettings['limits']>;

interface SetOptions extends ProjectOption {
  readonly instructionsFile?: string;
  readonly guide?: string[];
  readonly label?: string[];
  readonly reviewer?: string[];
  readonly drafts?: (typeof draftPolicies)[number];
  readonly allow?: string[];
  readonly allowScripts?: boolean;
  readonly reviewChanges?: boolean;
  readonly codeAnchors?: boolean;
  readonly deny?: string[];
  readonly context?: ContextRepository[];
  readonly fetchHost?: string[];
  readonly limit?: Limits;
}

export function addAgentSettingsCommands(program: Command, bind: Bind): void {
  const settings = program.command('agent-settings').description('Instructions and permissions of a project’s agent.');
  settings
    .command('get')
    .description('Show the settings.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(getSettings));
  settings
    .command('set')
    .description('Change settings. Omitted settings are unchanged; an empty string clears a list.')
    .addOption(projectOption())
    .option('--instructions-file <file>', 'instructions on style and terms')
    .option('--guide <path>', 'style guide in the repository; repeatable', collect)
    .option('--label <name>', 'label for pull requests; repeatable', collect)
    .option('--reviewer <user>', 'reviewer of pull requests; repeatable', collect)
    .addOption(new Option('--drafts <policy>', 'when pull requests are drafts').choices(draftPolicies))
    .option('--allow <glob>', 'the agent may change only these files; repeatable', collect)
    .option('--allow-scripts', 'let the agent change .js, .jsx and .tsx files, which run in readers’ browsers')
    .option('--no-allow-scripts', 'don’t let the agent change these files (default)')
    .option('--review-changes', 'let the model review its own changes, which takes one more response')
    .option('--no-review-changes', 'don’t let the model review its changes (default)')
    .option('--code-anchors', 'add invisible comments that name the code supporting a page’s claims')
    .option('--no-code-anchors', 'don’t add such comments (default)')
    .option('--deny <glob>', 'the agent may not change these files; repeatable', collect)
    .addOption(
      new Option(
        '--context <repository>',
        'source code that the agent can read, as "URL[#branch] [path ...]"; repeatable',
      ).argParser(collectContext),
    )
    .option('--fetch-host <host>', 'host that fetch_url may fetch from; repeatable', collect)
    .addOption(new Option('--limit <name=value>', 'a limit; `default` resets it; repeatable').argParser(collectLimit))
    .action(bind<SetOptions>(setSettings));
}

async function getSettings(call: Invocation<ProjectOption>): Promise<CommandResult> {
  return show(await call.client().getAgentSettings({ projectId: await requireProject(call, call.client()) }));
}

async function setSettings(call: Invocation<SetOptions>): Promise<CommandResult> {
  const { context, options } = call;
  const { instructionsFile, guide, label, reviewer, drafts, allow, deny, context: code, fetchHost, limit } = options;
  const { allowScripts, reviewChanges, codeAnchors } = options;
  const change: UpdateAgentSettings = {
    instructions: await readInstructions(context.cwd, instructionsFile),
    guidePaths: withoutEmpty(guide),
    labels: withoutEmpty(label),
    reviewers: withoutEmpty(reviewer),
    drafts,
    allowPaths: allow?.join('') === '' ? null : allow,
    allowScripts,
    reviewsChanges: reviewChanges,
    codeAnchors,
    denyPaths: withoutEmpty(deny),
    contextRepositories: code,
    fetchHosts: withoutEmpty(fetchHost),
    limits: limit,
  };
  return show(
    await call.client().updateAgentSettings({ projectId: await requireProject(call, call.client()), ...change }),
  );
}

async function readInstructions(cwd: string, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  return readOptionFile(cwd, { option: '--instructions-file', file, code: 'unreadable_instructions' });
}

const withoutEmpty = (values: readonly string[] | undefined): string[] | undefined =>
  values?.filter((value) => value !== '');

function collectLimit(text: string, before: Limits = {}): Limits {
  const [, name, value] = /^([A-Za-z]+)=(default|\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Use the form maxFiles=50.');
  return { ...before, [name]: value === 'default' ? null : Number(value) };
}

function show(settings: AgentSettings): CommandResult {
  const list = (values: readonly string[]): string => (values.length === 0 ? '(none)' : values.join(', '));
  const text = formatFields([
    ['Instructions', settings.instructions === '' ? '(none)' : countOf(settings.instructions.length, 'character')],
    ['Style guides', list(settings.guidePaths)],
    ['Labels', list(settings.labels)],
    ['Reviewers', list(settings.reviewers)],
    ['Drafts', settings.drafts],
    ['May change', list(settings.allowPaths)],
    ['May change scripts', settings.allowScripts ? 'yes' : 'no'],
    ['Reviews its changes', settings.reviewsChanges ? 'yes' : 'no'],
    ['Code anchors', settings.codeAnchors ? 'yes' : 'no'],
    ['May not change', list(settings.denyPaths)],
    ['Source code', list(settings.contextRepositories.map(formatContext))],
    ['May fetch from', list(settings.fetchHosts)],
    ...Object.entries(settings.limits).map(([name, value]): [string, string] => [name, String(value)]),
  ]);
  return { json: settings, text };
}
