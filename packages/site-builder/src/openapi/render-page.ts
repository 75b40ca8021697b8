import type { Html } from '../markup/html.ts';
import type { SearchSection, PageHeading } from '../markup/page-parts.ts';
import type { ApiContext } from './api-context.ts';
import { badgeOf, type ApiReference, type JsonObject, fieldOf, textOf } from '../site/index.ts';
import { describeChannelPlayground } from './describe/describe-channel-playground.ts';
import { describeOperation, type ApiOperation } from './describe/describe-operation.ts';
import type { PlaygroundData } from './client/playground-data.ts';
import { referenceText } from '../text/reference-text.ts';
import { describePlayground } from './describe/describe-playground.ts';
import { describeSchema } from './describe/describe-schema.ts';
import { extractSpec } from './describe/extract-spec.ts';
import type { ApiSettings } from './settings.ts';
import { describeChannel, writeChannelSections } from './write/write-channel.ts';
import { writeEndpoint } from './write/write-endpoint.ts';
import { writePayloadExamples, writeRequestExamples, writeResponseExamples } from './write/write-examples.ts';
import { MAX_FIELDS_PER_PAGE, writeSchemaBody, type FieldWriter } from './write/write-fields.ts';
import { section, writeOperationSections, type ApiSection } from './write/write-operation.ts';
import { manualSpec } from './describe/manual-spec.ts';
import { writeYaml } from './write/write-yaml.ts';

export interface ApiPageRequest {
  readonly reference: ApiReference;
  readonly settings: ApiSettings;
  /** The page's own MDX, rendered: written between the address bar and the parameters. */
  readonly body?: Html;
  /** `playground:` in the page's frontmatter or in `x-mint` overrides the site's setting. */
  readonly playground?: ApiSettings['playground'];
}

/** Scripts that the page needs. */
export type ApiPageNeed = 'playground' | 'tabs';

export interface ApiPage {
  /** Markdown of the spec's description, or `''`. `content` doesn't repeat it. */
  readonly description: string;
  readonly content: Html;
  /** Examples of requests and responses, which replace the table of contents. */
  readonly requestExamples: Html;
  readonly responseExamples: Html;
  /** Headings of the reference, which follow the headings of the page's own MDX. */
  readonly headings: readonly PageHeading[];
  readonly sections: readonly SearchSection[];
  /** Markdown for machines, placed after the page's own text: the operation's part of the spec in a YAML fence. */
  readonly markdown: string;
  /** `playground` is set on every API page, for its style sheet; the button is in `content` only if it works. */
  readonly needs: ReadonlySet<ApiPageNeed>;
  /** `GET`, `WEBHOOK`, …; `''` for a schema. */
  readonly method: string;
  /** The input of the page's playground, or `undefined` if it has none. */
  readonly playground: PlaygroundData | undefined;
}

/** Renders a page. Never throws for a document from `ApiCatalog`: information missing from the spec is left out. */
export function renderApiPage(request: ApiPageRequest, context: ApiContext): ApiPage {
  const { reference } = request;
  switch (reference.kind) {
    case 'operation':
    case 'webhook': {
      const operation = describeOperation(reference);
      return operation === undefined
        ? emptyPage(request)
        : renderOperation({ ...request, reference }, operation, context);
    }
    case 'schema':
      return renderSchema({ ...request, reference }, context);
    case 'channel':
      return renderChannel({ ...request, reference }, context);
    case 'manual':
      return renderManual({ ...request, reference }, context);
  }
}

type RequestFor<Kind extends ApiReference['kind']> = Omit<ApiPageRequest, 'reference'> & {
  readonly reference: Extract<ApiReference, { kind: Kind }>;
};

function createWriter(spec: FieldWriter['spec'], settings: ApiSettings, context: ApiContext): FieldWriter {
  const text = referenceText(context.page.language);
  const limits = { direction: undefined, fieldsLeft: MAX_FIELDS_PER_PAGE };
  return { text, spec, settings, context, words: [], ids: new Set(), ...limits };
}

function renderOperation(
  request: RequestFor<'operation' | 'webhook'>,
  operation: ApiOperation,
  context: ApiContext,
): ApiPage {
  const { reference, settings } = request;
  const { spec } = reference;
  const writer = createWriter(spec, settings, context);
  const isWebhook = reference.kind === 'webhook';
  const mode = playgroundMode(request, operation.node);
  const playground =
    !isWebhook && mode === 'interactive' && context.features.playground && operation.servers.length > 0
      ? describePlayground(spec, operation, settings)
      : undefined;
  const server = settings.fullUrl ? (operation.servers[0]?.url ?? '') : '';
  const bar = writeEndpoint({
    method: isWebhook ? 'webhook' : operation.method,
    path: operation.path,
    server,
    tryIt: writer.text.tryIt,
    playground,
  });
  const sections = writeOperationSections(writer, operation, isWebhook ? 'received' : 'sent');
  const examples = { spec, operation, settings, context };
  const requestExamples = isWebhook
    ? writePayloadExamples(spec, operation.body?.media ?? [], context)
    : writeRequestExamples(examples);
  return {
    ...assemble(request, bar, sections),
    description: operation.description,
    requestExamples,
    responseExamples: isWebhook ? '' : writeResponseExamples(examples),
    method: badgeOf(reference.kind, operation.method),
    playground,
  };
}

