/**
 * The operations of the API that a coding agent needs, as tools. A tool's name, description, fields, and scope are
 * those of its operation: this file only selects the tools, and adds what only MCP clients need.
 */
import { operations, type Operation, type OperationId } from '@docwright/contract';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';

/** Maximum wait in a call. By default, a client cancels a call after 60 s. */
const maxWaitSeconds = 50;

const offered: readonly OperationId[] = [
  'listProjects',
  'getProject',
  'createAgentJob',
  'getAgentJob',
  'listAgentJobs',
  'listAgentJobEvents',
  'getAgentJobDiff',
  'sendAgentJobMessage',
  'cancelAgentJob',
  'listAutomations',
  'listAutomationRuns',
  'getAutomationRun',
  'runAutomation',
  'dryRunAutomation',
  'listDrafts',
  'getDraft',
  'listDraftFiles',
  'getDraftFile',
  'listDraftFileRevisions',
  'getDraftFileRevision',
  'putDraftFile',
  'deleteDraftFile',
  'moveDraftFile',
  'getDraftDiff',
  'checkDraft',
  'askAgent',
  'publishDraft',
  'listCommentThreads',
  'createCommentThread',
  'getCommentThread',
  'replyToCommentThread',
  'resolveCommentThread',
  'acceptSuggestedChange',
  'rejectSuggestedChange',
  'getSite',
  'listDeployments',
  'getDeployment',
  'startProjectStaticExport',
  'getStaticExport',
  'createStaticExportBundle',
  'cancelStaticExport',
  'searchDiscovery',
  'readDiscoveryPage',
  'sendAssistantMessage',
  'listAssistantQuestions',
  'getAnalyticsViews',
  'getAnalyticsVisitors',
  'getAnalyticsSearches',
  'getAnalyticsTimeseries',
  'getAnalyticsReferrers',
  'getAnalyticsNotFound',
  'getAnalyticsOutlinks',
  'getAnalyticsCodeCopies',
  'getAnalyticsPlaygroundCalls',
  'getAnalyticsAgentReads',
  'getAnalyticsPage',
];

/** Names that coding agents know from other editors. Every other tool has its operation's name. */
const ownNames: Partial<Readonly<Record<OperationId, string>>> = {
  getDraft: 'checkout',
  getDraftFile: 'read',
  putDraftFile: 'write_page',
  moveDraftFile: 'move_node',
  getDraftDiff: 'diff',
  publishDraft: 'save',
};

/** Operations that change something even though readers may call them. */
const writing: ReadonlySet<OperationId> = new Set<OperationId>([
  'createCommentThread',
  'replyToCommentThread',
  'resolveCommentThread',
  'rejectSuggestedChange',
]);

/** Parameters that are omitted, because an MCP client gets complete results. */
const leftOut: ReadonlySet<string> = new Set(['responseType']);

interface Shape {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

export type Place = 'path' | 'query' | 'body' | 'idempotencyKey' | 'offset';

export interface McpTool {
  readonly operation: Operation;
  /** The part of the request in which each argument is sent. */
  readonly places: ReadonlyMap<string, Place>;
  /** The description that clients receive. */
  readonly description: Tool;
}

const idempotencyKey: Shape = {
  properties: {
    idempotencyKey: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description:
        'Repeating a call with the same key and arguments within 24 hours returns the first result and starts nothing twice.',
    },
  },
};

const offset: Shape = {
  properties: {
    offset: {
      type: 'integer',
      minimum: 0,
      description: 'Number of characters of a long response to skip: the `to` of the previous part.',
    },
  },
};

export const mcpTools: ReadonlyMap<string, McpTool> = new Map(
  offered.map((id) => {
    const name = ownNames[id] ?? id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [name, toTool(name, operations[id], writing.has(id))];
  }),
);

function toTool(name: string, operation: Operation, isWriting: boolean): McpTool {
  const isReadOnly = !isWriting && operation.scope?.endsWith(':read') === true;
  const places = new Map<string, Place>();
  const properties: Record<string, object> = {};
  const required: string[] = [];
  const add = (place: Place, shape: Shape): void => {
    for (const [field, schema] of Object.entries(shape.properties ?? {})) {
      if (leftOut.has(field)) continue;
      if (places.has(field)) throw new Error(`${name}: two arguments are named "${field}"`);
      places.set(field, place);
      properties[field] = toPlainSchema(schema);
    }
    required.push(...(shape.required ?? []));
  };
  add('path', operation.params);
  add('query', operation.query);
  if (operation.body !== null) add('body', operation.body);
  if (operation.idempotent) add('idempotencyKey', idempotencyKey);
  // If the operation is paginated, its results are short.
  if (isReadOnly && !places.has('offset')) add('offset', offset);
  if ('wait' in properties) properties['wait'] = { ...properties['wait'], maximum: maxWaitSeconds };
  return {
    operation,
    places,
    description: {
      name,
      title: operation.summary,
      description: `${operation.summary}. ${operation.description}`,
      inputSchema: { type: 'object', properties, required, additionalProperties: false },
      annotations: isReadOnly
        ? { readOnlyHint: true, openWorldHint: false }
        : { readOnlyHint: false, destructiveHint: name.startsWith('cancel_') },
    },
  };
}

/** Removes the names of schemas, which clients would treat as schema IDs. */
function toPlainSchema(schema: object): object {
  const text = JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value));
  return JSON.parse(text) as object;
}
