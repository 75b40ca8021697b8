import { escapeText } from '../markup/escape-html.ts';
import { fillWord } from '../markup/fill-word.ts';
import type { Html } from '../markup/html.ts';
import type { ApiPage } from '../openapi/index.ts';
import { fillVariables } from '../site/index.ts';
import type { JsonObject } from '../text/json-object.ts';
import { dropRepeatedIds } from './drop-repeated-ids.ts';
import { findComments } from './mdx/find-comments.ts';
import { findImports } from './mdx/find-imports.ts';
import { findRepairs } from './mdx/find-repairs.ts';
import type { ParsedText } from './mdx/parse-page.ts';
import { pageMarkdown } from './page-markdown.ts';
import type { PageRequest } from './page-request.ts';
import type { ApiPart } from './render-api.ts';
import type { PageContext } from './render/page-context.ts';
import { writeMarkdownHref } from './render/write-link.ts';
import type { PageMode, RenderedPage } from './rendered-page.ts';

export interface PageParts {
  readonly parsed: ParsedText;
  readonly api: ApiPart;
}

const modes: readonly PageMode[] = ['default', 'wide', 'custom', 'frame', 'center'];

/** The finished page, from its rendered text and the results in `context.output`. */
export function assemblePage(request: PageRequest, { parsed, api }: PageParts, context: PageContext): RenderedPage {
  const { site, output } = context;
  const notice = site.notices && parsed.faults.length > 0 ? syntaxNotice(parsed.faults.length, context) : '';
  const content = dropRepeatedIds(notice + api.content);
  if (content.length > site.limits.pageHtmlBytes)
    throw new Error(`its HTML is larger than ${site.limits.pageHtmlBytes} bytes`);
  const own = fillVariables(textOf(request.page.frontmatter, 'description') ?? '', site);
  const description = own === '' ? (api.page?.description ?? '') : own;
  const descriptionHtml = renderDescription(description, context);
  if (api.page !== undefined) output.addApiPage(api.page);
  return {
    ...frame(request),
    description,
    descriptionHtml,
    content,
    sidePanel: writeSidePanel(api.page, context),
    headings: output.headings,
    sections: output.sections(),
    markdown: pageMarkdown({
      link: (written) => writeMarkdownHref(written, context),
      title: request.title,
      description: own,
      text: parsed.text,
      inlined: [
        ...output.inlined,
        ...findRepairs(request.page.body, parsed.text),
        ...[...findComments(parsed), ...findImports(parsed)].map((range) => ({ ...range, text: '' })),
      ],
      fill: (text) => fillVariables(text, site),
      appendix: api.page?.markdown ?? '',
    }),
    needs: output.needs,
    ...(api.page === undefined || api.page.method === '' ? {} : { apiMethod: api.page.method }),
  };
}

/** The replacement for a page that can't be rendered. */
export function createFailedPage(request: PageRequest, context: PageContext): RenderedPage {
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

/** The parts that a failed page also has. */
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

/** Writes the side panel. The author's own examples replace the specification's examples. */
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

/** Renders a description. In a specification, it can have several paragraphs; in frontmatter, it is one line. */
function renderDescription(text: string, context: PageContext): Html {
  return text.includes('\n') ? context.blockMarkdown(text) : context.inlineMarkdown(text);
}

function syntaxNotice(faults: number, context: PageContext): Html {
  const text = faults === 1 ? context.word('sourceFault') : fillWord(context.word('sourceFaults'), { n: faults });
  return `<div class="build-notice" role="note"><p>${escapeText(text)}</p></div>`;
}

function textOf(frontmatter: JsonObject, key: string): string | undefined {
  const value = frontmatter[key];
  return typeof value === 'string' ? value.trim() : undefined;
}
