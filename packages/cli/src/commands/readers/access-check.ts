import { Option, type Command } from 'commander';
import type { PageAccessEntry, PartAccessEntry } from '@docwright/site-builder';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { audienceOf, withAudienceOptions, type AudienceOptions } from '../../site/audience-options.ts';
import { describeReaders, describeRule } from '../../site/describe-access.ts';
import type { SiteOptions } from '../../site/open-site.ts';
import { countOf } from '../../count-of.ts';

interface CheckOptions extends AudienceOptions, Pick<SiteOptions, 'offline'> {
  readonly folder: string;
  readonly page?: string;
}

/** Adds `docwright access check`, which needs no service, unlike the other `access` commands. */
export function addAccessCheckCommand(program: Command, bind: Bind): void {
  const family =
    program.commands.find((command) => command.name() === 'access') ??
    program.command('access').description('Control who can read a site.');
  withAudienceOptions(family.command('check'))
    .summary('List what a reader of a folder’s site would see.')
    .description(
      'List the pages and parts of specifications that a reader would see and not see, and why. Without --groups and --signed-in, the reader isn’t signed in. Needs no service.',
    )
    .addOption(new Option('--folder <folder>', 'folder with docs.json or mint.json').default('.'))
    .option('--page <path>', 'show who can see this page instead')
    .option('--offline', 'don’t fetch specifications that docs.json names by URL')
    .action(bind<CheckOptions>(checkAccess));
}

async function checkAccess(call: Invocation<CheckOptions>): Promise<CommandResult> {
  const { options } = call;
  const { openSite } = await import('../../site/open-site.ts');
  const { withFetchedSpecs } = await import('../../site/fetch-remote-specs.ts');
  const { listAccess } = await import('@docwright/site-builder');
  const opened = { ...call, argument: () => options.folder };
  const site = await withFetchedSpecs(call, openSite(opened));
  const audience = audienceOf(options) ?? { signedIn: false, groups: [] };
  const { pages, parts } = listAccess(site.source, audience);
  call.progress.end();
  if (options.page !== undefined) return describePage(findPage(pages, options.page), parts);
  const [visible, hidden] = [pages.filter(isVisible), pages.filter((page) => !isVisible(page))];
  const [visibleParts, hiddenParts] = [parts.filter(isVisible), parts.filter((part) => !isVisible(part))];
  const json = {
    reader: audience,
    visible: visible.map(toJson),
    hidden: hidden.map(toJson),
    visibleParts: visibleParts.map(partToJson),
    hiddenParts: hiddenParts.map(partToJson),
  };
  const text = [
    `${describeReaders(audience)} would see ${visible.length} of ${countOf(pages.length, 'page')}.`,
    ...section('Visible pages:', visible.map(pageLine)),
    ...section('Hidden pages:', hidden.map(pageLine)),
    ...section('Visible parts of specifications:', visibleParts.map(partLine)),
    ...section('Hidden parts of specifications:', hiddenParts.map(partLine)),
  ].join('\n');
  return { json, text };
}

function isVisible({ isVisible: value }: { readonly isVisible: boolean }): boolean {
  return value;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function findPage(pages: readonly PageAccessEntry[], written: string): PageAccessEntry {
  const path = written
    .split('/')
    .filter((part) => part !== '')
    .join('/')
    .replace(/\.(?:mdx?|html)$/i, '');
  const found = pages.find((page) => page.path === path || page.path === (path === '' ? 'index' : `${path}/index`));
  if (found === undefined) throw new CliError('notFound', 'no_page', `The site has no page "${written}".`);
  return found;
}

function describePage(page: PageAccessEntry, parts: readonly PartAccessEntry[]): CommandResult {
  const own = parts.filter(({ file }) => file === page.sourcePath);
  const text = [
    `${page.path}: ${describeRule(page.rule)}`,
    ...page.statements.map((statement) => `  ${describeStatement(statement)}`),
    ...section(`Parts of ${page.sourcePath} with their own groups:`, own.map(partLine)),
  ].join('\n');
  return { json: { ...toJson(page), parts: own.map(partToJson) }, text };
}

function pageLine(page: PageAccessEntry): string {
  const reasons = page.statements.map(describeStatement).join('; ');
  return `  ${page.path}: ${describeRule(page.rule)}${reasons === '' ? '' : ` (${reasons})`}`;
}

function partLine({ file, pointer, groupSets }: PartAccessEntry): string {
  return `  ${file}#${pointer}: ${describeRule({ groupSets })}`;
}

function describeStatement({ from, isPublic, groups }: PageAccessEntry['statements'][number]): string {
  const settings = [
    ...(groups === undefined ? [] : [`groups: ${describeRule({ groupSets: [groups] })}`]),
    ...(isPublic === undefined ? [] : [`public: ${isPublic}`]),
  ];
  return `${from}: ${settings.join(', ')}`;
}

function toJson({ path, title, sourcePath, rule, statements, isVisible: visible }: PageAccessEntry): object {
  return { path, title, sourcePath, visible, readers: readersOf(rule), reasons: statements.map(statementToJson) };
}

function partToJson({ file, pointer, groupSets, isVisible: visible }: PartAccessEntry): object {
  return { file, pointer, visible, readers: readersOf({ groupSets }) };
}

function statementToJson({ from, isPublic, groups }: PageAccessEntry['statements'][number]): object {
  return { from, public: isPublic ?? null, groups: groups === undefined ? null : setToJson(groups) };
}

function readersOf(rule: PageAccessEntry['rule']): object {
  return rule === undefined
    ? { signedIn: false, groups: [] }
    : { signedIn: true, groups: rule.groupSets.map(setToJson) };
}

function setToJson({ includes, excludes }: PartAccessEntry['groupSets'][number]): object {
  return { includes: includes ?? null, excludes };
}
