import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { countOf } from '../../count-of.ts';

interface InitOptions {
  readonly name?: string;
}

const starter = fileURLToPath(new URL('../../../starter-site', import.meta.url));

export function addInitCommand(program: Command, bind: Bind): void {
  program
    .command('init')
    .description('Create a starter site: docs.json and four sample pages.')
    .argument('[folder]', 'folder for the site; created if it doesn’t exist', '.')
    .option('--name <name>', 'name of the site; default: the folder’s name')
    .action(bind<InitOptions>(init));
}

/** Creates the starter site. Overwrites nothing: a folder that already has one of the files is left unchanged. */
async function init(call: Invocation<InitOptions>): Promise<CommandResult> {
  const folder = resolve(call.context.cwd, call.argument(0));
  const files = listFiles(starter);
  requireRoom(folder, files);
  const name = call.options.name ?? toTitle(basename(folder));
  const { openFolderWriter } = await import('../../files/folder-writer.ts');
  const writer = openFolderWriter(folder, { replaces: false });
  for (const file of files)
    if (file === 'docs.json') writer.write(file, readConfig(name));
    else writer.copy(file, join(starter, file));
  const shown = relative(call.context.cwd, folder) || '.';
  return {
    json: { folder, name, files },
    text: [
      `${call.style('bold', name)}: ${countOf(files.length, 'file')} in ${folder}`,
      ...files.map((file) => `  ${file}`),
      '',
      `Preview it:  docwright preview ${quote(shown)}`,
      `Publish it:  docwright projects create --name ${quote(name)} --from ${quote(shown)}`,
    ].join('\n'),
  };
}

function requireRoom(folder: string, files: readonly string[]): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new CliError('usage', 'no_folder', `${folder} is a file; specify a folder`);
  const config = ['docs.json', 'mint.json'].find((file) => existsSync(join(folder, file)));
  if (config !== undefined)
    throw new CliError('conflict', 'site_exists', `${folder} already contains a site (${config}); nothing was written`);
  const taken = files.filter((file) => lstatSync(join(folder, file), { throwIfNoEntry: false }) !== undefined);
  if (taken.length > 0) {
    const have = taken.join(', ');
    throw new CliError(
      'conflict',
      'file_exists',
      `${folder} already contains ${have}, so nothing was written; choose another folder`,
    );
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted();
}

const readConfig = (name: string): string =>
  readFileSync(join(starter, 'docs.json'), 'utf8').replace('"My docs"', () => JSON.stringify(name));

/** Converts `acme-docs` to `Acme docs`. */
function toTitle(folder: string): string {
  const words = folder.replaceAll(/[-_.\s]+/g, ' ').trim();
  return words === '' ? 'My docs' : words.charAt(0).toUpperCase() + words.slice(1);
}

const quote = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
