import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { DocwrightError, type Client, type Draft, type DraftFileRevisionContent } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import { countOf } from '../../count-of.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { parseInteger } from '../../parse-option.ts';
import { describeReadFault } from '../../read-option-file.ts';
import { confirmDeletion, withYes, type DeletionOptions } from '../confirm-deletion.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';
import { addDraftAskCommand } from './draft-ask.ts';
import { addDraftCommentCommands } from './draft-comments.ts';

const actions = ['publish', 'create_branch', 'save', 'create_pull_request'] as const;

interface DraftOptions extends ProjectOption {
  readonly branch?: string;
}
interface PublishOptions extends DraftOptions {
  readonly action?: (typeof actions)[number];
  readonly message?: string;
  readonly newBranch?: string;
  readonly title?: string;
  readonly asDraft?: boolean;
}
interface RevisionOptions extends DraftOptions {
  readonly revision?: string;
  readonly at?: string;
}
interface HistoryOptions extends DraftOptions {
  readonly limit?: number;
  readonly cursor?: string;
}
type Call<Options extends DraftOptions = DraftOptions> = Invocation<Options>;

export function addDraftCommands(program: Command, bind: Bind): void {
  const drafts = program
    .command('draft')
    .alias('drafts')
    .description('Change pages of a branch without git, and publish the changes.');
  const command = (name: string, description: string) =>
    drafts
      .command(name)
      .description(description)
      .addOption(projectOption())
      .option('--branch <branch>', 'branch (default: the project’s branch)');
  drafts
    .command('list')
    .description('List the drafts of all branches.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(listDrafts));
  command('show', 'Show changed files, conflicts, and how the draft can be published.').action(
    bind<DraftOptions>(async (call) => showDraft(await call.client().getDraft(await nameOf(call)))),
  );
  command('files', 'List the files with the draft applied.').action(bind<DraftOptions>(listFiles));
  withRevision(command('read', 'Print a file with the draft applied, or a revision of it.'))
    .argument('<path>', 'file, relative to the docs folder')
    .action(bind<RevisionOptions>(readDraftFile));
  command('write', 'Save a file in the draft.')
    .argument('<path>', 'file, relative to the docs folder')
    .requiredOption('--file <file>', 'file with the new content; "-" reads it from stdin')
    .option('--version <version>', 'version that was edited (default: the current one)')
    .action(bind<DraftOptions & { readonly file: string; readonly version?: string }>(writeDraftFile));
  command('delete', 'Delete a file in the draft.')
    .argument('<path>', 'file, relative to the docs folder')
    .option('--redirect-to <page>', 'page that replaces a deleted page')
    .action(bind<DraftOptions & { readonly redirectTo?: string }>(deleteDraftFile));
  command('move', 'Move a page, update links and the navigation, and redirect the old path.')
    .argument('<from>', 'page')
    .argument('<to>', 'new path')
    .action(bind<DraftOptions>(moveDraftFile));
  addHistoryCommands(command, bind);
  addReviewCommands(command, bind);
  addDraftAskCommand(command, bind);
  addDraftCommentCommands(drafts, bind);
}

/** Adds the options that select a file's revision. */
function withRevision(command: Command): Command {
  return command
    .option('--revision <id>', 'revision from "docwright draft history"')
    .option('--at <path>', 'path of the file in that revision (default: the same path)');
}

function addHistoryCommands(command: (name: string, description: string) => Command, bind: Bind): void {
  command('history', 'List the revisions of a file: saved content of the draft, then commits of the branch.')
    .argument('<file>', 'file, relative to the docs folder')
    .option('--limit <number>', 'number of revisions (default: 20)', parseInteger(1, 100))
    .option('--cursor <cursor>', 'continue after the previous page')
    .action(bind<HistoryOptions>(listRevisions));
  withRevision(command('restore', 'Discard the changes to a file, or restore a revision of it.'))
    .argument('<file>', 'file, relative to the docs folder')
    .action(bind<RevisionOptions>(restoreDraftFile));
}

function addReviewCommands(command: (name: string, description: string) => Command, bind: Bind): void {
  command('resolve', 'Resolve a conflict in a file.')
    .argument('<file>', 'file with a conflict')
    .addOption(
      new Option('--keep <side>', 'content to keep').choices(['draft', 'branch'] as const).makeOptionMandatory(),
    )
    .action(bind<DraftOptions & { readonly keep: 'draft' | 'branch' }>(resolveConflict));
  command('upload', 'Upload an image or another media file.')
    .argument('<file>', 'file on this machine')
    .option('--folder <folder>', 'folder, relative to the docs folder (default: images)')
    .action(bind<DraftOptions & { readonly folder?: string }>(upload));
  command('diff', 'Print the changed lines.').argument('[file]', 'only this file').action(bind<DraftOptions>(showDiff));
  command('check', 'Show findings that the draft introduces. Exits with an error if there are errors.').action(
    bind<DraftOptions>(check),
  );
  command('publish', 'Publish the draft: commit it, move it to a new branch, or open a pull request.')
    .addOption(new Option('--action <action>', 'what to do (default: the usual action of the branch)').choices(actions))
    .option('--message <text>', 'commit message (default: the suggested one)')
    .option('--new-branch <branch>', 'name of the new branch (default: the suggested one)')
    .option('--title <text>', 'title of the pull request (default: the suggested one)')
    .option('--as-draft', 'open the pull request as a draft')
    .action(bind<PublishOptions>(publish));
  withYes(command('discard', 'Discard all changes in the draft.')).action(
    bind<DraftOptions & DeletionOptions>(discard),
  );
}

async function nameOf(call: Call): Promise<{ projectId: string; branch: string }> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  return { projectId, branch: call.options.branch ?? (await client.getProject({ projectId })).branch };
}

