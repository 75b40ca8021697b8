import type { Finding } from '@docwright/server';
import type { Command } from 'commander';
import { toFailure } from '../../cli-error.ts';
import { resolveConnection } from '../../connection/resolve-connection.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { toSettingsRequest, withSettingOptions, type SettingOptions } from '../setting-options.ts';

interface DoctorOptions extends SettingOptions {
  readonly machine: boolean;
}
type DoctorCall = Invocation<DoctorOptions>;

export function addDoctorCommand(program: Command, bind: Bind): void {
  withSettingOptions(program.command('doctor'))
    .description('Check this machine and the service, and show how to fix problems.')
    .option('--no-machine', 'check only the service, which runs on another machine')
    .addHelpText(
      'after',
      '\nIt changes nothing. If the settings name a model, one short question is sent to it. Exit code 1: a problem was found.',
    )
    .action(bind<DoctorOptions>(examine));
}

async function examine(call: DoctorCall): Promise<CommandResult> {
  const { context, options, progress } = call;
  progress.show('checking …');
  const service = await examineService(call);
  const machine = options.machine ? await examineThisMachine(call, service) : [];
  progress.end();
  const findings = [...machine, ...service];
  const failed = findings.filter(({ state }) => state === 'failed').length;
  return {
    json: { healthy: failed === 0, version: context.version, findings },
    text: describe(call, findings, failed),
    exit: failed === 0 ? 'ok' : 'failed',
  };
}

async function examineThisMachine(call: DoctorCall, service: readonly Finding[]): Promise<readonly Finding[]> {
  const { examineMachine, loadSettings } = await import('@docwright/server');
  try {
    const settings = loadSettings(toSettingsRequest(call));
    const isRunning = service.some(({ name, state }) => name === 'Service' && state === 'ok');
    const { now, signal } = call.context;
    return await examineMachine(settings, { now, signal, isRunning });
  } catch (error) {
    return [
      {
        name: 'Settings',
        state: 'failed',
        found: messageOf(error),
        remedy: 'Correct this setting. docwright up fails with the same error.',
      },
    ];
  }
}

async function examineService(call: DoctorCall): Promise<readonly Finding[]> {
  const name = 'Service';
  const remedy = 'Start it with "docwright up", or save its address with "docwright login URL".';
  let address: string;
  try {
    address = resolveConnection(call.context, call.options).baseUrl;
  } catch (error) {
    return [{ name, state: 'skipped', found: messageOf(error) }];
  }
  try {
    const { signal } = call.context;
    const { version } = await call.client().getHealth({ signal, retries: 0, timeoutMs: 5000 });
    return [
      { name, state: 'ok', found: address },
      compareVersions(call.context.version, version),
      await examineKey(call),
    ];
  } catch (error) {
    return [{ name, state: 'failed', found: `${address} does not respond: ${messageOf(error)}`, remedy }];
  }
}

function compareVersions(own: string, theirs: string): Finding {
  const name = 'Version';
  if (own === theirs) return { name, state: 'ok', found: own };
  const found = `this command is version ${own}, and the service is version ${theirs}`;
  return {
    name,
    state: 'warning',
    found,
    remedy: 'Upgrade the older one; they may not support each other’s fields.',
  };
}

async function examineKey(call: DoctorCall): Promise<Finding> {
  const name = 'API key';
  try {
    const { organization, scopes } = await call.client().getMe({ signal: call.context.signal });
    return { name, state: 'ok', found: `of ${organization.name}, with ${scopes.join(', ')}` };
  } catch (error) {
    const remedy = 'Create a key in the dashboard, and save it with "docwright login".';
    return { name, state: 'failed', found: messageOf(error), remedy };
  }
}

const messageOf = (error: unknown): string => (toFailure(error).lines[0] ?? '').replace(/^error: /, '');

const marks = { ok: ['green', '✓'], warning: ['yellow', '!'], failed: ['red', '✗'], skipped: ['gray', '–'] } as const;

function describe({ style }: DoctorCall, findings: readonly Finding[], failed: number): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.flatMap(({ name, state, found, remedy }) => {
    const [color, mark] = marks[state];
    const first = `${style(color, mark)} ${name.padEnd(width)}  ${found}`;
    return remedy === undefined || state === 'ok' ? [first] : [first, `  ${' '.repeat(width)}  → ${remedy}`];
  });
  const end = failed === 0 ? 'No problems found.' : `Problems found: ${failed}.`;
  return [...lines, '', end].join('\n');
}
