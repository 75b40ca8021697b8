import type { Feedback } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { shorten } from '../../output/shorten.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { confirmDeletion, withYes, type DeletionOptions } from '../confirm-deletion.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';

const statuses = ['pending', 'in_progress', 'resolved', 'dismissed'] as const;
const sources = ['contextual', 'thumbs_only', 'code_snippet', 'agent'] as const;

interface ListOptions extends ProjectOption {
  readonly status?: (typeof statuses)[number];
  readonly source?: (typeof sources)[number];
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
}
interface SetOptions extends ProjectOption {
  readonly status?: (typeof statuses)[number];
  readonly note?: string;
}

type DeleteOptions = ProjectOption & DeletionOptions;

export function addFeedbackCommands(program: Command, bind: Bind): void {
  const feedback = program.command('feedback').description('Feedback from readers and agents on a live site’s pages.');
  feedback
    .command('list')
    .description('List feedback from the last 30 days, newest first. --json shows everything.')
    .addOption(projectOption())
    .addOption(new Option('--status <status>', 'only feedback with this status').choices(statuses))
    .addOption(
      new Option('--source <source>', 'rating with a comment, rating only, code block, or agent').choices(sources),
    )
    .option('--from <date>', 'first day (UTC), such as 2026-01-31')
    .option('--to <date>', 'day after the last one')
    .option('--cursor <cursor>', 'continue after the previous page')
    .action(bind<ListOptions>(listFeedback));
  feedback
    .command('set')
    .argument('<id>', 'ID of the feedback')
    .description('Change the status or the note of a feedback entry.')
    .addOption(projectOption())
    .addOption(new Option('--status <status>', 'new status').choices(statuses))
    .option('--note <text>', 'note for your team; empty to remove it')
    .action(bind<SetOptions>(setFeedback));
  withYes(feedback.command('delete').argument('<id>', 'ID of the feedback'))
    .description('Delete a feedback entry, including its comment and email address.')
    .addOption(projectOption())
    .action(bind<DeleteOptions>(deleteFeedback));
}

async function listFeedback(call: Invocation<ListOptions>): Promise<CommandResult> {
  const client = call.client();
  const { status, source, from: dateFrom, to: dateTo, cursor } = call.options;
  const projectId = await requireProject(call, client);
  const page = await client.listFeedback({ projectId, status, source, dateFrom, dateTo, cursor });
  const rows = page.feedback.map(({ id, createdAt, path, helpful, status: now, comment, code }) => [
    id,
    createdAt,
    path,
    helpful === null ? '' : helpful ? 'up' : 'down',
    now,
    shorten(code ?? ''),
    shorten(comment ?? ''),
  ]);
  const table =
    rows.length === 0 ? 'No feedback.' : formatTable(['id', 'at', 'page', 'rating', 'status', 'code', 'comment'], rows);
  return { json: page, text: page.nextCursor === null ? table : `${table}\nMore: --cursor ${page.nextCursor}` };
}

async function setFeedback(call: Invocation<SetOptions>): Promise<CommandResult> {
  const { status, note } = call.options;
  if (status === undefined && note === undefined)
    throw new CliError('usage', 'usage', 'feedback set needs --status or --note');
  const client = call.client();
  const projectId = await requireProject(call, client);
  const feedback = await client.updateFeedback({
    projectId,
    feedbackId: call.argument(0),
    status,
    note: note === '' ? null : note,
  });
  return { json: feedback, text: formatFields(toFields(feedback)) };
}

async function deleteFeedback(call: Invocation<DeleteOptions>): Promise<CommandResult> {
  const id = call.argument(0);
  const client = call.client();
  const projectId = await requireProject(call, client);
  await confirmDeletion(call, `the feedback ${id}`);
  await client.deleteFeedback({ projectId, feedbackId: id });
  return { json: { id, deleted: true }, text: `Deleted ${id}.` };
}

const toFields = ({ id, path, status, note }: Feedback): [string, string][] => [
  ['ID', id],
  ['Page', path],
  ['Status', status],
  ['Note', note ?? '(none)'],
];
