import type { Client, ModelTests, OrganizationModels, ProjectModels } from '@docwright/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatTable } from '../../output/table.ts';
import { readSettingsFile } from '../../connection/read-settings-file.ts';
import { readOptionFile } from '../../read-option-file.ts';
import { formatPrices, parsePrices } from './model-prices.ts';
import { readPrompt } from './read-prompt.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';
import { toSettingsRequest, withSettingOptions, type SettingOptions } from '../setting-options.ts';

type SetModel = Parameters<Client['setProjectModels']>[0]['models'][number];

type ShownModels = ProjectModels | OrganizationModels;

interface OwnerOptions extends ProjectOption {
  readonly organization?: boolean;
}
interface SetOptions extends OwnerOptions {
  readonly file?: string;
  readonly modelUrl?: string;
  readonly region?: string;
  readonly keyFile?: string;
  readonly accessKeyId?: string;
  readonly price?: SetModel['prices'];
  readonly contextTokens?: number;
  readonly outputTokens?: number;
  readonly seesImages?: boolean;
}
interface TestOptions extends SettingOptions, OwnerOptions {}

export function addModelCommands(program: Command, bind: Bind): void {
  const models = program.command('models').description('Models for agent jobs, of a project or of the organization.');
  const owned = (command: Command): Command => command.addOption(projectOption()).addOption(organizationOption());
  owned(models.command('get').description('Show the models that apply.')).action(bind<OwnerOptions>(getModels));
  withModelOptions(
    owned(models.command('set').argument('[model]', 'provider/model, such as anthropic/claude-sonnet-5'))
      .description('Set the model, or a list of models with --file. They are tried in order.')
      .option('--file <file>', 'YAML or JSON with `models`, a list in the API’s format'),
    '2/10',
  )
    .addOption(tokensOption('--context-tokens <count>', 'size of the model’s context window'))
    .addOption(tokensOption('--output-tokens <count>', 'maximum number of tokens in one response'))
    .addOption(
      new Option(
        '--sees-images <yes-or-no>',
        'whether the model can see images; default: the model’s known value',
      ).argParser(parseYesNo),
    )
    .addHelpText('after', '\nWithout --key-file, the existing key is kept if provider and address are the same.')
    .action(bind<SetOptions>(setModels));
  withModelOptions(
    owned(
      models.command('set-search').argument('<model>', 'provider/model, such as openai/text-embedding-3-small'),
    ).description('Set the embedding model that live sites use to search by meaning.'),
    '0.02/0',
  ).action(bind<SetOptions>(setSearchModel));
  owned(models.command('reset-search'))
    .description(
      'Delete the search model and its key. The organization’s or installation’s search model is then used; without one, search compares only words.',
    )
    .action(bind<OwnerOptions>(resetSearchModel));
  owned(models.command('reset'))
    .description(
      'Delete the models and their keys. Projects use the organization’s or the installation’s models again.',
    )
    .action(bind<OwnerOptions>(resetModels));
  withSettingOptions(models.command('test'))
    .argument('[model]', 'provider/model; default: all configured models')
    .description(
      'Test whether models work, with tools or for search. Prints one line per model. Default: the models in the local settings.',
    )
    .option('--project <id>', 'test this project’s models through the service')
    .addOption(organizationOption())
    .action(bind<TestOptions>(testModels));
}

const organizationOption = (): Option =>
  new Option('--organization', 'the models of all projects without their own').conflicts('project');

const withModelOptions = (command: Command, price: string): Command =>
  command
    .option('--model-url <url>', 'address of the model’s API')
    .option('--region <region>', 'region of a bedrock model')
    .option('--key-file <file>', 'file with the provider’s key; "-" reads it from stdin')
    .option('--access-key-id <id>', 'access key ID of a bedrock model; --key-file then contains its secret')
    .addOption(
      new Option(
        '--price <in/out[/cached[/written]]>',
        `US dollars per million tokens, such as ${price}; optionally of tokens read from and written to the provider’s cache`,
      ).argParser(parsePrices),
    );

const tokensOption = (flags: string, description: string): Option =>
  new Option(flags, `${description}; default: the model’s known value`).argParser(parseTokens);

/** Requests for a project's or the organization's models. */
interface ModelsClient {
  readonly projectId: string | null;
  get(): Promise<ShownModels>;
  set(request: { models: SetModel[]; embedding?: SetModel | null }): Promise<ShownModels>;
  delete(): Promise<void>;
}

async function openModels(call: Invocation<OwnerOptions>): Promise<ModelsClient> {
  const client = call.client();
  if (call.options.organization === true) {
    return {
      projectId: null,
      get: () => client.getOrganizationModels(),
      set: (request) => client.setOrganizationModels(request),
      delete: () => client.deleteOrganizationModels(),
    };
  }
  const projectId = await requireProject(call, client);
  return {
    projectId,
    get: () => client.getProjectModels({ projectId }),
    set: (request) => client.setProjectModels({ projectId, ...request }),
    delete: () => client.deleteProjectModels({ projectId }),
  };
}