async function listDrafts(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const list = await call.client().listDrafts({ projectId: await requireProject(call, call.client()) });
  const rows = list.drafts.map(({ branch, files, conflicts, authors, updatedAt }) => [
    branch,
    String(files),
    String(conflicts),
    authors[0]?.name ?? '',
    updatedAt ?? '',
  ]);
  const text =
    rows.length === 0 ? 'No drafts.' : formatTable(['branch', 'files', 'conflicts', 'author', 'changed'], rows);
  return { json: list, text };
}

function showDraft(draft: Draft): CommandResult {
  const fields = formatFields([
    ['Branch', draft.branch],
    ['Base', draft.baseCommit],
    ['Authors', draft.authors.map(({ name }) => name).join(', ')],
    ['Actions', draft.actions.join(', ')],
    ['Blocked by', draft.blockers.join(', ')],
    ['Removed', draft.expiresAt],
  ]);
  const rows = draft.changes.map(({ path, change, movedFrom, isConflict }) => [
    change,
    movedFrom === null ? path : `${movedFrom} → ${path}`,
    isConflict ? 'conflict' : '',
  ]);
  return {
    json: draft,
    text: rows.length === 0 ? fields : `${fields}\n\n${formatTable(['change', 'file', ''], rows)}`,
  };
}

async function listFiles(call: Call): Promise<CommandResult> {
  const list = await call.client().listDraftFiles(await nameOf(call));
  const rows = list.files.map(({ path, size, change }) => [path, String(size), change ?? '']);
  return { json: list, text: formatTable(['file', 'bytes', 'change'], rows) };
}

async function readDraftFile(call: Call<RevisionOptions>): Promise<CommandResult> {
  const { revision } = call.options;
  if (revision !== undefined) return printFile(await readRevision(call, revision));
  const file = await call.client().getDraftFile({ ...(await nameOf(call)), path: call.argument(0) });
  if (file.content === null)
    throw new CliError(
      'usage',
      'file_deleted',
      `${file.path} is deleted in the draft; "docwright draft restore" restores it`,
    );
  return printFile({ ...file, content: file.content });
}

