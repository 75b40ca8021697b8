import { countOf } from '../../count-of.ts';
import type { UpOptions } from '../up/up-options.ts';
import type { Logger } from '@docwright/server';
import type { Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { containFaults } from '../folder/contain-faults.ts';
import { toSettingsRequest, untilStopped, withSettingOptions, type SettingOptions } from '../setting-options.ts';
import { startUp } from '../up/start-up.ts';

export function addServiceCommands(program: Command, bind: Bind): void {
  withSettingOptions(program.command('up'))
    .description('Start the whole service on this machine and keep it running: API, worker, database.')
    .option('--no-example', 'don’t create the example project and jobs on the first start')
    .action(bind<UpOptions>((call) => containFaults(() => startUp(call))));
  withSettingOptions(program.command('serve'))
    .description('Start only the API. Workers run elsewhere.')
    .action(bind<SettingOptions>(startApi));
  withSettingOptions(program.command('worker'))
    .description('Start only a worker.')
    .action(bind<SettingOptions>(startWorker));
  withSettingOptions(program.command('edge'))
    .description('Start only an edge node, which serves live sites to readers.')
    .action(bind<SettingOptions>(startEdge));
  withSettingOptions(program.command('migrate'))
    .description('Migrate the database to the newest schema, and exit.')
    .action(bind<SettingOptions>(migrate));
  withSettingOptions(program.command('upgrade'))
    .description(
      'Check whether this version can use the database, and list the migrations that its first start would apply. Changes nothing; exits with code 1 if this version can’t use the database.',
    )
    .requiredOption('--check', 'required, because this is only a check: starting the new version performs the upgrade')
    .action(bind<SettingOptions>(checkUpgrade));
}

/** Loads the server. Only commands that run it call this, so that other commands start in a third of the time. */
async function prepare(call: Invocation<SettingOptions>) {
  const server = await import('@docwright/server');
  const settings = server.loadSettings(toSettingsRequest(call));
  // With --json, stdout contains only the result. Otherwise, it contains the log, as container operators expect.
  const destination = call.options.json === true ? call.context.stderr : call.context.stdout;
  return { server, settings, log: server.createLogger({ level: settings.logLevel, destination }) };
}

async function startApi(call: Invocation<SettingOptions>): Promise<CommandResult> {
  const { server, settings, log } = await prepare(call);
  return containFaults(async () => {
    const api = await server.serve(settings, log);
    if (call.options.json === true) call.context.stdout.write(`${JSON.stringify({ baseUrl: api.baseUrl })}\n`);
    return untilStopped(call, () => api.stop());
  }, logFatal(log));
}

async function startWorker(call: Invocation<SettingOptions>): Promise<CommandResult> {
  const { server, settings, log } = await prepare(call);
  const worker = await server.work(settings, log);
  if (call.options.json === true) call.context.stdout.write(`${JSON.stringify({ ready: true })}\n`);
  return untilStopped(call, () => worker.stop());
}

async function startEdge(call: Invocation<SettingOptions>): Promise<CommandResult> {
  const { server, settings, log } = await prepare(call);
  return containFaults(async () => {
    const edge = await server.edge(settings, log);
    const { address, tlsAddress } = edge;
    if (call.options.json === true) call.context.stdout.write(`${JSON.stringify({ address, tlsAddress })}\n`);
    return untilStopped(call, () => edge.stop());
  }, logFatal(log));
}

const logFatal =
  (log: Logger) =>
  (error: unknown): void =>
    log.fatal({ err: error }, 'the process exits because of an exception');

async function migrate(call: Invocation<SettingOptions>): Promise<CommandResult> {
  const { server, settings, log } = await prepare(call);
  const report = await server.migrateDatabase(settings, log);
  return { json: report, text: 'The database is up to date.' };
}

async function checkUpgrade(call: Invocation<SettingOptions>): Promise<CommandResult> {
  const { server, settings, log } = await prepare(call);
  const { version } = call.context;
  const { current, pending } = await server.planUpgrade(settings, log);
  const found = current === undefined ? 'The database is empty.' : `The database is at step ${current}.`;
  const next =
    pending.length === 0
      ? `Version ${version} needs no migration.`
      : `Version ${version} applies ${countOf(pending.length, 'migration')} when it starts: ${pending.join(', ')}.${current === undefined ? '' : ' Back up first (docwright backup).'}`;
  return { json: { version, current: current ?? null, pending }, text: `${found} ${next}` };
}