async function getModels(call: Invocation<OwnerOptions>): Promise<CommandResult> {
  return show(await (await openModels(call)).get());
}

async function setModels(call: Invocation<SetOptions>): Promise<CommandResult> {
  const models = call.options.file === undefined ? [await readModel(call)] : readModels(call, call.options.file);
  return show(await (await openModels(call)).set({ models }));
}

async function setSearchModel(call: Invocation<SetOptions>): Promise<CommandResult> {
  return saveEmbedding(call, await readModel(call));
}

async function resetSearchModel(call: Invocation<OwnerOptions>): Promise<CommandResult> {
  return saveEmbedding(call, null);
}

/** Saves the search model. The models for agent jobs and their keys are unchanged. */
async function saveEmbedding(call: Invocation<OwnerOptions>, embedding: SetModel | null): Promise<CommandResult> {
  const opened = await openModels(call);
  const { source, models } = await opened.get();
  const isSetHere = source === (opened.projectId === null ? 'organization' : 'project');
  return show(await opened.set({ models: isSetHere ? models.map(toSame) : [], embedding }));
}

const toSame = ({ provider, model, ...shown }: ShownModels['models'][number]): SetModel => {
  const { baseUrl, region, prices, contextTokens, outputTokens, seesImages } = shown;
  return {
    provider,
    model,
    ...(baseUrl !== null && { baseUrl }),
    ...(region !== null && { region }),
    ...(prices !== null && { prices }),
    ...(contextTokens !== null && { contextTokens }),
    ...(outputTokens !== null && { outputTokens }),
    ...(seesImages !== null && { seesImages }),
  };
};

async function resetModels(call: Invocation<OwnerOptions>): Promise<CommandResult> {
  const opened = await openModels(call);
  await opened.delete();
  const { projectId } = opened;
  if (projectId === null)
    return { json: { reset: true }, text: 'The organization’s projects use the installation’s models again.' };
  const { source } = await opened.get();
  return { json: { projectId, reset: true }, text: `${projectId} uses ${sourceNames[source]} models again.` };
}

async function testModels(call: Invocation<TestOptions>): Promise<CommandResult> {
  const model = call.argument(0) === '' ? undefined : call.argument(0);
  const { project, organization } = call.options;
  if (organization === true) return showTests(await call.client().testOrganizationModels({ model }));
  if (project !== undefined) return showTests(await call.client().testProjectModels({ projectId: project, model }));
  const { loadSettings, testInstallationModels } = await import('@docwright/server');
  const settings = loadSettings(toSettingsRequest(call));
  return showTests(await testInstallationModels(settings, { model, signal: call.context.signal }));
}

async function readModel(call: Invocation<SetOptions>): Promise<SetModel> {
  const { modelUrl, region, accessKeyId, price, contextTokens, outputTokens, seesImages } = call.options;
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
    contextTokens,
    outputTokens,
    seesImages,
    ...(key !== undefined && (accessKeyId === undefined ? { apiKey: key } : { accessKeyId, secretAccessKey: key })),
  };
}

/** Reads the provider's key, which is never an argument, because other users of the machine can read arguments. */
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

function parseTokens(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new InvalidArgumentError('Use a number of tokens, such as 32768.');
  return Number(text);
}

function parseYesNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('Use yes or no.');
  return text === 'yes';
}

const sourceNames = {
  project: 'the project’s own',
  organization: 'the organization’s',
  installation: 'the installation’s',
} as const;

function show(models: ShownModels): CommandResult {
  const toRow = (shown: ShownModels['models'][number]) => [
    `${shown.provider}/${shown.model}`,
    shown.baseUrl ?? shown.region ?? '',
    shown.credentials.join(','),
    shown.prices === null ? 'unknown' : formatPrices(shown.prices),
  ];
  const { embedding } = models;
  const rows = models.models.map(toRow);
  const whose = `These are ${sourceNames[models.source]}.`;
  const lost = models.credentialsReadable
    ? ''
    : '\nTheir credentials can’t be decrypted with this master key. Set them again.';
  const head = ['model', 'address', 'credentials', '$ per million'];
  const table = formatTable(head, rows);
  const search =
    embedding === null
      ? ''
      : `\n\nSearch by meaning uses ${sourceNames[embedding.source]}:\n\n${formatTable(head, [toRow(embedding.model)])}`;
  return { json: models, text: `${table}\n\n${whose}${lost}${search}` };
}

function showTests(tests: ModelTests): CommandResult {
  const text = tests.models.map(({ line }) => line).join('\n');
  return { json: tests, text, exit: tests.works ? 'ok' : 'failed' };
}
