import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { toRepositoryName, type Repository } from '@docwright/sdk';
import { CliError } from '../../cli-error.ts';
import { countOf } from '../../count-of.ts';
import { resolveConnection } from '../../connection/resolve-connection.ts';
import type { Invocation } from '../../invocation.ts';
import { formatSize } from '../../output/format-size.ts';
import { stageFolder, type FolderContent } from './stage-folder.ts';

export interface PushedFolder {
  readonly repository: Repository;
  readonly content: FolderContent;
}

/**
 * Creates a repository on the service's embedded code host with a local folder as its first commit.
 * @throws CliError if the folder isn't a site; a repository whose push failed is deleted again
 */
export async function createRepositoryFrom(
  call: Invocation<{ readonly from?: string; readonly branch?: string; readonly docsFolder?: string }>,
): Promise<PushedFolder> {
  const { from = '.', branch, docsFolder = '' } = call.options;
  const folder = resolve(call.context.cwd, from);
  const entry = await stat(folder).catch(() => undefined);
  if (entry?.isDirectory() !== true) throw new CliError('usage', 'no_folder', `${folder} is not a folder`);
  requireSite(folder, docsFolder);
  await using staged = await stageFolder(call, folder);
  const { baseUrl } = resolveConnection(call.context, call.options);
  call.context.stderr.write(`${describeContent(folder, staged.content, baseUrl)}\n`);
  const repository = await call.client().createRepository({
    name: toRepositoryName(basename(folder)),
    ...(branch !== undefined && { defaultBranch: branch }),
  });
  try {
    await staged.push(repository);
  } catch (error) {
    await call.client().deleteRepository({ name: repository.name });
    throw error;
  }
  return { repository, content: staged.content };
}

/** Rejects a folder without a site, which is probably a mistake: a home folder, for example, contains keys. */
function requireSite(folder: string, docsFolder: string): void {
  const root = join(folder, docsFolder);
  if (existsSync(join(root, 'docs.json')) || existsSync(join(root, 'mint.json'))) return;
  const remedy = docsFolder === '' ? '; if the site is in a subfolder, specify it with --docs-folder' : '';
  throw new CliError('usage', 'no_docs_config', `${root} contains neither docs.json nor mint.json${remedy}`);
}

function describeContent(folder: string, { pages, files, bytes, leftOut }: FolderContent, baseUrl: string): string {
  const pushed = `Pushing ${countOf(pages, 'page')}, ${countOf(files, 'file')}, ${formatSize(bytes)} from ${folder} to ${baseUrl}.`;
  if (leftOut.length === 0) return pushed;
  const shown = leftOut.slice(0, shownLeftOut).join(', ');
  const more = leftOut.length > shownLeftOut ? ` and ${leftOut.length - shownLeftOut} more` : '';
  return `${pushed}\nLeft out: ${shown}${more}.`;
}

const shownLeftOut = 10;
