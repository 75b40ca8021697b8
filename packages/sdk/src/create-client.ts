import type {
  GetAgentJobInput,
  GetDeploymentInput,
  GetDeploymentStatusInput,
  GetStaticExportInput,
  ListAgentJobsInput,
  ListProjectsInput,
  ListRepositoriesInput,
  ListStaticExportsInput,
  ListWebhookDeliveriesInput,
  OperationMethods,
} from './operations.generated.ts';
import { operationTable } from './operations.generated.ts';
import { takesInput, type OperationRow, type RequestOptions } from './operation-row.ts';
import { paginate } from './paginate.ts';
import { pause } from './pause.ts';
import type { ServerSentEvent } from './read-event-stream.ts';
import { send, type Connection, type Input } from './send.ts';
import { streamEvents } from './stream-events.ts';
import type {
  AgentJob,
  AgentJobEvent,
  Deployment,
  ExportJob,
  Project,
  Repository,
  WebhookDelivery,
} from './types.generated.ts';
import { waitUntil, type WaitOptions } from './wait-until.ts';

export interface ClientOptions {
  /** Address of the service: `https://docs-api.example.com`, with a path if a proxy adds one. */
  readonly baseUrl: string;
  /** `dw_…`. Not needed for public operations. */
  readonly apiKey?: string | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds that one attempt may take. Default: 60 s. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first one. Default: 4. */
  readonly retries?: number | undefined;
  /** First pause between attempts if the service doesn't specify one. Default: 250. */
  readonly firstRetryDelayMs?: number | undefined;
  /** If `Retry-After` is longer, the error is thrown with `retryAfterMs`. Default: 30 s. */
  readonly longestRetryDelayMs?: number | undefined;
}

export interface StreamAgentJobEventsInput extends GetAgentJobIds {
  /** Only events with a greater ID. */
  readonly after?: number | undefined;
}
type GetAgentJobIds = Pick<GetAgentJobInput, 'projectId' | 'id'>;

/** The API as methods, and helpers that combine several calls. */
export interface Client extends OperationMethods {
  /** Waits until the job is `completed`, `archived` or `failed`, and returns it. */
  waitForAgentJob(input: GetAgentJobIds, options?: WaitOptions<AgentJob>): Promise<AgentJob>;
  /** Waits until the export is `completed` or `failed`, and returns it. */
  waitForExport(input: GetStaticExportInput, options?: WaitOptions<ExportJob>): Promise<ExportJob>;
  /** Waits until the deployment is `success`, `failure` or `skipped`, and returns it. */
  waitForDeployment(input: GetDeploymentStatusInput, options?: WaitOptions<Deployment>): Promise<Deployment>;
  /** The deployment after each change, with its log and its durations, until it has ended; reconnects automatically. */
  followDeployment(input: GetDeploymentInput, options?: RequestOptions): AsyncIterable<Deployment>;
  /** The job's events as they happen, until the turn ends; reconnects automatically. */
  streamAgentJobEvents(input: StreamAgentJobEventsInput, options?: RequestOptions): AsyncIterable<AgentJobEvent>;
  /** All agent jobs of a project, newest first, requested page by page. */
  iterateAgentJobs(input: Omit<ListAgentJobsInput, 'cursor'>, options?: RequestOptions): AsyncIterable<AgentJob>;
  /** All exports, newest first, requested page by page. */
  iterateStaticExports(
    input?: Omit<ListStaticExportsInput, 'cursor'>,
    options?: RequestOptions,
  ): AsyncIterable<ExportJob>;
  /** All projects, newest first, requested page by page. */
  iterateProjects(input?: Omit<ListProjectsInput, 'cursor'>, options?: RequestOptions): AsyncIterable<Project>;
  /** All repositories of the embedded code host, by name, requested page by page. */
  iterateRepositories(
    input?: Omit<ListRepositoriesInput, 'cursor'>,
    options?: RequestOptions,
  ): AsyncIterable<Repository>;
  /** All deliveries of a webhook endpoint, newest first, requested page by page. */
  iterateWebhookDeliveries(
    input: Omit<ListWebhookDeliveriesInput, 'cursor'>,
    options?: RequestOptions,
  ): AsyncIterable<WebhookDelivery>;
}

/** Maximum wait at the service for one long poll, in seconds. */
const LONGEST_WAIT_S = 30;
/** Additional time for the service to respond. */
const WAIT_MARGIN_MS = 15_000;

/** Creates a client of one service. It keeps no connection open, so nothing needs to be closed. */
export function createClient(options: ClientOptions): Client {
  return createClientOver(connectionOf(options));
}

