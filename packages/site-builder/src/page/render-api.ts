import type { Html } from '../markup/html.ts';
import { renderApiPage, renderMissingOperation, type ApiPage, type ApiSettings } from '../openapi/index.ts';
import type { ApiReference } from '../site/index.ts';
import type { PageRequest } from './page-request.ts';
import type { PageContext } from './render/page-context.ts';

/** A page's text with its API reference. */
export interface ApiPart {
  readonly content: Html;
  /** `undefined` if the page documents no operation, schema or channel of the site. */
  readonly page: ApiPage | undefined;
}

/** Adds the page's operation, schema or channel to its text. */
export function renderApi(request: PageRequest, body: Html, context: PageContext): ApiPart {
  const { reference } = request;
  if (reference !== undefined) {
    const page = renderReference(request, body, reference, context);
    return { content: page?.content ?? body, page };
  }
  const bar = renderMissingOperation(request.page.frontmatter['openapi'], request.language);
  // The styles of an operation's bar are included in the playground's.
  if (bar !== '') context.output.needs.add('playground');
  return { content: bar + body, page: undefined };
}

function renderReference(
  request: PageRequest,
  body: Html,
  reference: ApiReference,
  context: PageContext,
): ApiPage | undefined {
  const { playground, authMethod } = request.page.frontmatter;
  const settings = withAuthMethod(request.apiSettings, authMethod);
  const mode = (['interactive', 'simple', 'none', 'auth'] as const).find((name) => name === playground);
  const faults = reference.kind === 'manual' ? [] : reference.spec.faults;
  const known = faults.length;
  try {
    return renderApiPage({ reference, settings, body, ...(mode === undefined ? {} : { playground: mode }) }, context);
  } catch (error) {
    context.report({
      severity: 'error',
      code: 'api-page-failed',
      message: `The operation could not be rendered: ${error instanceof Error ? error.message : String(error)}`,
    });
    return undefined;
  } finally {
    // A specification's descriptions are computed once, for the first page that needs them.
    for (const fault of faults.slice(known)) context.report(fault);
  }
}

/** Applies `authMethod` of a page that documents an endpoint without a specification. */
function withAuthMethod(settings: ApiSettings, method: unknown): ApiSettings {
  const known = (['bearer', 'basic', 'key', 'cobo', 'none'] as const).find((name) => name === method);
  return known === undefined ? settings : { ...settings, manualAuth: known };
}
