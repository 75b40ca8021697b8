import type { Client, ModelTests, ProjectModels } from '@docwright/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatTable } from '../../output/table.ts';
import { readSettingsFile } from '../../connection/read-settings-file.ts';
import { readOptionFile } from '../../read-option-file.ts';
import { readPrompt } from './read-prompt.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';
import { toSettingsRequest, withSettingOptions, type SettingOptions } from '../setting-options.ts';

type SetModel = Parameters<Client['setProjectModels']>[0]['models'][number];

interface SetOptions extends ProjectOption {
  readonly file?: string;
  readonly modelUrl?: string;
  readonly region?: string;
  readonly keyFile?: string;
  readonly accessKeyId?: string;
  readonly price?: SetModel['prices'];
}
interface TestOptions extends SettingOptions, ProjectOption {}

export function addModelCommands(program: Command, bind: Bind): void {
  const models = program.command('models').description('Models for agent jobs.');
  models
    .command('get')
    .description('Show a project’s models.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(getModels));
  models
    .command('set')
    .argument('[model]', 'provider/model, such as anthropic/claude-sonnet-5')
    .description('Set a project’s model, or with --file a list of models, tried in order.')
    .addOption(projectOption())
    .option('--file <file>', 'YAML or JSON with `models`, a list in the API’s format')
    .option('--model-url <url>', 'address of the model’s API')
    .option('--region <region>', 'region of a bedrock model')
    .option('--key-file <file>', 'file with the provider’s key; "-" reads it from stdin')
    .option('--access-key-id <id>', 'access key ID of a bedrock model; --key-file then contains its secret')
    .addOption(new Option('--price <in/out>', 'US dollars per million tokens, such as 3/15').argParser(parsePrice))
    .addHelpText('after', '\nWithout --key-file, the existing key is kept if provider and address are the same.')
    .action(bind<SetOptions>(setModels));
  models
    .command('set-search')
    .argument('<model>', 'provider/model, such as openai/text-embedding-3-small')
    .description('Set the embedding model that a project’s live site uses to search by meaning.')
    .addOption(projectOption())
    .option('--model-url <url>', 'address of the model’s API')
    .option('--region <region>', 'region of a bedrock model')
    .option('--key-file <file>', 'file with the provider’s key; "-" reads it from stdin')
    .option('--access-key-id <id>', 'access key ID of a bedrock model; --key-file then contains its secret')
    .addOption(new Option('--price <in/out>', 'US dollars per million tokens, such as 0.02/0').argParser(parsePrice))
    .action(bind<SetOptions>(setSearchModel));
  models
    .command('reset-search')
    .description(
      'Delete the search model and its key. The installation’s search model is used, or search compares words only.',
    )
    .addOption(projectOption())
    .action(bind<ProjectOption>(resetSearchModel));
  models
    .command('reset')
    .description('Delete a project’s models and their keys. It uses the installation’s model again.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(resetModels));
  withSettingOptions(models.command('test'))
    .argument('[model]', 'provider/model; default: all configured models')
    .description(
      'Test whether a project’s or the installation’s models work, with tools or for search. Prints one line per model.',
    )
    .option(
      '--project <id>',
      'test this project’s models through the service; default: the models in the local settings',
    )
    .action(bind<TestOptions>(testModels));
}

async function getModels(call: Invocation<ProjectOption>): Promise<CommandResult> {
  return show(await call.client().getProjectModels({ projectId: await requireProject(call, call.client()) }));
}

async function setModels(call: Invocation<SetOptions>): Promise<CommandResult> {
  const models = call.options.file === undefined ? [await readModel(call)] : readModels(call, call.options.file);
  return show(await call.client().setProjectModels({ projectId: await requireProject(call, call.client()), models }));
}

async function setSearchModel(call: Invocation<SetOptions>): Promise<CommandResult> {
  return saveEmbedding(call, await readModel(call));
}

async function resetSearchModel(call: Invocation<ProjectOption>): Promise<CommandResult> {
  return saveEmbedding(call, null);
}

/** The models that write stay, with their keys. */
async function saveEmbedding(call: Invocation<ProjectOption>, embedding: SetModel | null): Promise<CommandResult> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  const { source, models } = await client.getProjectModels({ projectId });
  const own = source === 'installation' ? [] : models.map(toSame);
  return show(await client.setProjectModels({ projectId, models: own, embedding }));
}

const toSame = ({ provider, model, baseUrl, region, prices }: ProjectModels['models'][number]): SetModel => ({
  provider,
  model,
  ...(baseUrl !== null && { baseUrl }),
  ...(region !== null && { region }),
  ...(prices !== null && { prices }),
});

async function resetModels(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const projectId = await requireProject(call, call.client());
  await call.client().deleteProjectModels({ projectId });
  return { json: { projectId, reset: true }, text: `${projectId} uses the installation’s model again.` };
}

async function testModels(call: Invocation<TestOptions>): Promise<CommandResult> {
  const model = call.argument(0) === '' ? undefined : call.argument(0);
  const { project } = call.options;
  if (project !== undefined) return showTests(await call.client().testProjectModels({ projectId: project, model }));
  const { loadSettings, testInstallationModels } = await import('@docwright/server');
  const settings = loadSettings(toSettingsRequest(call));
  return showTests(await testInstallationModels(settings, { model, signal: call.context.signal }));
}

async function readModel(call: Invocation<SetOptions>): Promise<SetModel> {
  const { modelUrl, region, accessKeyId, price } = call.options;
  const written = call.argument(0);
  const slash = written.indexOf('/');
  if (slash < 1) throw new CliError('usage', 'usage', `"${written}" is not of the form provider/model; or pass --file`);
  const key = await readKey(call);
  return {
    // The service rejects unknown providers and lists the known ones.
    provider: written.slice(0, slash) as SetModel['provider'],
    model: written.slice(slash + 1),
    baseUrl: modelUrl,
    region,
    prices: price,
    ...(key !== undefined && (accessKeyId === undefined ? { apiKey: key } : { accessKeyId, secretAccessKey: key })),
  };
}

/** Never an argument: others on the machine could read it there. */
async function readKey({ context, options }: Invocation<SetOptions>): Promise<string | undefined> {
  const { keyFile } = options;
  if (keyFile === undefined) return undefined;
  if (keyFile === '-') return (await readPrompt(context, '-')).trim();
  return (await readOptionFile(context.cwd, { option: '--key-file', file: keyFile, code: 'unreadable_key' })).trim();
}

function readModels({ context }: Invocation<SetOptions>, file: string): SetModel[] {
  const { models } = readSettingsFile(context.cwd, file);
  if (Array.isArray(models)) return models as SetModel[];
  throw new CliError('usage', 'usage', `${file} does not contain a list \`models\``);
}

function parsePrice(text: string): NonNullable<SetModel['prices']> {
  const [, input, output] = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (input === undefined || output === undefined) throw new InvalidArgumentError('Use the form 3/15.');
  return { inputUsdPerMillion: Number(input), outputUsdPerMillion: Number(output) };
}

function show(models: ProjectModels): CommandResult {
  const toRow = ({ provider, model, baseUrl, region, credentials, prices }: ProjectModels['models'][number]) => [
    `${provider}/${model}`,
    baseUrl ?? region ?? '',
    credentials.join(','),
    prices === null ? 'unknown' : `${String(prices.inputUsdPerMillion)}/${String(prices.outputUsdPerMillion)}`,
  ];
  const { embedding } = models;
  const rows = models.models.map(toRow);
  const whose = models.source === 'project' ? 'The project’s own.' : 'The installation’s.';
  const lost = models.credentialsReadable
    ? ''
    : '\nTheir credentials can’t be decrypted with this master key. Set them again.';
  const head = ['model', 'address', 'credentials', '$ per million'];
  const table = formatTable(head, rows);
  const search =
    embedding === null
      ? ''
      : `\n\nSearch by meaning uses ${embedding.source === 'project' ? 'the project’s own' : 'the installation’s'}:\n\n${formatTable(head, [toRow(embedding.model)])}`;
  return { json: models, text: `${table}\n\n${whose}${lost}${search}` };
}

function showTests(tests: ModelTests): CommandResult {
  const text = tests.models.map(({ line }) => line).join('\n');
  return { json: tests, text, exit: tests.works ? 'ok' : 'failed' };
}
