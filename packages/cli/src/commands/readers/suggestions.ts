import type { Client } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { shorten } from '../../output/shorten.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { parseInteger } from '../../parse-option.ts';
import { describeAgentJob } from '../agent/describe-agent-job.ts';
import { readPrompt } from '../agent/read-prompt.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';
import { countOf } from '../../count-of.ts';

const statuses = ['open', 'in_progress', 'resolved', 'dismissed'] as const;

type Suggestion = Awaited<ReturnType<Client['updateSuggestion']>>;
type Effect = NonNullable<Suggestion['effect']>;

interface ListOptions extends ProjectOption {
  readonly status?: (typeof statuses)[number];
  readonly minVisitors?: number;
  readonly limit?: number;
}
interface FixOptions extends ProjectOption {
  readonly prompt?: string;
  readonly draft?: boolean;
}

export function addSuggestionCommands(program: Command, bind: Bind): void {
  const suggestions = program
    .command('suggestions')
    .description('What readers of a live site look for and can’t find.');
  const withId = (name: string, description: string) =>
    suggestions.command(name).argument('<id>', 'suggestion').description(description).addOption(projectOption());
  suggestions
    .command('list')
    .description('List suggestions from the last 30 days, those with the most readers first. --json shows everything.')
    .addOption(projectOption())
    .addOption(new Option('--status <status>', 'only this status (default: all except dismissed)').choices(statuses))
    .addOption(
      new Option('--min-visitors <n>', 'leave out open suggestions with fewer readers (default: 2)').argParser(
        parseInteger(1, 1000),
      ),
    )
    .addOption(
      new Option('--limit <n>', 'maximum number of suggestions to list (default: 50)').argParser(parseInteger(1, 100)),
    )
    .action(bind<ListOptions>(listSuggestions));
  withId('dismiss', 'Dismiss a suggestion.').action(bind<ProjectOption>((call) => setStatus(call, 'dismissed')));
  withId('reopen', 'Reopen a dismissed suggestion.').action(bind<ProjectOption>((call) => setStatus(call, 'open')));
  withId('fix', 'Start an agent job for a suggestion. What readers wrote is passed as quoted evidence.')
    .option('--prompt <text>', 'what the agent should do; "-" reads it from stdin; default: the suggestion’s prompt')
    .option('--draft', 'open the pull request as a draft')
    .action(bind<FixOptions>(fixSuggestion));
}

async function listSuggestions(call: Invocation<ListOptions>): Promise<CommandResult> {
  const client = call.client();
  const { status, minVisitors, limit } = call.options;
  const projectId = await requireProject(call, client);
  const list = await client.listSuggestions({ projectId, status, minVisitors, limit });
  const rows = list.suggestions.map(({ id, kind, status: now, visitors, job, title }) => [
    id,
    kind,
    now,
    String(visitors),
    job?.id ?? '',
    shorten(title),
  ]);
  const table =
    rows.length === 0 ? 'No suggestions.' : formatTable(['id', 'kind', 'status', 'readers', 'job', 'title'], rows);
  const note = 'Not all suggestions are shown: there are more than --limit, or too many signals to check.';
  return { json: list, text: list.complete ? table : `${table}\n${note}` };
}

async function setStatus(call: Invocation<ProjectOption>, status: 'open' | 'dismissed'): Promise<CommandResult> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  const suggestion = await client.updateSuggestion({ projectId, suggestionId: call.argument(0), status });
  return { json: suggestion, text: formatFields(toFields(suggestion)) };
}

async function fixSuggestion(call: Invocation<FixOptions>): Promise<CommandResult> {
  const { options, context, style } = call;
  const client = call.client();
  const prompt = options.prompt === undefined ? undefined : await readPrompt(context, options.prompt);
  const projectId = await requireProject(call, client);
  const job = await client.createSuggestionJob(
    { projectId, suggestionId: call.argument(0), prompt, asDraft: options.draft },
    { signal: context.signal },
  );
  const follow = `Follow it: docwright jobs watch ${job.id} --project ${projectId}`;
  return { json: job, text: `${describeAgentJob(job, style)}\n${follow}` };
}

const toFields = ({
  id,
  title,
  kind,
  status,
  visitors,
  pages,
  job,
  effect,
}: Suggestion): [string, string | undefined][] => [
  ['ID', id],
  ['Title', title],
  ['Kind', kind],
  ['Status', status],
  ['Readers', String(visitors)],
  ...pages.map(({ path, changedAt }): [string, string] => [
    'Page',
    changedAt === null ? path : `${path} (changed ${changedAt.slice(0, 10)}, after readers last had this problem)`,
  ]),
  ['Job', job?.id],
  ['Pull request', job?.pullRequest ? `${job.pullRequest.url} (${job.pullRequest.state})` : undefined],
  ['Effect', effect === null ? undefined : describeEffect(effect)],
];

function describeEffect({ before, after }: Effect): string {
  const readers = ({ visitors, days }: Effect['before']) => `${countOf(visitors, 'reader')} in ${countOf(days, 'day')}`;
  return `${readers(before)} before, ${after === null ? 'no full day yet' : readers(after)} after`;
}
