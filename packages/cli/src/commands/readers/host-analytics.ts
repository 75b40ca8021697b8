import { Option, type Command } from 'commander';
import type { HostFigures, HostSettings, KeptEvent } from '@docwright/host';
import type { ExportColumn } from '@docwright/site-server';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { shorten } from '../../output/shorten.ts';
import { parseInteger } from '../../parse-option.ts';

export interface FigureOptions {
  readonly site?: string;
  readonly from?: string;
  readonly to?: string;
  readonly format: 'table' | 'csv' | 'jsonl';
  readonly top: number;
}

/**
 * Adds the action and options of `docwright host analytics`.
 *
 * @param command the command, with the options that all host commands share
 * @param readSettings reads the host's settings from the invocation
 */
export function addHostAnalytics<Options>(
  command: Command,
  bind: Bind,
  readSettings: (call: Invocation<Options & FigureOptions>) => Promise<HostSettings>,
): void {
  command
    .description('Print a site’s analytics from the files in the data folder.')
    .option('--site <name>', 'site, if the settings have several')
    .option('--from <date>', 'first day (UTC), such as 2026-01-31')
    .option('--to <date>', 'day after the last one')
    .addOption(
      new Option('--format <format>', 'tables of totals, or one line per event')
        .choices(['table', 'csv', 'jsonl'])
        .default('table'),
    )
    .option('--top <number>', 'rows per table', parseInteger(1, 10_000), 10)
    .action(
      bind<Options & FigureOptions>(async (call) => {
        const { readHostEvents, readHostFigures } = await import('@docwright/host');
        const settings = await readSettings(call);
        const { site, from, to, format, top } = call.options;
        if (format === 'table') return showFigures(await readHostFigures(settings, { site, from, to }), top);
        const { writeRows } = await import('@docwright/site-server');
        const events = readHostEvents(settings, { site, from, to });
        for await (const text of writeRows(format, columns, oneByOne(events))) call.context.stdout.write(text);
        return { json: undefined, text: '' };
      }),
    );
}

function showFigures(figures: HostFigures, top: number): CommandResult {
  const { views, visitors, days, feedback, assistant } = figures;
  const sections = [
    formatFields([
      ['views', `${views.human} by people, ${views.ai} by AI agents`],
      ['visitors', `${visitors.human} people, ${visitors.ai} AI agents (sum of daily counts)`],
      ['assistant', describeAssistant(assistant)],
      ['feedback', `${feedback.up} up, ${feedback.down} down, ${feedback.comments} with a comment`],
    ]),
    table(
      ['day', 'views', 'ai', 'visitors'],
      days.slice(-top).map((day) => [day.date, day.views.human, day.views.ai, day.visitors.human]),
    ),
    table(
      ['page', 'views', 'ai'],
      figures.pages.slice(0, top).map(({ path, human, ai }) => [path, human, ai]),
    ),
    table(
      ['search', 'times', 'opened', 'without result'],
      figures.searches.slice(0, top).map((row) => [row.query, row.searches, row.clicks, row.withoutResult]),
    ),
    table(
      ['missing address', 'hits'],
      figures.notFound.slice(0, top).map(({ path, hits }) => [path, hits]),
    ),
    table(
      ['link to another site', 'clicks'],
      figures.outlinks.slice(0, top).map(({ url, clicks }) => [url, clicks]),
    ),
    table(
      ['playground', 'answer', 'calls'],
      figures.playgroundCalls
        .slice(0, top)
        .map(({ method, operation, status, calls }) => [`${method} ${operation}`.trim(), status, calls]),
    ),
    table(
      ['unanswered question', 'times'],
      assistant.open.slice(0, top).map(({ question, times }) => [shorten(question), times]),
    ),
    table(
      ['read by agents', 'how', 'reads'],
      figures.agentReads
        .slice(0, top)
        .map(({ path, via, tool, reads }) => [path || '-', `${via} ${tool}`.trim(), reads]),
    ),
  ];
  return { json: figures, text: sections.filter((section) => section !== '').join('\n\n') };
}

const describeAssistant = ({ answered, unanswered, failed, up, down }: HostFigures['assistant']): string =>
  `${answered} answered, ${unanswered} not, ${failed} failed; ${up} rated up, ${down} down`;

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return '';
  return formatTable(
    head,
    rows.map((row) => row.map(String)),
  );
}

const columnNames = [
  'at',
  'kind',
  'path',
  'isAi',
  'referrer',
  'query',
  'results',
  'target',
  'helpful',
  'comment',
  'source',
  'question',
  'answer',
  'outcome',
  'model',
  'rating',
  'block',
  'lang',
  'code',
  'filename',
] as const;
type Column = ExportColumn<KeptEvent>;

const columns = columnNames.map((name): Column => {
  const read: Column[1] = (event) => new Map<string, ReturnType<Column[1]>>(Object.entries(event)).get(name) ?? null;
  return [name, read];
});

async function* oneByOne(events: AsyncIterable<KeptEvent>): AsyncGenerator<readonly KeptEvent[]> {
  for await (const event of events) yield [event];
}
