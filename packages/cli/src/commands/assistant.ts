import type { AssistantSettings, Client } from '@docwright/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { CliError } from '../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../invocation.ts';
import { formatFields } from '../output/table.ts';
import { readOptionFile } from '../read-option-file.ts';
import { requireProject, type ProjectOption } from './require-project.ts';

const models = ['builtin/extracts-1', 'project'] as const;
type Changes = Omit<Parameters<Client['updateAssistantSettings']>[0], 'projectId'>;

interface SetOptions extends ProjectOption {
  readonly enabled?: 'yes' | 'no';
  readonly model?: (typeof models)[number];
  readonly instructionsFile?: string;
  readonly retentionDays?: number;
  readonly fallbackLabel?: string;
  readonly fallbackUrl?: string;
}

export function addAssistantCommands(program: Command, bind: Bind): void {
  const assistant = program
    .command('assistant')
    .description('What answers questions at a project’s live site by the API.');
  const project = () => new Option('--project <id>', 'project; needless where the key sees only one');
  assistant
    .command('get')
    .description('Show its settings.')
    .addOption(project())
    .action(bind<ProjectOption>(getSettings));
  assistant
    .command('set')
    .description('Change its settings; what is not named stays.')
    .addOption(project())
    .addOption(new Option('--enabled <answer>', 'whether the API answers').choices(['yes', 'no']))
    .addOption(new Option('--model <model>', 'passages of the pages, or the project’s own models').choices(models))
    .option('--instructions-file <file>', 'what the model is told on tone and names')
    .addOption(
      new Option('--retention-days <days>', 'how long threads are kept; 0 stores nothing').argParser(parseDays),
    )
    .option('--fallback-label <text>', 'text of the link below what the pages don’t say; an empty one takes it away')
    .option('--fallback-url <url>', 'where that link leads: https: or mailto:')
    .action(bind<SetOptions>(setSettings));
}

async function getSettings(call: Invocation<ProjectOption>): Promise<CommandResult> {
  return show(await call.client().getAssistantSettings({ projectId: await requireProject(call, call.client()) }));
}

async function setSettings(call: Invocation<SetOptions>): Promise<CommandResult> {
  const { context, options } = call;
  const { enabled, model, instructionsFile: file, retentionDays } = options;
  const changes: Changes = {
    enabled: enabled === undefined ? undefined : enabled === 'yes',
    model,
    instructions:
      file === undefined
        ? undefined
        : await readOptionFile(context.cwd, { option: '--instructions-file', file, code: 'unreadable_instructions' }),
    retentionDays,
    fallback: readFallback(options),
  };
  if (Object.values(changes).every((value) => value === undefined))
    throw new CliError('usage', 'usage', 'assistant set needs at least one setting; --help lists them');
  return show(
    await call.client().updateAssistantSettings({ projectId: await requireProject(call, call.client()), ...changes }),
  );
}

function readFallback({ fallbackLabel: label, fallbackUrl: url }: SetOptions): Changes['fallback'] {
  if (label === '' && url === undefined) return null;
  if (label === undefined && url === undefined) return undefined;
  if (label !== undefined && url !== undefined) return { label, url };
  throw new CliError('usage', 'usage', '--fallback-label and --fallback-url go together');
}

function parseDays(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0 to 365.');
  return Number(text);
}

function show(settings: AssistantSettings): CommandResult {
  const { enabled, model, instructions, retentionDays, fallback } = settings;
  const text = formatFields([
    ['Answers', enabled ? 'yes' : 'no'],
    ['Model', model],
    ['Instructions', instructions === '' ? '(none)' : `${String(instructions.length)} characters`],
    ['Threads', retentionDays === 0 ? 'not stored' : `kept for ${String(retentionDays)} days`],
    ['Without an answer', fallback === null ? '(nothing)' : `${fallback.label}: ${fallback.url}`],
  ]);
  return { json: settings, text };
}
