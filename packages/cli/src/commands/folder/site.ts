import { realpathSync } from 'node:fs';
import type { PreviewOptions } from '../../preview/preview-options.ts';
import { Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { parseInteger } from '../../parse-option.ts';
import { describeMissing } from '../../output/describe-missing.ts';
import { countIssues, describeIssues } from '../../site/describe-issues.ts';
import { withAudienceOptions } from '../../site/audience-options.ts';
import type { SiteOptions } from '../../site/open-site.ts';
import {
  repositoryFolder,
  toGithubCommands,
  toGitlabReport,
  toRepositoryPath,
} from '../../site/to-code-host-format.ts';
import { toSarif } from '../../site/to-sarif.ts';
import { formatDuration, formatSize } from '../../output/format-size.ts';
import { untilStopped } from '../setting-options.ts';
import { countOf } from '../../count-of.ts';

interface BuildOptions extends SiteOptions {
  readonly out: string;
  readonly strict?: boolean;
}
interface ValidateOptions extends SiteOptions {
  readonly format: 'human' | 'json' | 'sarif' | 'github' | 'gitlab';
}

// Only commands that build load the builder and the modules that use it, so that other commands start in a third of the
// time.

export function addSiteCommands(program: Command, bind: Bind): void {
  withSiteOptions(program.command('build'))
    .description('Build a docs.json site to a folder of static files. Needs no service.')
    .requiredOption('-o, --out <folder>', 'output folder; existing files with the same names are overwritten')
    .option('--social-images', 'create preview images for social networks; requires --site-url')
    .option('--strict', 'exit with code 1 if an error is reported')
    .option('--exclude-restricted', 'leave out restricted pages (groups, public: false)')
    .addOption(
      new Option(
        '--include-restricted',
        'also build restricted pages; the server of the folder must control access to them',
      )
        .default(false)
        .conflicts('excludeRestricted'),
    )
    .option('--exclude-orphans', 'leave out pages outside the navigation')
    .action(bind<BuildOptions>(buildFolder));
  withSiteOptions(program.command('validate'))
    .description('Check a site: MDX, links, anchors, navigation, frontmatter, redirects, API descriptions.')
    .addOption(
      new Option(
        '--format <format>',
        'output format of the issues; github: annotations of GitHub Actions, gitlab: a Code Quality report',
      )
        .choices(['human', 'json', 'sarif', 'github', 'gitlab'])
        .default('human'),
    )
    .action(bind<ValidateOptions>(validateFolder));
  withAudienceOptions(withSiteOptions(program.command('preview').alias('dev')))
    .summary('Serve a site while you edit it. Open pages reload on each save.')
    .description(
      'Serve a site while you edit it. Open pages reload on each save. If docs.json is broken, the last good version is served and open pages show the error. With --groups or --signed-in, it shows what such a reader would see; otherwise, all pages. Also available as "docwright dev".',
    )
    .addOption(new Option('--port <number>', '0 for any free port').argParser(parseInteger(0, 65_535)).default(0))
    .action(bind<PreviewOptions>(previewFolder));
}

function withSiteOptions(command: Command): Command {
  return command
    .argument('<folder>', 'folder with docs.json or mint.json')
    .option('--base-path <path>', 'path the site will be served under, such as /docs')
    .option('--site-url <url>', 'address for canonical links, the sitemap and feeds, such as https://docs.example.com')
    .option('--offline', 'don’t fetch specifications that docs.json names by URL')
    .option('--no-javascript', 'don’t run the site’s own components while building')
    .addOption(
      new Option('--threads <number>', 'threads that render pages; default: one per processor, at most 4').argParser(
        parseInteger(1, 64),
      ),
    )
    .option('--cache', 'cache pages on this machine for the next run; validate always does')
    .option('--no-cache', 'render every page, without reading or writing the cache');
}

async function buildFolder(call: Invocation<BuildOptions>): Promise<CommandResult> {
  const { options, progress, style } = call;
  const { openSite } = await import('../../site/open-site.ts');
  const { startThreads } = await import('../../site/start-threads.ts');
  const { withFetchedSpecs } = await import('../../site/fetch-remote-specs.ts');
  const site = await withFetchedSpecs(call, openSite(call, options.out));
  await using threads = startThreads(call, site, 'build');
  const { buildToFolder } = await import('../../site/build-to-folder.ts');
  const { report, out } = await buildToFolder(call, site, threads).catch(toRefusal);
  progress.end();
  const { pages, expected, rendered, missing, durationMs, peakMemoryBytes, issues, issueCounts } = report;
  const summary = `${countOf(pages, 'page')}, ${countOf(report.files, 'file')} (${formatSize(report.bytes)}) in ${formatDuration(durationMs)} → ${out}`;
  return {
    json: { pages, expected, rendered, missing, durationMs, peakMemoryBytes, issueCounts, issues },
    text: [describeIssues(issues, style), describeMissing(report, Infinity), summary]
      .filter((part) => part !== '')
      .join('\n\n'),
    exit: options.strict === true && countIssues(issues).error > 0 ? 'failed' : 'ok',
  };
}

/** Adds the options to the builder's message, which names only the field `excludeRestricted`. */
function toRefusal(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (!(error instanceof Error) || (code !== 'restricted_pages' && code !== 'site_protected')) throw error;
  const remedy = 'leave them out with --exclude-restricted, or build them with --include-restricted';
  throw new CliError('failed', code, `${error.message} (${remedy})`);
}

async function validateFolder(call: Invocation<ValidateOptions>): Promise<CommandResult> {
  const { options, context, style } = call;
  const { openSite } = await import('../../site/open-site.ts');
  const { startThreads } = await import('../../site/start-threads.ts');
  const { withFetchedSpecs } = await import('../../site/fetch-remote-specs.ts');
  const site = await withFetchedSpecs(call, openSite(call));
  await using threads = startThreads(call, site, 'validate');
  const { checkFolder } = await import('../../site/check-folder.ts');
  const { pages, issues } = await checkFolder(call, site, threads);
  const counts = countIssues(issues);
  const exit = counts.error > 0 ? 'failed' : 'ok';
  if (options.format === 'github' || options.format === 'gitlab') {
    const pathOf = toRepositoryPath(site.folder, realpathSync(repositoryFolder(options.format, context)));
    const report = toGitlabReport(issues, pathOf);
    const text = options.format === 'github' ? toGithubCommands(issues, pathOf) : JSON.stringify(report, null, 2);
    return { json: report, text, exit };
  }
  const json = options.format === 'sarif' ? toSarif(issues, context.version) : { pages, ...counts, issues };
  if (options.format !== 'human') return { json, text: JSON.stringify(json, null, 2), exit };
  const summary = `${countOf(pages, 'page')}: ${countOf(counts.error, 'error')}, ${countOf(counts.warning, 'warning')}, ${countOf(counts.info, 'note')}`;
  return { json, text: [describeIssues(issues, style), summary].filter((part) => part !== '').join('\n\n'), exit };
}

async function previewFolder(call: Invocation<PreviewOptions>): Promise<CommandResult> {
  const { startPreview } = await import('../../preview/start-preview.ts');
  const preview = await startPreview(call);
  const { url, pages } = preview;
  call.progress.end();
  call.context.stdout.write(
    call.options.json === true
      ? `${JSON.stringify({ url, pages })}\n`
      : `${call.style('bold', url)} (${countOf(pages, 'page')})\n`,
  );
  return untilStopped(call, () => preview.stop());
}
