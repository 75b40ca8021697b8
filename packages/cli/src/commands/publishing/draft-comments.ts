import type { Client, CommentThread } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { parseInteger } from '../../parse-option.ts';
import { readOptionFile } from '../../read-option-file.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';

const states = ['open', 'closed', 'all'] as const;
const maxOffset = 2_147_483_647;

interface BranchOptions extends ProjectOption {
  readonly branch?: string;
}
interface ListOptions extends BranchOptions {
  readonly file?: string;
  readonly state?: (typeof states)[number];
  readonly limit?: number;
  readonly cursor?: string;
}
interface PlaceOptions extends BranchOptions {
  readonly quote: string;
  readonly from?: number;
  readonly text?: string;
  readonly mention?: string[];
}
interface SuggestOptions extends PlaceOptions {
  readonly replacement?: string;
  readonly replacementFile?: string;
}
interface ReplyOptions extends ProjectOption {
  readonly text: string;
  readonly mention?: string[];
}

export function addDraftCommentCommands(drafts: Command, bind: Bind): void {
  const comments = drafts
    .command('comments')
    .description('Comment on passages of a branch’s files, and suggest changes.');
  const onBranch = (name: string, description: string) =>
    comments
      .command(name)
      .description(description)
      .addOption(projectOption())
      .option('--branch <branch>', 'branch (default: the project’s branch)');
  onBranch('list', 'List comment threads and suggested changes.')
    .option('--file <file>', 'only threads of this file')
    .addOption(new Option('--state <state>', 'which threads (default: open)').choices(states))
    .option('--limit <number>', 'number of threads (default: 20)', parseInteger(1, 100))
    .option('--cursor <cursor>', 'continue after the previous page')
    .action(bind<ListOptions>(listThreads));
  onPlace(onBranch('add', 'Comment on a passage.'))
    .requiredOption('--text <text>', 'comment')
    .action(bind<PlaceOptions>(async (call) => createThread(call, undefined)));
  onPlace(onBranch('suggest', 'Suggest a replacement for a passage.'))
    .option('--replacement <text>', 'new text; empty deletes the old one')
    .option('--replacement-file <file>', 'file with the new text')
    .option('--text <text>', 'comment')
    .action(bind<SuggestOptions>(async (call) => createThread(call, await readReplacement(call))));
  addThreadCommands(comments, bind);
}

function onPlace(command: Command): Command {
  return command
    .argument('<file>', 'file, relative to the docs folder')
    .requiredOption('--quote <text>', 'the text, exactly as in the file')
    .option(
      '--from <offset>',
      'where the text starts, if the file contains it more than once',
      parseInteger(0, maxOffset),
    )
    .option('--mention <users...>', 'IDs of members to notify');
}

function addThreadCommands(comments: Command, bind: Bind): void {
  const onThread = (name: string, description: string) =>
    comments.command(name).description(description).argument('<thread>', 'ID of the thread').addOption(projectOption());
  const run = (work: (client: Client, ids: ThreadIds) => Promise<CommentThread>) =>
    bind<ProjectOption>(async (call) => showThread(await work(call.client(), await idsOf(call))));
  onThread('show', 'Show a thread with its comments.').action(run((client, ids) => client.getCommentThread(ids)));
  onThread('reply', 'Reply to a thread.')
    .requiredOption('--text <text>', 'comment')
    .option('--mention <users...>', 'IDs of members to notify')
    .action(
      bind<ReplyOptions>(async (call) => {
        const { text, mention: mentions } = call.options;
        return showThread(await call.client().replyToCommentThread({ ...(await idsOf(call)), text, mentions }));
      }),
    );
  onThread('resolve', 'Close a thread.').action(run((client, ids) => client.resolveCommentThread(ids)));
  onThread('reopen', 'Reopen a closed thread.').action(run((client, ids) => client.reopenCommentThread(ids)));
  onThread('accept', 'Accept a suggested change: write it into the draft.').action(
    run((client, ids) => client.acceptSuggestedChange(ids)),
  );
  onThread('reject', 'Reject a suggested change.')
    .option('--reason <text>', 'reason, for the author of the suggestion')
    .action(
      bind<ProjectOption & { readonly reason?: string }>(async (call) =>
        showThread(await call.client().rejectSuggestedChange({ ...(await idsOf(call)), reason: call.options.reason })),
      ),
    );
}

interface ThreadIds {
  readonly projectId: string;
  readonly threadId: string;
}

async function idsOf(call: Invocation<ProjectOption>): Promise<ThreadIds> {
  return { projectId: await requireProject(call, call.client()), threadId: call.argument(0) };
}

async function nameOf(call: Invocation<BranchOptions>): Promise<{ projectId: string; branch: string }> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  return { projectId, branch: call.options.branch ?? (await client.getProject({ projectId })).branch };
}

async function listThreads(call: Invocation<ListOptions>): Promise<CommandResult> {
  const { file, state, limit, cursor } = call.options;
  const list = await call.client().listCommentThreads({ ...(await nameOf(call)), file, state, limit, cursor });
  const rows = list.threads.map((thread) => [
    thread.id,
    thread.state,
    placeOf(thread),
    thread.comments[0]?.author.name ?? '',
    thread.replacement === null ? '' : 'suggestion',
    toOneLine(thread.comments[0]?.text || thread.replacement || ''),
  ]);
  const table =
    rows.length === 0 ? 'No comments.' : formatTable(['thread', 'state', 'place', 'author', '', 'text'], rows);
  return { json: list, text: list.nextCursor === null ? table : `${table}\nMore: --cursor ${list.nextCursor}` };
}

async function createThread(call: Invocation<PlaceOptions>, replacement: string | undefined): Promise<CommandResult> {
  const { quote, from, text, mention: mentions } = call.options;
  const name = { ...(await nameOf(call)), file: call.argument(0) };
  return showThread(await call.client().createCommentThread({ ...name, quote, from, text, replacement, mentions }));
}

async function readReplacement({ options, context }: Invocation<SuggestOptions>): Promise<string> {
  const { replacement, replacementFile: file } = options;
  if (replacement !== undefined && file === undefined) return replacement;
  if (replacement === undefined && file !== undefined)
    return readOptionFile(context.cwd, { option: '--replacement-file', file, code: 'file_unreadable' });
  throw new CliError('usage', 'replacement_required', 'specify either --replacement or --replacement-file');
}

function showThread(thread: CommentThread): CommandResult {
  const fields = formatFields([
    ['Thread', thread.id],
    ['State', thread.closedBy === null ? thread.state : `${thread.state} by ${thread.closedBy.name}`],
    ['Place', placeOf(thread)],
    ['Text', thread.quote],
    ['Now', thread.text === thread.quote ? null : (thread.text ?? '(gone)')],
    ['Suggestion', thread.replacement === '' ? '(delete the text)' : thread.replacement],
    ['Reason', thread.reason === '' ? null : thread.reason],
  ]);
  const comments = thread.comments
    .filter(({ text }) => text !== '')
    .map(({ author, createdAt, text }) => `${author.name}, ${createdAt}:\n${text}`);
  return { json: thread, text: [fields, ...comments].join('\n\n') };
}

const placeOf = ({ file, range }: CommentThread): string =>
  range === null ? `${file} (outdated)` : `${file}:${range.line}`;

function toOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