function printFile(file: {
  readonly path: string;
  readonly content: string;
  readonly encoding: string;
}): CommandResult {
  if (file.encoding === 'base64')
    throw new CliError('usage', 'not_text', `${file.path} is not UTF-8 text; use --json to get its bytes in Base64`);
  return { json: file, text: file.content.replace(/\n$/, '') };
}

async function readRevision(call: Call<RevisionOptions>, revision: string): Promise<DraftFileRevisionContent> {
  const name = { ...(await nameOf(call)), path: call.argument(0) };
  return call.client().getDraftFileRevision({ ...name, revision, at: call.options.at });
}

async function listRevisions(call: Call<HistoryOptions>): Promise<CommandResult> {
  const { limit, cursor } = call.options;
  const name = { ...(await nameOf(call)), path: call.argument(0) };
  const list = await call.client().listDraftFileRevisions({ ...name, limit, cursor });
  const rows = list.revisions.map(({ id, at, author, path, kind, subject, isDeletion }) => [
    id,
    at,
    author,
    path,
    kind === 'saved' ? 'saved in the draft' : `${isDeletion ? 'deleted: ' : ''}${subject ?? ''}`,
  ]);
  const table = rows.length === 0 ? 'No revisions.' : formatTable(['revision', 'at', 'author', 'path', ''], rows);
  return { json: list, text: list.nextCursor === null ? table : `${table}\nMore: --cursor ${list.nextCursor}` };
}

async function writeDraftFile(
  call: Call<DraftOptions & { readonly file: string; readonly version?: string }>,
): Promise<CommandResult> {
  const name = { ...(await nameOf(call)), path: call.argument(0) };
  const bytes = await readContent(call, call.options.file);
  const version = call.options.version ?? (await findVersion(call.client(), name));
  const saved = await call.client().putDraftFile({ ...name, version, ...encode(bytes) });
  return {
    json: saved,
    text: saved.change === null ? `${saved.path} is the same as on the branch.` : `Saved ${saved.path}.`,
  };
}

/** Returns the file's version; `null` for a new file. */
async function findVersion(
  client: Client,
  name: { readonly projectId: string; readonly branch: string; readonly path: string },
): Promise<string | null> {
  try {
    return (await client.getDraftFile(name)).version;
  } catch (error) {
    if (error instanceof DocwrightError && error.code === 'not_found') return null;
    throw error;
  }
}

