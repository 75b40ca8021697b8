import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Client, ExportJob } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatSize } from '../../output/format-size.ts';
import { formatFields } from '../../output/table.ts';
import { collect } from '../../parse-option.ts';
import { describeExport, exportProgressText } from './describe-export.ts';
import { findNamedProject, projectOption } from '../require-project.ts';

interface ExportOptions {
  readonly domain?: string;
  readonly project?: string;
  readonly label?: string;
  readonly path?: string[];
  readonly basePath?: string;
  readonly strict?: boolean;
  readonly excludeRestricted?: boolean;
  readonly access?: 'excluded' | 'included';
  readonly signIn?: 'required' | 'optional';
  readonly out?: string;
  readonly download: boolean;
  readonly force?: boolean;
}

export function addExportCommand(program: Command, bind: Bind): void {
  program
    .command('export')
    .description('Export a site: start the job, show its progress, download the bundle and verify it.')
    .option('--domain <host>', 'export the project with this export name')
    .addOption(projectOption().conflicts('domain'))
    .option('--label <version>', 'version label of the export; default: the commit')
    .option('--path <page>', 'only this page; repeatable', collect)
    .option('--base-path <path>', 'path the site will be served under, such as /docs')
    .option('--strict', 'fail if any page has an error')
    .option('--exclude-restricted', 'leave out restricted pages (groups, public: false)')
    .addOption(
      new Option(
        '--access <what>',
        'restricted content: left out, or included for a host whose readers sign in',
      ).choices(['excluded', 'included']),
    )
    .addOption(
      new Option(
        '--sign-in <when>',
        'with --access included: required for all pages, or optional, for restricted ones only',
      ).choices(['required', 'optional']),
    )
    .option('-o, --out <file>', 'where to save the bundle: a file or an existing folder; default: the current folder')
    .option('--force', 'overwrite an existing file')
    .option('--no-download', 'print a link instead of downloading the bundle')
    .action(bind<ExportOptions>(exportSite));
}

async function exportSite(call: Invocation<ExportOptions>): Promise<CommandResult> {
  const { options, context, progress, style } = call;
  const { signal } = context;
  const client = call.client();
  // An unwritable path is reported now, not after minutes of work.
  if (options.out !== undefined && options.download) requireWritable(call, resolve(context.cwd, options.out));
  const started = await start(call, client);
  const job = await client.waitForExport(
    { jobId: started.jobId },
    { signal, onProgress: (state) => progress.show(exportProgressText(state), state.progress) },
  );
  progress.end();
  if (job.status === 'failed') return { json: job, text: describeExport(job, style), exit: 'failed' };
  const bundle = await client.createStaticExportBundle({ jobId: job.jobId }, { signal });
  if (!options.download) return { json: { ...job, ...bundle }, text: describeExport({ ...job, ...bundle }, style) };

  const path = targetOf(call, job);
  const { downloadBundle } = await import('./download-bundle.ts');
  mkdirSync(dirname(path), { recursive: true });
  const verified = await downloadBundle({
    url: bundle.bundleUrl,
    path,
    sha256: bundle.sha256,
    sizeBytes: bundle.sizeBytes,
    signal,
    onBytes: (received) =>
      progress.show(`downloading ${formatSize(bundle.sizeBytes)}`, (received / Math.max(1, bundle.sizeBytes)) * 100),
  });
  progress.end();
  const text = formatFields([
    ['Saved', path],
    ['Size', formatSize(verified.sizeBytes)],
    ['Files', `${verified.manifest.files.length}, all match the manifest`],
    ['sha256', verified.sha256],
  ]);
  return {
    json: { ...job, file: path, files: verified.manifest.files.length, verified: true },
    text: `${describeExport({ ...job, bundleUrl: '', expiresAt: '' }, style)}\n\n${text}`,
  };
}

async function start(call: Invocation<ExportOptions>, client: Client): Promise<ExportJob> {
  const { options, context } = call;
  const { domain, label, path, basePath, strict, excludeRestricted, access, signIn } = options;
  const what = { version: label, paths: path, basePath, strict, excludeRestricted, access, signIn };
  const { signal } = context;
  if (domain !== undefined) return client.startStaticExport({ domain, ...what }, { signal });
  const projectId = await findNamedProject(call);
  if (projectId === undefined)
    throw new CliError(
      'usage',
      'site_needed',
      'choose a site with --domain or --project, or link this folder to a project with "docwright link"',
    );
  return client.startProjectStaticExport({ projectId, ...what }, { signal });
}

function targetOf(call: Invocation<ExportOptions>, job: ExportJob): string {
  const name = `${job.domain ?? job.projectId}-${job.version ?? job.jobId}.tar.gz`.replaceAll(/[^\w.-]/g, '-');
  const out = resolve(call.context.cwd, call.options.out ?? '.');
  const path = isFolder(out) ? join(out, name) : out;
  requireWritable(call, path);
  return path;
}

function requireWritable({ options }: Invocation<ExportOptions>, path: string): void {
  if (isFolder(path) || !existsSync(path) || options.force === true) return;
  throw new CliError('usage', 'file_exists', `${path} already exists; pass --force to overwrite it`);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
