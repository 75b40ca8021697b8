import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { VersionSummary } from '@docwright/host';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatSize } from '../../output/format-size.ts';
import { formatTable } from '../../output/table.ts';
import { containFaults } from '../folder/contain-faults.ts';
import { addHostAnalytics } from '../readers/host-analytics.ts';
import { untilStopped } from '../setting-options.ts';
import { hashReaderPassword } from './hash-reader-password.ts';

interface HostOptions {
  readonly config?: string;
  readonly bundleUrl?: string;
  readonly port?: string;
  readonly set?: Readonly<Record<string, string>>;
}
interface VersionOptions extends HostOptions {
  readonly site?: string;
}

export function addHostCommands(program: Command, bind: Bind): void {
  const host = program.command('host').description('Serve sites from exported bundles.');
  withHostOptions(host.command('start', { isDefault: true }))
    .description('Fetch, verify and serve the bundle. If the link has expired, the last bundle is served.')
    .option('--bundle-url <url>', 'link to the bundle (STATIC_EXPORT_BUNDLE_URL)')
    .option('--port <number>', 'port of the site (DOCWRIGHT_HOST_PORT)')
    .action(bind<HostOptions>((call) => containFaults(() => startHosting(call))));
  withHostOptions(host.command('versions'))
    .description('List the versions stored on disk.')
    .option('--site <name>', 'site, if the settings have several')
    .action(bind<VersionOptions>(listVersions));
  withHostOptions(host.command('activate').argument('<version>', 'label or ID'))
    .description('Serve another stored version. Running servers switch to it.')
    .option('--site <name>', 'site, if the settings have several')
    .action(bind<VersionOptions>(async (call) => changed(await (await control(call)).activate(call.argument(0)))));
  withHostOptions(host.command('rollback'))
    .description('Serve the previously active version.')
    .option('--site <name>', 'site, if the settings have several')
    .action(bind<VersionOptions>(async (call) => changed(await (await control(call)).rollback())));
  host
    .command('hash-password')
    .description('Read a password from standard input and print its hash for access.passwords.')
    .action(bind(hashReaderPassword));
  addHostAnalytics<HostOptions>(withHostOptions(host.command('analytics')), bind, readSettings);
}

function withHostOptions(command: Command): Command {
  return command
    .option('--config <file>', 'settings file, YAML or JSON')
    .option('--set <name=value>', 'any setting, such as --set staticExport.version=v2; repeatable', collectPairs);
}

function collectPairs(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Use the form staticExport.version=v2.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

async function startHosting(call: Invocation<HostOptions>): Promise<CommandResult> {
  const { context, options } = call;
  const { startHost } = await import('@docwright/host');
  // With --json, stdout contains only the result. Otherwise, it contains the log and the access log, as container
  // operators expect.
  const output = options.json === true ? context.stderr : context.stdout;
  const write = (level: string) => (fields: object, message: string) =>
    void output.write(`${JSON.stringify({ level, time: context.now().toISOString(), ...fields, msg: message })}\n`);
  const host = await startHost(await readSettings(call), {
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    writeAccessLog: (lines) => void output.write(lines),
  });
  const { address, adminAddress } = host;
  if (options.json === true) {
    context.stdout.write(`${JSON.stringify({ address, adminAddress, ready: host.isReady() })}\n`);
  }
  return untilStopped(call, () => host.stop());
}

async function listVersions(call: Invocation<VersionOptions>): Promise<CommandResult> {
  const versions = await (await control(call)).versions();
  const rows = versions.map(({ version, id, active, sizeBytes, files, lastActivatedAt }) => [
    active ? '*' : '',
    version,
    id,
    formatSize(sizeBytes),
    String(files),
    lastActivatedAt ?? 'never',
  ]);
  const head = ['', 'version', 'id', 'size', 'files', 'activated'];
  return { json: { versions }, text: versions.length === 0 ? 'No versions.' : formatTable(head, rows) };
}

async function control(call: Invocation<VersionOptions>) {
  const { controlVersions } = await import('@docwright/host');
  return controlVersions(await readSettings(call), () => call.context.now().getTime(), call.options.site);
}

function changed(version: VersionSummary): CommandResult {
  return { json: version, text: `${version.version} (${version.id}) is active.` };
}

/** Reads the settings. The environment overrides the file, and flags override both. */
async function readSettings({ options, context }: Invocation<HostOptions>) {
  const { hostSettingsFromEnvironment, parseHostSettings } = await import('@docwright/host');
  const { readSettingsFile } = await import('../../connection/read-settings-file.ts');
  const file = options.config === undefined ? {} : readSettingsFile(context.cwd, options.config);
  const { bundleUrl, port, dataDir, set = {} } = options;
  const flags = {
    ...(bundleUrl === undefined ? {} : { 'staticExport.bundleUrl': bundleUrl, 'staticExport.enabled': 'true' }),
    ...(port === undefined ? {} : { port }),
    ...(dataDir === undefined ? {} : { dataDir }),
    ...set,
  };
  return parseHostSettings(layOver(layOver(file, hostSettingsFromEnvironment(context.env)), nest(flags)));
}

type Plain = Readonly<Record<string, unknown>>;

/** Converts `{'a.b': 1}` to `{a: {b: 1}}`. */
function nest(flags: Readonly<Record<string, string>>): Plain {
  return Object.entries(flags).reduce<Plain>((whole, [name, value]) => {
    const [leaf = '', ...groups] = name.split('.').toReversed();
    return layOver(
      whole,
      groups.reduce<Plain>((inner, group) => ({ [group]: inner }), { [leaf]: value }),
    );
  }, {});
}

function layOver(below: Plain, above: Plain): Plain {
  const merged = Object.entries(above).map(([name, value]) => {
    const under = below[name];
    return [name, isGroup(value) && isGroup(under) ? layOver(under, value) : value];
  });
  return { ...below, ...(Object.fromEntries(merged) as Plain) };
}

const isGroup = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
