import { idsOf, namesOperation } from '../site/index.ts';
import { assemblePage, createFailedPage } from './assemble-page.ts';
import { parsePage } from './mdx/parse-page.ts';
import type { PageEffects } from './page-effects.ts';
import type { PageRequest } from './page-request.ts';
import { renderApi } from './render-api.ts';
import type { PageContext } from './render/page-context.ts';
import { renderBody } from './render/render-body.ts';
import type { RenderSite } from './render/render-site.ts';
import { openPage } from './render/renderer.ts';
import type { RenderedPage } from './rendered-page.ts';
import { reportPageProblems } from './report-page-problems.ts';

export interface PageResult {
  readonly page: RenderedPage;
  readonly effects: PageEffects;
}

/** Renders one page as far as possible. An error in the page isn't thrown; it becomes a notice and an issue. */
export function renderPage(request: PageRequest, site: RenderSite): PageResult {
  const { page: source, title, language } = request;
  const context = openPage(site, { path: source.path, sourcePath: source.sourcePath, title, language });
  const page = renderOrGiveUp(request, context);
  // An operation whose specification can't be read has fields that links can refer to: their anchors can't be checked.
  if (request.reference === undefined && namesOperation(source)) return { page, effects: context.output.effects() };
  const ids = idsOf(page.content, page.sidePanel);
  return { page, effects: context.output.effects({ page: page.path, ids }) };
}

/**
 * Turns an author's text into a page. Each step returns its result, and adds issues and effects to `context.output`.
 */
function renderSteps(request: PageRequest, context: PageContext): RenderedPage {
  const parsed = parsePage(request.page.body, { math: context.site.config.styling.latex });
  reportPageProblems(request.page, parsed, context);
  const body = renderBody(request.page, parsed, context);
  const api = renderApi(request, body, context);
  return assemblePage(request, { parsed, api }, context);
}

function renderOrGiveUp(request: PageRequest, context: PageContext): RenderedPage {
  try {
    return renderSteps(request, context);
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
    return createFailedPage(request, context);
  }
}
