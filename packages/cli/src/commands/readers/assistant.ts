import type { AssistantSettings, Client } from '@docwright/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields } from '../../output/table.ts';
import { readOptionFile } from '../../read-option-file.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';
import { countOf } from '../../count-of.ts';

const models = ['builtin/extracts-1', 'project'] as const;
const tones = ['neutral', 'friendly', 'formal'] as const;
type Changes = Omit<Parameters<Client['updateAssistantSettings']>[0], 'projectId'>;

interface SetOptions extends ProjectOption {
  readonly enabled?: 'yes' | 'no';
  readonly model?: (typeof models)[number];
  readonly name?: string;
  readonly greeting?: string;
  readonly starter?: readonly string[];
  readonly tone?: (typeof tones)[number];
  readonly messagesPerMinute?: number;
  readonly monthlyBudgetUsd?: number | 'none';
  readonly visitorDailyBudgetUsd?: number | 'none';
  readonly instructionsFile?: string;
  readonly retentionDays?: number;
  readonly fallbackLabel?: string;
  readonly fallbackUrl?: string;
}

export function addAssistantCommands(program: Command, bind: Bind): void {
  const assistant = program
    .command('assistant')
    .description('The assistant that answers questions on a project’s live site.');
  assistant
    .command('get')
    .description('Show the settings.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(getSettings));
  assistant
    .command('set')
    .description('Change settings. Omitted settings are unchanged.')
    .addOption(projectOption())
    .addOption(new Option('--enabled <answer>', 'whether the assistant answers questions').choices(['yes', 'no']))
    .addOption(
      new Option('--model <model>', 'answer with passages from the pages, or with the project’s models').choices(
        models,
      ),
    )
    .option('--name <text>', 'title of the panel; empty for the default')
    .option('--greeting <text>', 'text shown in an empty panel; empty for the default')
    .option('--starter <question...>', 'questions that an empty panel suggests; empty for none')
    .option('--instructions-file <file>', 'instructions for the model on terms and names')
    .addOption(new Option('--tone <tone>', 'tone of the model’s answers').choices(tones))
    .addOption(
      new Option('--messages-per-minute <count>', 'messages per minute from one client address').argParser(
        parseWhole({ from: 1, to: 1000 }),
      ),
    )
    .addOption(
      new Option('--monthly-budget-usd <dollars>', 'limit on model costs per month; "none" for no limit').argParser(
        parseBudget,
      ),
    )
    .addOption(
      new Option(
        '--visitor-daily-budget-usd <dollars>',
        'limit on model costs per visitor per day; "none" for no limit',
      ).argParser(parseBudget),
    )
    .addOption(
      new Option('--retention-days <days>', 'how long threads are stored; 0 to store none').argParser(
        parseWhole({ from: 0, to: 365 }),
      ),
    )
    .option('--fallback-label <text>', 'text of the link shown if the pages have no answer; empty for no link')
    .option('--fallback-url <url>', 'address of that link: https: or mailto:')
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
    name: options.name,
    greeting: options.greeting,
    starters: options.starter?.filter((starter) => starter !== ''),
    tone: options.tone,
    messagesPerMinute: options.messagesPerMinute,
    monthlyBudgetUsd: toBudget(options.monthlyBudgetUsd),
    visitorDailyBudgetUsd: toBudget(options.visitorDailyBudgetUsd),
    instructions:
      file === undefined
        ? undefined
        : await readOptionFile(context.cwd, { option: '--instructions-file', file, code: 'unreadable_instructions' }),
    retentionDays,
    fallback: readFallback(options),
  };
  if (Object.values(changes).every((value) => value === undefined))
    throw new CliError('usage', 'usage', 'assistant set needs at least one setting; see --help');
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

const parseWhole =
  ({ from, to }: { readonly from: number; readonly to: number }) =>
  (text: string): number => {
    const count = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    if (count >= from && count <= to) return count;
    throw new InvalidArgumentError(`Use a whole number from ${from} to ${to}.`);
  };

function parseBudget(text: string): number | 'none' {
  if (text === 'none') return text;
  if (!/^\d{1,7}(?:\.\d+)?$/.test(text)) throw new InvalidArgumentError('Use an amount such as 25, or none.');
  return Number(text);
}

const toBudget = (budget: number | 'none' | undefined): number | null | undefined =>
  budget === 'none' ? null : budget;

const formatBudget = (usd: number | null): string => (usd === null ? '(no limit)' : `${usd} USD`);

function show(settings: AssistantSettings): CommandResult {
  const { enabled, model, name, greeting, starters, instructions, retentionDays, fallback } = settings;
  const text = formatFields([
    ['Answers', enabled ? 'yes' : 'no'],
    ['Model', model],
    ['Name', name === '' ? '(default)' : name],
    ['Greeting', greeting === '' ? '(default)' : greeting],
    ['Starters', starters.length === 0 ? '(none)' : starters.join(' | ')],
    ['Tone', settings.tone],
    ['Messages per minute per address', String(settings.messagesPerMinute)],
    ['Monthly budget', formatBudget(settings.monthlyBudgetUsd)],
    ['Spent this month', `${settings.spentThisMonthUsd.toFixed(2)} USD`],
    ['Daily budget per visitor', formatBudget(settings.visitorDailyBudgetUsd)],
    ['Instructions', instructions === '' ? '(none)' : countOf(instructions.length, 'character')],
    ['Threads', retentionDays === 0 ? 'not stored' : `stored for ${countOf(retentionDays, 'day')}`],
    ['Without an answer', fallback === null ? '(nothing)' : `${fallback.label}: ${fallback.url}`],
  ]);
  return { json: settings, text };
}
