import type { NewWebhookEndpoint, WebhookDelivery, WebhookEndpoint } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { collect, parseDuration, parseInteger } from '../../parse-option.ts';

const formats = ['standard', 'slack', 'discord', 'teams'] as const;
const statuses = ['pending', 'succeeded', 'failed'] as const;

interface EndpointFields {
  readonly url?: string;
  readonly format?: WebhookEndpoint['format'];
  readonly description?: string;
  readonly event?: NonNullable<WebhookEndpoint['events']>;
  readonly allEvents?: boolean;
  readonly project?: string[];
  readonly allProjects?: boolean;
  readonly enable?: boolean;
  readonly disable?: boolean;
}
interface RotateOptions {
  readonly overlap?: number;
}
interface DeliveryOptions {
  readonly status?: (typeof statuses)[number];
  readonly limit: number;
}

export function addWebhookCommands(program: Command, bind: Bind): void {
  const webhooks = program
    .command('webhooks')
    .description('Webhook endpoints, which receive events such as the end of a job.');
  const withId = (name: string, description: string) =>
    webhooks.command(name).argument('<id>', 'webhook endpoint').description(description);

  withFields(webhooks.command('create').argument('<url>', 'URL that events are sent to'))
    .description('Create an endpoint and print its secret, which is shown only once.')
    .action(bind<EndpointFields>(createEndpoint));
  webhooks.command('list').description('List endpoints, newest first.').action(bind(listEndpoints));
  withId('get', 'Show an endpoint.').action(
    bind(async (call) => show(await call.client().getWebhookEndpoint({ id: call.argument(0) }))),
  );
  withFields(withId('update', 'Change an endpoint. Omitted settings are unchanged.'))
    .option('--url <url>', 'URL that events are sent to')
    .option('--all-events', 'all events, including ones added later')
    .option('--all-projects', 'all projects, including ones added later')
    .option('--enable', 'start sending again')
    .option('--disable', 'stop sending, and discard waiting deliveries')
    .action(bind<EndpointFields>(updateEndpoint));
  withId('delete', 'Delete an endpoint and its log.').action(bind(deleteEndpoint));
  withId('rotate-secret', 'Create a new secret. Events are signed with both secrets until the overlap ends.')
    .addOption(new Option('--overlap <time>', 'such as 1h; at most 7d; default: 24h').argParser(parseDuration))
    .action(bind<RotateOptions>(rotateSecret));
  withId('test', 'Send a test event.').action(
    bind(async (call) => showDelivery(await call.client().testWebhookEndpoint({ id: call.argument(0) }))),
  );
  withId('deliveries', 'List deliveries, newest first.')
    .addOption(new Option('--status <status>', 'only deliveries with this status').choices(statuses))
    .addOption(new Option('--limit <n>', 'maximum number of deliveries').argParser(parseInteger(1, 10_000)).default(20))
    .action(bind<DeliveryOptions>(listDeliveries));
  withId('delivery', 'Show a delivery with its attempts.').argument('<delivery>', 'delivery').action(bind(showDetail));
  withId('replay', 'Send a delivery’s event again.').argument('<delivery>', 'delivery').action(bind(replay));
}

function withFields(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'the event itself, or a message for a chat’s incoming webhook').choices(formats),
    )
    .option('--description <text>', 'what the endpoint is for')
    .option('--event <event>', 'only this event; repeatable; default: all', collect)
    .option('--project <id>', 'only this project; repeatable; default: all', collect);
}

async function createEndpoint(call: Invocation<EndpointFields>): Promise<CommandResult> {
  const { description, event, format, project } = call.options;
  const body = { url: call.argument(0), format, description, events: event, projectIds: project };
  return showNew(await call.client().createWebhookEndpoint(body));
}

async function updateEndpoint(call: Invocation<EndpointFields>): Promise<CommandResult> {
  const { url, format, description, event, allEvents, project, allProjects, enable, disable } = call.options;
  const enabled = enable === true ? true : disable === true ? false : undefined;
  const changed = await call.client().updateWebhookEndpoint({
    id: call.argument(0),
    url,
    format,
    description,
    events: allEvents === true ? null : event,
    projectIds: allProjects === true ? null : project,
    enabled,
  });
  return show(changed);
}

