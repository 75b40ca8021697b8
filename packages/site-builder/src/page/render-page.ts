import type { JsonObject } from '../text/json-object.ts';
import { type ApiReference, fillVariables, idsOf, type SitePage } from '../site/index.ts';
import { findComments } from './mdx/find-comments.ts';
import { findImports } from './mdx/find-imports.ts';
import { parsePage, type ParsedText } from './mdx/parse-page.ts';
import type { Html } from '../markup/html.ts';
import type { PageEffects } from './page-effects.ts';
import type { PageMode, RenderedPage } from './rendered-page.ts';
import { renderApiPage, renderMissingOperation, type ApiPage, type ApiSettings } from '../openapi/index.ts';
import { createFileEnv } from './render/file-env.ts';
import { createModuleScope } from './render/module-scope.ts';
import type { PageContext, RenderEnv } from './render/page-context.ts';
import { openPage } from './render/renderer.ts';
import { writeMarkdownHref } from './render/write-link.ts';
import { renderFootnotes } from './render/render-footnotes.ts';
import type { RenderSite } from './render/render-site.ts';
import { escapeText } from '../markup/escape-html.ts';
import { fillWord } from '../markup/fill-word.ts';
import { createObject, Scope } from '@docwright/expressions';
import type { TextFile } from './snippets/snippet-store.ts';
import { pageMarkdown } from './page-markdown.ts';
import { dropRepeatedIds } from './drop-repeated-ids.ts';
import { reportPageProblems } from './report-page-problems.ts';

export interface PageRequest {
  readonly page: SitePage;
  readonly title: string;
  readonly reference: ApiReference | undefined;
  readonly apiSettings: ApiSettings;
  readonly visibility: { readonly noindex: boolean };
  /** BCP 47. */
  readonly language: string;
}

export interface PageResult {
  readonly page: RenderedPage;
  readonly effects: PageEffects;
}

const modes: readonly PageMode[] = ['default', 'wide', 'custom', 'frame', 'center'];

/** Renders one page as far as it goes. It never throws for a fault of the page: what is left has a notice and an issue. */
export function renderPage(request: PageRequest, site: RenderSite): PageResult {
  const { page: source, title } = request;
  const context = openPage(site, {
    path: source.path,
    sourcePath: source.sourcePath,
    title,
    language: request.language,
  });
  const page = renderOrGiveUp(request, context);
  const ids = idsOf(page.content, page.sidePanel);
  return { page, effects: context.output.effects({ page: page.path, ids }) };
}

function renderOrGiveUp(request: PageRequest, context: PageContext): RenderedPage {
  try {
    return renderWhole(request, context);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isOverflow = error instanceof RangeError;
    context.report({
      severity: 'error',
      code: isOverflow ? 'nesting-limit' : 'page-failed',
      message: isOverflow
        ? 'The page is nested too deeply to be rendered.'
        : `The page could not be rendered: ${message}`,
      fix: 'Simplify the page. If it looks correct, report this to the developers of the builder.',
    });
    return renderNothing(request, context);
  }
}

function renderWhole(request: PageRequest, context: PageContext): RenderedPage {
  const { page, reference } = request;
  const { site } = context.input;
  const parsed = parsePage(page.body, { math: site.config.styling.latex });
  reportPageProblems(page, parsed, context);
  const body = renderBody(page, parsed, context);
  const api = reference === undefined ? undefined : renderApi(request, body, reference, context);
  const missing = reference === undefined ? renderMissingOperation(page.frontmatter['openapi'], request.language) : '';
  const notice = site.notices && parsed.faults.length > 0 ? syntaxNotice(parsed.faults.length, context) : '';
  const content = dropRepeatedIds(notice + (api?.content ?? missing + body));
  if (content.length > site.limits.pageHtmlBytes)
    throw new Error(`its HTML has more than ${site.limits.pageHtmlBytes} bytes`);
  const own = fillVariables(textOf(page.frontmatter, 'description') ?? '', site);
  const description = own === '' ? (api?.description ?? '') : own;
  const descriptionHtml = renderDescription(description, context);
  if (api !== undefined) context.output.addApiPage(api);
  // The bar of an operation has its style with the playground's.
  if (missing !== '') context.output.needs.add('playground');
  return {
    ...frame(request),
    description,
    descriptionHtml,
    content,
    sidePanel: writeSidePanel(api, context),
    headings: context.output.headings,
    sections: context.output.sections(),
    markdown: pageMarkdown({
      link: (written) => writeMarkdownHref(written, context),
      title: request.title,
      description: own,
      text: parsed.text,
      inlined: [
        ...context.output.inlined,
        ...[...findComments(parsed), ...findImports(parsed)].map((range) => ({ ...range, text: '' })),
      ],
      fill: (text) => fillVariables(text, site),
      appendix: api?.markdown ?? '',
    }),
    needs: context.output.needs,
    ...(api === undefined || api.method === '' ? {} : { apiMethod: api.method }),
  };
}