/** Like `createClient`, with a given connection; for tests. */
export function createClientOver(connection: Connection): Client {
  const methods = toMethods(connection);
  const polling = { pause: connection.pause, now: connection.now };
  return {
    ...methods,
    waitForAgentJob: ({ projectId, id }, options = {}) =>
      waitUntil(
        {
          ...polling,
          maxPauseMs: 3000,
          ask: (leftMs) => {
            const wait = Math.min(LONGEST_WAIT_S, Math.max(1, Math.ceil(leftMs / 1000)));
            const timeoutMs = wait * 1000 + WAIT_MARGIN_MS;
            return methods.getAgentJob({ projectId, id, wait }, { signal: options.signal, timeoutMs });
          },
          isDone: ({ status }) => status !== 'active',
          versionOf: ({ status, updatedAt }) => `${status} ${updatedAt}`,
        },
        options,
      ),
    waitForExport: (input, options = {}) =>
      waitUntil(
        {
          ...polling,
          maxPauseMs: 2000,
          ask: () => methods.getStaticExport(input, { signal: options.signal }),
          isDone: ({ status }) => status === 'completed' || status === 'failed',
          versionOf: ({ status, progress, pageCount }) => `${status} ${progress} ${pageCount}`,
        },
        options,
      ),
    waitForDeployment: (input, options = {}) =>
      waitUntil(
        {
          ...polling,
          maxPauseMs: 1000,
          ask: () => methods.getDeploymentStatus(input, { signal: options.signal }),
          isDone: isDeployed,
          versionOf: ({ status }) => status,
        },
        options,
      ),
    followDeployment: (input, options = {}) => followDeployment({ connection, methods }, input, options),
    streamAgentJobEvents: ({ after, ...input }, options = {}) =>
      mapEvents<AgentJobEvent>(
        streamEvents(connection, {
          row: operationTable.listAgentJobEvents,
          input,
          options,
          after: after === undefined ? '' : String(after),
          isOver: async () => (await methods.getAgentJob(input, { signal: options.signal })).status !== 'active',
        }),
      ),
    iterateAgentJobs: (input, options) =>
      paginate(
        (cursor) => methods.listAgentJobs({ ...input, cursor }, options),
        ({ jobs }) => jobs,
      ),
    iterateStaticExports: (input, options) =>
      paginate(
        (cursor) => methods.listStaticExports({ ...input, cursor }, options),
        ({ jobs }) => jobs,
      ),
    iterateProjects: (input, options) =>
      paginate(
        (cursor) => methods.listProjects({ ...input, cursor }, options),
        ({ projects }) => projects,
      ),
    iterateRepositories: (input, options) =>
      paginate(
        (cursor) => methods.listRepositories({ ...input, cursor }, options),
        ({ repositories }) => repositories,
      ),
    iterateWebhookDeliveries: (input, options) =>
      paginate(
        (cursor) => methods.listWebhookDeliveries({ ...input, cursor }, options),
        ({ deliveries }) => deliveries,
      ),
  };
}

const isDeployed = ({ status }: Deployment): boolean => status !== 'queued' && status !== 'in_progress';

function followDeployment(
  { connection, methods }: { readonly connection: Connection; readonly methods: OperationMethods },
  input: GetDeploymentInput,
  options: RequestOptions,
): AsyncIterable<Deployment> {
  const request = { row: operationTable.streamDeployment, input: { ...input }, options, after: '' };
  const isOver = async () => isDeployed(await methods.getDeployment(input, { signal: options.signal }));
  return mapEvents<Deployment>(streamEvents(connection, { ...request, isOver }));
}

/** Parses events whose data is one JSON value. */
async function* mapEvents<T>(events: AsyncIterable<ServerSentEvent>): AsyncGenerator<T> {
  for await (const { data } of events) yield JSON.parse(data) as T;
}

function toMethods(connection: Connection): OperationMethods {
  const methods = Object.entries(operationTable).map(([name, row]) => [
    name,
    takesInput(row)
      ? (input: Input = {}, options: RequestOptions = {}) => call(connection, { row, input, options })
      : (options: RequestOptions = {}) => call(connection, { row, input: {}, options }),
  ]);
  return Object.fromEntries(methods) as OperationMethods;
}

function call(connection: Connection, request: { row: OperationRow; input: Input; options: RequestOptions }): unknown {
  if (request.row.answer === 'events')
    return streamEvents(connection, { ...request, after: '', isOver: () => Promise.resolve(true) });
  return send(connection, { ...request, read: readers[request.row.answer] });
}

const readers: Readonly<Record<'json' | 'text' | 'bytes' | 'nothing', (response: Response) => Promise<unknown>>> = {
  json: (response) => response.json(),
  text: (response) => response.text(),
  bytes: (response) => response.blob(),
  nothing: async (response) => {
    await response.body?.cancel();
  },
};

function connectionOf(options: ClientOptions): Connection {
  const { protocol } = new URL(options.baseUrl);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(`baseUrl must start with http:// or https://, but is ${options.baseUrl}`);
  }
  return {
    baseUrl: options.baseUrl.replace(/(?<!\/)\/+$/, ''),
    apiKey: options.apiKey,
    // In browsers, `fetch` throws if it is called as a method of another object.
    fetch: options.fetch ?? ((...parameters) => globalThis.fetch(...parameters)),
    headers: options.headers ?? {},
    timeoutMs: options.timeoutMs ?? 60_000,
    retryRules: {
      retries: options.retries ?? 4,
      firstDelayMs: options.firstRetryDelayMs ?? 250,
      maxDelayMs: options.longestRetryDelayMs ?? 30_000,
    },
    pause,
    now: () => Date.now(),
    random: () => Math.random(),
    newIdempotencyKey,
  };
}

/** 128 random bits in hex. `crypto.randomUUID` is missing on pages that weren't loaded over HTTPS. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