async function listEndpoints(call: Invocation<unknown>): Promise<CommandResult> {
  const { endpoints } = await call.client().listWebhookEndpoints();
  const rows = endpoints.map((endpoint) => [endpoint.id, endpoint.url, describeState(endpoint)]);
  const text = rows.length === 0 ? 'No webhook endpoints.' : formatTable(['id', 'url', 'state'], rows);
  return { json: { endpoints }, text };
}

async function deleteEndpoint(call: Invocation<unknown>): Promise<CommandResult> {
  const id = call.argument(0);
  await call.client().deleteWebhookEndpoint({ id });
  return { json: { id, deleted: true }, text: `Deleted ${id}.` };
}

async function rotateSecret(call: Invocation<RotateOptions>): Promise<CommandResult> {
  const { overlap } = call.options;
  const overlapSeconds = overlap === undefined ? undefined : Math.ceil(overlap / 1000);
  return showNew(await call.client().rotateWebhookSecret({ id: call.argument(0), overlapSeconds }));
}

async function listDeliveries(call: Invocation<DeliveryOptions>): Promise<CommandResult> {
  const { status, limit } = call.options;
  const deliveries: WebhookDelivery[] = [];
  const pages = call.client().iterateWebhookDeliveries({ id: call.argument(0), status, limit: Math.min(limit, 100) });
  for await (const delivery of pages) {
    deliveries.push(delivery);
    if (deliveries.length === limit) break;
  }
  const rows = deliveries.map(({ id, type, status: state, attempts, createdAt, error }) => [
    id,
    type,
    state,
    String(attempts),
    createdAt,
    error ?? '',
  ]);
  const head = ['id', 'event', 'status', 'attempts', 'created', 'error'];
  return { json: { deliveries }, text: rows.length === 0 ? 'No deliveries.' : formatTable(head, rows) };
}

async function showDetail(call: Invocation<unknown>): Promise<CommandResult> {
  const delivery = await call.client().getWebhookDelivery({ id: call.argument(0), deliveryId: call.argument(1) });
  const rows = delivery.log.map(({ attempt, at, durationMs, statusCode, error }) => [
    String(attempt),
    at,
    `${durationMs} ms`,
    statusCode === null ? '' : String(statusCode),
    error ?? '',
  ]);
  const log = rows.length === 0 ? '' : `\n\n${formatTable(['attempt', 'at', 'took', 'status', 'error'], rows)}`;
  return { json: delivery, text: `${describeDelivery(delivery)}${log}\n\n${delivery.payload}` };
}

async function replay(call: Invocation<unknown>): Promise<CommandResult> {
  const name = { id: call.argument(0), deliveryId: call.argument(1) };
  return showDelivery(await call.client().replayWebhookDelivery(name));
}

function showDelivery(delivery: WebhookDelivery): CommandResult {
  return { json: delivery, text: describeDelivery(delivery) };
}

function describeDelivery(delivery: WebhookDelivery): string {
  return formatFields([
    ['Delivery', delivery.id],
    ['Message', delivery.messageId],
    ['Event', delivery.type],
    ['Status', delivery.status],
    ['Attempts', delivery.attempts],
    ['Error', delivery.error],
    ['Next attempt', delivery.nextAttemptAt],
  ]);
}

function showNew(endpoint: NewWebhookEndpoint): CommandResult {
  // Chats don't check signatures.
  if (endpoint.format !== 'standard') return show(endpoint);
  const text = `${formatFields([['Secret', endpoint.secret]])}\n${show(endpoint).text}`;
  return { json: endpoint, text: `${text}\n\nSave the secret. It is not shown again.` };
}

function show(endpoint: WebhookEndpoint): { json: object; text: string } {
  const text = formatFields([
    ['Endpoint', endpoint.id],
    ['Address', endpoint.url],
    ['Format', endpoint.format],
    ['Description', endpoint.description],
    ['Events', endpoint.events?.join(', ') ?? 'all'],
    ['Projects', endpoint.projectIds?.join(', ') ?? 'all'],
    ['State', describeState(endpoint)],
  ]);
  return { json: endpoint, text };
}

function describeState({ enabled, disabledReason, failingSince }: WebhookEndpoint): string {
  if (!enabled) return `disabled: ${disabledReason ?? ''}`;
  return failingSince === null ? 'works' : `failing since ${failingSince}`;
}
