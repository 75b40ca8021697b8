import { idPrefixes, type IdKind } from './ids.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** Returns an ID as the service creates it, the same in all examples. */
const idOf = (kind: IdKind): string => `${idPrefixes[kind]}_4fWq8ZkT2mXv0LcB7sYn`;

/** Example texts by field name, so that samples in the reference look like real requests and responses. */
const byField: Readonly<Record<string, string>> = {
  projectId: idOf('project'),
  deploymentId: idOf('deployment'),
  requestId: idOf('request'),
  repository: 'https://github.com/acme/docs',
  branch: 'main',
  defaultBranch: 'main',
  docsFolder: 'docs',
  domain: 'docs.example.com',
  email: 'ada@example.com',
  commit: '9f2c1b7d4e8a05f36c1d9b2e7a4f80c5d3e6b1a2',
  headCommit: '9f2c1b7d4e8a05f36c1d9b2e7a4f80c5d3e6b1a2',
  sha: '9f2c1b7d4e8a05f36c1d9b2e7a4f80c5d3e6b1a2',
  prompt: 'Document the retry option on the webhooks page',
  prLink: 'https://github.com/acme/docs/pull/42',
};

/** Examples of fields whose meaning depends on the object, by component and field. */
const byComponent: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AgentJob: {
    id: idOf('agentJob'),
    model: 'builtin/rules-1',
    title: 'Document the retry option',
    summary: '- Described the retry option in `guides/webhooks.mdx`.',
    name: 'ada@example.com',
    path: 'guides/webhooks.mdx',
    ref: `docwright/${idOf('agentJob')}`,
  },
  AgentJobPullRequest: { url: 'https://github.com/acme/docs/pull/42' },
  Project: { id: idOf('project'), name: 'Acme docs', model: 'builtin/rules-1' },
  CreateProject: { name: 'Acme docs', model: 'builtin/rules-1' },
  UpdateProject: { name: 'Acme docs', model: 'builtin/rules-1' },
  ExportJob: { jobId: idOf('exportJob') },
  Bundle: { jobId: idOf('exportJob') },
  Deployment: {
    url: 'https://acme-docs.example.com',
    subdomain: 'acme-docs',
    message: 'Document the retry option',
    name: 'Ada Lindqvist',
    ref: 'main',
  },
  SiteDomain: { domain: 'docs.example.com' },
  ApiKey: { id: idOf('apiKey'), name: 'Deploy from CI' },
  NewApiKey: { id: idOf('apiKey'), name: 'Deploy from CI' },
  CreateApiKey: { name: 'Deploy from CI' },
  Automation: { id: idOf('automation'), name: 'Release notes' },
  SavedAutomation: { id: idOf('automation'), name: 'Release notes' },
  CreateAutomation: { name: 'Release notes' },
  AutomationRun: { id: idOf('automationRun'), jobId: idOf('agentJob') },
  AutomationRunDetail: { id: idOf('automationRun'), jobId: idOf('agentJob') },
  WebhookEndpoint: { id: idOf('webhookEndpoint'), url: 'https://hooks.example.com/docwright' },
  NewWebhookEndpoint: { id: idOf('webhookEndpoint'), url: 'https://hooks.example.com/docwright' },
  CreateWebhookEndpoint: { url: 'https://hooks.example.com/docwright' },
  Feedback: { id: idOf('feedback'), path: '/guides/webhooks' },
  Organization: { id: idOf('organization'), name: 'Acme' },
};

/** Adds examples to the document's text fields and text parameters that have none. Changes the document. */
export function addExamples(document: JsonObject): void {
  const { components, paths } = document as { readonly components: JsonObject; readonly paths: JsonObject };
  for (const [name, schema] of Object.entries(components['schemas'] as JsonObject))
    visit(schema, { ...byField, ...byComponent[name] });
  visit(paths, byField);
}

function visit(node: Json | undefined, examples: Readonly<Record<string, string>>): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const item of node) visit(item, examples);
    return;
  }
  const { properties, name, schema } = node;
  for (const [field, value] of isObject(properties) ? Object.entries(properties) : []) addTo(value, examples[field]);
  // This node is a parameter: its name and schema are separate fields.
  if (typeof name === 'string') addTo(schema, examples[name]);
  for (const value of Object.values(node)) visit(value, examples);
}

function addTo(schema: Json | undefined, example: string | undefined): void {
  if (example === undefined || !isObject(schema)) return;
  const texts = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [schema];
  for (const text of texts) if (isObject(text) && isPlainText(text)) text['examples'] = [example];
}

/** Whether a schema is for text, and any value of the field's kind is valid. */
const isPlainText = ({ type, format, ...rest }: JsonObject): boolean =>
  type === 'string' &&
  (format === undefined || format === 'uri') &&
  !('enum' in rest || 'const' in rest || 'examples' in rest);

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