function playgroundMode(request: ApiPageRequest, node: JsonObject): ApiSettings['playground'] {
  if (request.playground !== undefined) return request.playground;
  const own = textOf(fieldOf(node, 'x-mint'), 'playground');
  return own === 'interactive' || own === 'simple' || own === 'none' || own === 'auth'
    ? own
    : request.settings.playground;
}

function renderSchema(request: RequestFor<'schema'>, context: ApiContext): ApiPage {
  const { spec, name } = request.reference;
  const writer = createWriter(spec, request.settings, context);
  const schema = describeSchema(spec, {
    $ref: `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  });
  const sections = [section(writer, 'attributes', () => writeSchemaBody(writer, schema, [], ''))].filter(
    (found) => found !== undefined,
  );
  const requestExamples = writePayloadExamples(
    spec,
    [{ type: 'application/json', schema: schema.node, encoding: undefined, examples: [] }],
    context,
  );
  return {
    ...assemble(request, '', sections),
    description: schema.description,
    requestExamples,
    responseExamples: '',
    method: '',
    playground: undefined,
  };
}

function renderChannel(request: RequestFor<'channel'>, context: ApiContext): ApiPage {
  const { spec, name } = request.reference;
  const channel = describeChannel(spec, name);
  if (channel === undefined) return emptyPage(request);
  const writer = createWriter(spec, request.settings, context);
  const isOffered = playgroundMode(request, channel.node) === 'interactive' && context.features.playground;
  const bar = writeEndpoint({
    method: channel.protocol,
    path: channel.address,
    server: channel.servers[0]?.url ?? '',
    tryIt: writer.text.tryIt,
    playground: isOffered ? describeChannelPlayground(spec, channel, request.settings) : undefined,
  });
  const sections = writeChannelSections(writer, channel);
  const requestExamples = channel.messages
    .map(({ media, name: message }) => writePayloadExamples(spec, [media], context, message))
    .join('');
  return {
    ...assemble(request, bar, sections),
    description: channel.description,
    requestExamples,
    responseExamples: '',
    method: channel.protocol.toUpperCase(),
    playground: undefined,
  };
}

/** `api: POST https://…`: only the information in the address itself; the page's own `<ParamField>`s are in `body`. */
function renderManual(request: RequestFor<'manual'>, context: ApiContext): ApiPage {
  const { spec, reference } = manualSpec(request.reference, request.settings);
  const operation = describeOperation(reference);
  if (operation === undefined) return emptyPage(request);
  const { settings } = request;
  const writer = createWriter(spec, settings, context);
  const allowed =
    playgroundMode(request, operation.node) === 'interactive' &&
    context.features.playground &&
    operation.servers.length > 0;
  const playground = allowed ? describePlayground(spec, operation, settings) : undefined;
  const bar = writeEndpoint({
    method: operation.method,
    path: operation.path,
    server: operation.servers[0]?.url ?? '',
    tryIt: writer.text.tryIt,
    playground,
  });
  const security = writeOperationSections(writer, { ...operation, parameters: [], responses: [] }, 'sent');
  const page = assemble({ ...request, body: '' }, bar, security);
  return {
    ...page,
    content: page.content + (request.body ?? ''),
    description: '',
    markdown: '',
    requestExamples: writeRequestExamples({ spec, operation, settings, context }),
    responseExamples: '',
    method: operation.method.toUpperCase(),
    playground,
  };
}

type Assembled = Pick<ApiPage, 'content' | 'headings' | 'sections' | 'markdown' | 'needs'>;

function assemble(
  { reference, settings, body = '' }: ApiPageRequest,
  bar: Html,
  sections: readonly ApiSection[],
): Assembled {
  return {
    content: `${bar}${body}${sections.length === 0 ? '' : `<div class="api-reference">${sections.map(({ html }) => html).join('')}</div>`}`,
    headings: sections.map(({ heading }) => heading),
    sections: searchSections(sections),
    markdown: settings.markdownSchema ? writeMarkdown(reference) : '',
    needs: new Set<ApiPageNeed>(['playground', 'tabs']),
  };
}

/**
 * The searchable text: names and descriptions of fields, as one part of the page. Headings that every operation has
 * don't answer questions, and authentication is the same on all pages.
 */
function searchSections(sections: readonly ApiSection[]): Assembled['sections'] {
  const text = sections
    .filter(({ kind }) => kind !== 'authorizations')
    .map((section) => section.text)
    .filter((part) => part !== '')
    .join(' ');
  return text === '' ? [] : [{ headingId: '', heading: '', text }];
}

function writeMarkdown(reference: ApiReference): string {
  const part = extractSpec(reference);
  if (part === undefined || reference.kind === 'manual') return '';
  const kind = reference.kind === 'channel' ? 'AsyncAPI' : 'OpenAPI';
  const yaml = writeYaml(part, reference.spec.cache.yaml);
  // The fence must be longer than any run of backticks in the text.
  const longest = Math.max(2, ...[...yaml.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(4, longest + 1));
  return `## ${kind}\n\n${fence}yaml ${reference.spec.path}\n${yaml}${fence}\n`;
}

function emptyPage(request: ApiPageRequest): ApiPage {
  return {
    ...assemble(request, '', []),
    description: '',
    requestExamples: '',
    responseExamples: '',
    method: '',
    playground: undefined,
  };
}
