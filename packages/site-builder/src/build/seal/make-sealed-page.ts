import type { Condition } from '@docwright/site-access/rules';
import { apiSettingsOf } from '../../openapi/index.ts';
import { renderPage, type PageEffects, type PageResult, type RenderedPage, type RenderSite } from '../../page/index.ts';
import { implies, type NavigationView, type PlannedPage } from '../../site/index.ts';
import type { BuildParts } from '../prepare-build.ts';

/** A page with pieces. */
export interface SealedPage {
  readonly planned: PlannedPage;
  readonly when: Condition | undefined;
  readonly rendered: RenderedPage;
  readonly view: NavigationView;
  readonly html: string;
  readonly markdown: string;
  readonly effects: readonly PageEffects[];
}

/**
 * Renders a page for all its readers, or returns `undefined` if it contains a page that only some of them see.
 * `restrictedFiles`: the sources of pages that aren't for everybody.
 */
export function makeSealedPage(
  parts: BuildParts,
  planned: PlannedPage,
  restrictedFiles: ReadonlyMap<string, Condition>,
): SealedPage | undefined {
  const { plan, theme, markdownHead, settings } = parts;
  const { seal, whens } = plan;
  if (seal === undefined) throw new Error('The build has no plan for readers.');
  const { path } = planned.page;
  const when = whens.get(path);
  let isMixed = false;
  const site = watchFiles(parts.site, (file) => {
    const own = file === planned.page.sourcePath ? undefined : restrictedFiles.get(file);
    if (own !== undefined && !implies(when, own)) isMixed = true;
  });
  const apiSettings = apiSettingsOf(plan.config, settings.basePath);
  const byLanguage = new Map<string, PageResult>();
  const render = (language: string): PageResult => {
    const made = byLanguage.get(language) ?? renderPage({ ...planned, apiSettings, language }, site);
    byLanguage.set(language, made);
    return made;
  };
  const views = plan.views.outcomes(path);
  const effects: PageEffects[] = [];
  const documents = views.map(({ when: ofView, value: view }) => {
    const page = withFrontmatter(render(view.language).page, planned);
    const document = theme.openDocument(site);
    const html = theme.theme.page(page, view, document.context);
    effects.push(document.effects());
    return { when: ofView, html, markdown: page.markdown };
  });
  if (isMixed) return undefined;
  const view = plan.views.view(path);
  return {
    planned,
    when,
    view,
    rendered: withFrontmatter(render(view.language).page, planned),
    html: seal.choices.outcomes(documents.map(({ when: ofView, html }) => ({ when: ofView, value: html }))),
    markdown:
      markdownHead +
      seal.choices.outcomes(documents.map(({ when: ofView, markdown }) => ({ when: ofView, value: markdown }))),
    effects: [...byLanguage.values().map((made) => made.effects), ...effects],
  };
}

function withFrontmatter(page: RenderedPage, { page: { frontmatter } }: PlannedPage): RenderedPage {
  return { ...page, frontmatter };
}

/** The site, with a note of each file of which a page shows the text. */
function watchFiles(site: RenderSite, note: (path: string) => void): RenderSite {
  const { snippets } = site;
  return {
    ...site,
    snippets: {
      findImport: (specifier, from) => snippets.findImport(specifier, from),
      findLegacy: (file) => snippets.findLegacy(file),
      load: (path) => {
        note(path);
        return snippets.load(path);
      },
      readRaw: (path) => {
        note(path);
        return snippets.readRaw(path);
      },
      findObstacle: (path) => {
        note(path);
        return snippets.findObstacle(path);
      },
    },
  };
}