/** What the author shows stands where the specification's examples would, and in their place. */
function writeSidePanel(api: ApiPage | undefined, { output: { sidePanels } }: PageContext): Html {
  const own = (name: string): Html =>
    sidePanels
      .filter((panel) => panel.name === name)
      .map(({ html }) => html)
      .join('');
  return (
    (own('RequestExample') || (api?.requestExamples ?? '')) +
    (own('ResponseExample') || (api?.responseExamples ?? '')) +
    own('Panel')
  );
}

/** Descriptions of a specification may have several paragraphs; those of a frontmatter are one line. */
function renderDescription(text: string, context: PageContext): Html {
  return text.includes('\n') ? context.blockMarkdown(text) : context.inlineMarkdown(text);
}

function renderBody(page: SitePage, parsed: ParsedText, context: PageContext): Html {
  const file: TextFile = {
    kind: 'text',
    path: page.sourcePath,
    frontmatter: page.frontmatter,
    frontmatterProblem: page.frontmatterProblem,
    body: page.body,
    parsed,
    invalidUtf8: page.invalidUtf8,
  };
  const fileEnv = createFileEnv(page.sourcePath, parsed.tree, '');
  const scope = new Scope();
  // In MDX, a page is a component: what nobody passes to it is an empty object.
  scope.declare('props', createObject());
  const base: RenderEnv = { page: context, file: fileEnv, scope, trail: [page.sourcePath] };
  const env: RenderEnv = { ...base, scope: createModuleScope(file, base, scope) };
  return context.input.render.nodes(parsed.tree.children, env) + renderFootnotes(env);
}

function renderApi(
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
    const page = renderApiPage(
      { reference, settings, body, ...(mode === undefined ? {} : { playground: mode }) },
      context,
    );
    return page;
  } catch (error) {
    context.report({
      severity: 'error',
      code: 'api-page-failed',
      message: `The operation could not be rendered: ${error instanceof Error ? error.message : String(error)}`,
    });
    return undefined;
  } finally {
    // Results of describing a specification are found once, by the first page that needs them.
    for (const fault of faults.slice(known)) context.report(fault);
  }
}

/** `authMethod` of a page that documents an endpoint without a specification. */
function withAuthMethod(settings: ApiSettings, method: unknown): ApiSettings {
  const known = (['bearer', 'basic', 'key', 'cobo', 'none'] as const).find((name) => name === method);
  return known === undefined ? settings : { ...settings, manualAuth: known };
}

function frame({
  page,
  title,
  visibility,
}: PageRequest): Pick<RenderedPage, 'path' | 'sourcePath' | 'title' | 'frontmatter' | 'mode' | 'noindex'> {
  const { frontmatter } = page;
  return {
    path: page.path,
    sourcePath: page.sourcePath,
    title,
    frontmatter,
    mode: modes.find((mode) => mode === frontmatter['mode']) ?? 'default',
    noindex: visibility.noindex,
  };
}

function renderNothing(request: PageRequest, context: PageContext): RenderedPage {
  return {
    ...frame(request),
    description: textOf(request.page.frontmatter, 'description') ?? '',
    descriptionHtml: '',
    content: `<div class="build-notice" role="note"><p>${escapeText(context.word('pageFailed'))}</p></div>`,
    sidePanel: '',
    headings: [],
    sections: [],
    markdown: `# ${request.title}\n`,
    needs: new Set(),
  };
}

function syntaxNotice(faults: number, context: PageContext): Html {
  const text = faults === 1 ? context.word('sourceFault') : fillWord(context.word('sourceFaults'), { n: faults });
  return `<div class="build-notice" role="note"><p>${escapeText(text)}</p></div>`;
}

function textOf(frontmatter: JsonObject, key: string): string | undefined {
  const value = frontmatter[key];
  return typeof value === 'string' ? value.trim() : undefined;
}