async function readContent({ context }: Call, file: string): Promise<Buffer> {
  if (file !== '-') return readBytes(context.cwd, file);
  const chunks: Buffer[] = [];
  for await (const chunk of context.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

async function readBytes(cwd: string, file: string): Promise<Buffer> {
  const path = resolve(cwd, file);
  return readFile(path).catch((error: unknown) => {
    throw new CliError('usage', 'file_unreadable', `${path} can't be read: ${describeReadFault(error)}`, {
      cause: error,
    });
  });
}

/** Encodes bytes as text only if they are UTF-8, because other bytes would change if converted to text and back. */
function encode(bytes: Buffer): { readonly content: string; readonly encoding: 'utf-8' | 'base64' } {
  const text = bytes.toString('utf8');
  const isText = !text.includes('\0') && Buffer.from(text).equals(bytes);
  return isText ? { content: text, encoding: 'utf-8' } : { content: bytes.toString('base64'), encoding: 'base64' };
}

async function deleteDraftFile(call: Call<DraftOptions & { readonly redirectTo?: string }>): Promise<CommandResult> {
  const name = { ...(await nameOf(call)), path: call.argument(0) };
  const { version } = await call.client().getDraftFile(name);
  if (version === null) return { json: { path: name.path }, text: `${name.path} is already deleted.` };
  const edit = await call.client().deleteDraftFile({ ...name, version, redirectTo: call.options.redirectTo });
  return { json: edit, text: `Deleted ${edit.path}; changed ${countOf(edit.changedFiles.length, 'file')}.` };
}

async function moveDraftFile(call: Call): Promise<CommandResult> {
  const move = { from: call.argument(0), to: call.argument(1) };
  const edit = await call.client().moveDraftFile({ ...(await nameOf(call)), ...move });
  return { json: edit, text: `Moved to ${edit.path}; changed ${countOf(edit.changedFiles.length, 'file')}.` };
}

async function restoreDraftFile(call: Call<RevisionOptions>): Promise<CommandResult> {
  const { revision } = call.options;
  if (revision !== undefined) {
    const path = call.argument(0);
    const { content, encoding, current: version } = await readRevision(call, revision);
    const name = { ...(await nameOf(call)), path };
    const saved = await call.client().putDraftFile({ ...name, content, encoding, version, keepReplaced: true });
    return { json: saved, text: `Restored ${path} to revision ${revision}.` };
  }
  const edit = await call.client().restoreDraftFile({ ...(await nameOf(call)), file: call.argument(0) });
  return { json: edit, text: `Restored ${edit.changedFiles.join(', ')}.` };
}

async function resolveConflict(
  call: Call<DraftOptions & { readonly keep: 'draft' | 'branch' }>,
): Promise<CommandResult> {
  const name = await nameOf(call);
  const file = call.argument(0);
  const { version } = await call.client().getDraftFile({ ...name, path: file });
  const saved = await call.client().resolveDraftConflict({ ...name, file, version, keep: call.options.keep });
  return { json: saved, text: `Resolved the conflict in ${file}.` };
}

async function upload(call: Call<DraftOptions & { readonly folder?: string }>): Promise<CommandResult> {
  const file = call.argument(0);
  const content = (await readBytes(call.context.cwd, file)).toString('base64');
  const { folder } = call.options;
  const media = await call
    .client()
    .uploadDraftMedia({ ...(await nameOf(call)), name: basename(file), content, folder });
  return { json: media, text: `Uploaded ${media.link}` };
}

async function showDiff(call: Call): Promise<CommandResult> {
  const file = call.argument(0);
  const diff = await call.client().getDraftDiff({ ...(await nameOf(call)), file: file === '' ? undefined : file });
  return { json: diff, text: diff.files.length === 0 ? 'No changes.' : diff.patch.replace(/\n$/, '') };
}

async function check(call: Call): Promise<CommandResult> {
  const found = await call.client().checkDraft(await nameOf(call));
  const lines = found.introduced.map(
    ({ path, line, severity, message }) => `${severity}  ${path}${line === null ? '' : `:${line}`}  ${message}`,
  );
  const hasErrors = found.introduced.some(({ severity }) => severity === 'error');
  const summary = `${countOf(found.introduced.length, 'new finding')}, ${found.resolved} resolved.`;
  return { json: found, text: [...lines, summary].join('\n'), ...(hasErrors && { exit: 'failed' as const }) };
}

async function publish(call: Call<PublishOptions>): Promise<CommandResult> {
  const name = await nameOf(call);
  const { message, newBranch, title, asDraft } = call.options;
  const draft = await call.client().getDraft(name);
  const action = call.options.action ?? draft.actions[0];
  if (action === undefined)
    throw new CliError('usage', 'may_not_publish', 'the key can’t publish drafts: it needs the scope content:publish');
  const published = await call
    .client()
    .publishDraft({ ...name, action, draftVersion: draft.version, message, newBranch, title, asDraft });
  const text = formatFields([
    ['Branch', published.branch],
    ['Commit', published.commit],
    ['Pull request', published.pullRequest?.url],
  ]);
  return { json: published, text };
}

async function discard(call: Call<DraftOptions & DeletionOptions>): Promise<CommandResult> {
  const name = await nameOf(call);
  await confirmDeletion(call, `the draft of ${name.branch}`);
  await call.client().deleteDraft(name);
  return { json: { ...name, deleted: true }, text: `Discarded the draft of ${name.branch}.` };
}
