import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { ImportedSite, ImportFormat, Loss } from '@docwright/site-import';
import { Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import { countOf } from '../../count-of.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';

interface ImportOptions {
  readonly out: string;
  readonly format?: ImportFormat;
  readonly name?: string;
}

export function addImportCommand(program: Command, bind: Bind): void {
  program
    .command('import')
    .summary('Convert a Docusaurus, MkDocs, GitBook or ReadMe site to docs.json and MDX.')
    .description(
      'Convert a Docusaurus, MkDocs, GitBook or ReadMe site to docs.json and MDX. The old site is not changed, and its scripts are not run. Words, links, images and code blocks of old and new pages are compared. Everything that is missing or couldn’t be converted is listed with its file and line.',
    )
    .argument('<folder>', 'repository or unpacked export of the old site')
    .requiredOption('-o, --out <folder>', 'folder for the new site; must be empty or not exist yet')
    .addOption(
      new Option('--format <format>', 'default: detected from its configuration').choices([
        'docusaurus',
        'mkdocs',
        'gitbook',
        'readme',
      ]),
    )
    .option('--name <name>', 'name of the site; default: the name in its configuration, or the folder’s name')
    .action(bind<ImportOptions>(importFolder));
}

async function importFolder(call: Invocation<ImportOptions>): Promise<CommandResult> {
  const { options, context } = call;
  const folder = openFolder(resolve(context.cwd, call.argument(0)));
  const out = resolve(context.cwd, options.out);
  requireEmpty(out);
  const site = await readSite(folder, options);
  const { files, losses } = await writeSite(site, folder, out);
  const shown = relative(context.cwd, out) || '.';
  const { format, name, pages, comparison } = site;
  return {
    json: { format, name, pages, files, folder: out, losses, comparison },
    text: [
      ...losses.map(describeLoss),
      ...(losses.length > 0 ? [''] : []),
      `${call.style('bold', name)}: ${countOf(pages, 'page')} and ${countOf(files - pages, 'other file')} from ${format} in ${out}`,
      losses.length === 0 ? 'No differences were found.' : `Not converted completely: ${losses.length} (listed above)`,
      describeComparison(comparison),
      '',
      `Check it:    docwright validate ${shown}`,
      `Preview it:  docwright preview ${shown}`,
    ].join('\n'),
  };
}

/** Writes the new site. File names that this system doesn't allow are reported with the other losses. */
async function writeSite(
  site: ImportedSite,
  folder: string,
  out: string,
): Promise<{ readonly files: number; readonly losses: readonly Loss[] }> {
  const { openFolderWriter } = await import('../../files/folder-writer.ts');
  const writer = openFolderWriter(out, { replaces: false });
  const refused: Loss[] = [];
  for (const file of site.files) {
    const problem = writer.problemOf(file.path);
    if (problem !== undefined) refused.push({ path: file.path, message: `left out: ${problem}` });
    else if ('text' in file) writer.write(file.path, file.text);
    else writer.copy(file.path, join(folder, file.copyOf));
  }
  return { files: site.files.length - refused.length, losses: [...site.losses, ...refused] };
}

/** Formats `1,204 words, 3 missing` for each kind of content. */
function describeComparison(comparison: ImportedSite['comparison']): string {
  const parts = [
    ['words', comparison.words],
    ['links', comparison.links],
    ['images', comparison.pictures],
    ['code blocks', comparison.codeBlocks],
  ] as const;
  return `Old and new pages compared: ${parts
    .map(
      ([name, { old, missing }]) =>
        `${old.toLocaleString('en-US')} ${name}, ${missing === 0 ? 'none' : missing.toLocaleString('en-US')} missing`,
    )
    .join('; ')}`;
}

const describeLoss = ({ path, line, message }: Loss): string =>
  `${line === undefined ? path : `${path}:${line}`}  ${message}`;

function openFolder(named: string): string {
  if (!existsSync(named) || !statSync(named).isDirectory())
    throw new CliError('notFound', 'no_folder', `${named} is not a folder; unpack an archive first`);
  return realpathSync(named);
}

function requireEmpty(out: string): void {
  if (existsSync(out) && !statSync(out).isDirectory())
    throw new CliError('usage', 'no_folder', `${out} is a file; specify a folder`);
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new CliError(
      'conflict',
      'folder_not_empty',
      `${out} is not empty, so nothing was written; choose another folder`,
    );
}

/** Reads the old site. Loads the builder and its parsers, which other commands don't need. */
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
