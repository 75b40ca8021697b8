import { copyFileSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { ImportedSite, ImportFormat, Loss } from '@docwright/site-import';
import { Option, type Command } from 'commander';
import { CliError } from '../cli-error.ts';
import { countOf } from '../count-of.ts';
import type { Bind, CommandResult, Invocation } from '../invocation.ts';

interface ImportOptions {
  readonly out: string;
  readonly format?: ImportFormat;
  readonly name?: string;
}

export function addImportCommand(program: Command, bind: Bind): void {
  program
    .command('import')
    .summary('Convert a site of Docusaurus, MkDocs, GitBook or ReadMe to docs.json and MDX.')
    .description(
      'Convert a site of Docusaurus, MkDocs, GitBook or ReadMe to docs.json and MDX. The old site is read and stays as it is; none of its scripts is run. What could not be carried over is listed with its file and line.',
    )
    .argument('<folder>', 'the repository, or the unpacked export')
    .requiredOption('-o, --out <folder>', 'where the new site goes; must be empty or missing')
    .addOption(
      new Option('--format <format>', 'default: told by the configuration that is there').choices([
        'docusaurus',
        'mkdocs',
        'gitbook',
        'readme',
      ]),
    )
    .option('--name <name>', 'name of the site; default: its configuration’s, or the folder’s')
    .action(bind<ImportOptions>(importFolder));
}

async function importFolder(call: Invocation<ImportOptions>): Promise<CommandResult> {
  const { options, context } = call;
  const folder = openFolder(resolve(context.cwd, call.argument(0)));
  const out = resolve(context.cwd, options.out);
  requireEmpty(out);
  const site = await readSite(folder, options);
  for (const file of site.files) {
    const target = join(out, file.path);
    mkdirSync(dirname(target), { recursive: true });
    if ('text' in file) writeFileSync(target, file.text);
    else copyFileSync(join(folder, file.copyOf), target);
  }
  const shown = relative(context.cwd, out) || '.';
  const { format, name, pages, losses } = site;
  return {
    json: { format, name, pages, files: site.files.length, folder: out, losses },
    text: [
      ...losses.map(describeLoss),
      ...(losses.length > 0 ? [''] : []),
      `${call.style('bold', name)}: ${countOf(pages, 'page')} and ${countOf(site.files.length - pages, 'other file')} from ${format} in ${out}`,
      losses.length === 0
        ? 'All of it was carried over.'
        : `Not carried over as it was: ${String(losses.length)} (above)`,
      '',
      `Check it:    docwright validate ${shown}`,
      `Look at it:  docwright preview ${shown}`,
    ].join('\n'),
  };
}

const describeLoss = ({ path, line, message }: Loss): string =>
  `${line === undefined ? path : `${path}:${String(line)}`}  ${message}`;

function openFolder(named: string): string {
  if (!existsSync(named) || !statSync(named).isDirectory())
    throw new CliError('notFound', 'no_folder', `${named} is no folder; unpack an archive first`);
  return realpathSync(named);
}

function requireEmpty(out: string): void {
  if (existsSync(out) && !statSync(out).isDirectory())
    throw new CliError('usage', 'no_folder', `${out} is a file; name a folder`);
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new CliError('conflict', 'folder_not_empty', `${out} is not empty; nothing was written: name another folder`);
}

/** The builder and its parsers are loaded by the commands that need them. */
async function readSite(folder: string, { format, name = basename(folder) }: ImportOptions): Promise<ImportedSite> {
  const { importSite, ImportRefused } = await import('@docwright/site-import');
  const { createFolderSource } = await import('@docwright/site-builder/folder-source');
  try {
    return importSite({ source: createFolderSource(folder), name, ...(format !== undefined && { format }) });
  } catch (error) {
    if (error instanceof ImportRefused) throw new CliError('usage', 'no_site', error.message, { cause: error });
    throw error;
  }
}
