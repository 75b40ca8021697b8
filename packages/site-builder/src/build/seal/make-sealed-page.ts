import type { Condition } from '@docwright/site-access/rules';
import { apiSettingsOf } from '../../openapi/index.ts';
import { renderPage, type PageEffects, type PageResult, type RenderedPage, type RenderSite } from '../../page/index.ts';
import {
  allOf,
  Exploration,
  implies,
  type Choices,
  type Meets,
  type NavigationView,
  type PlannedPage,
} from '../../site/index.ts';
import type { BuildParts } from '../prepare-build.ts';
import { reuseBody, type PublicPage } from './reuse-body.ts';
import { countOf } from '../../text/count-of.ts';

/** A page with conditional pieces. */
export interface SealedPage {
  readonly planned: PlannedPage;
  readonly when: Condition | undefined;
  readonly rendered: RenderedPage;
  readonly view: NavigationView;
  readonly html: string;
  readonly markdown: string;
  readonly effects: readonly PageEffects[];
  /** Writes text about the page, such as a line of a list. */
  readonly write: (part: (rendered: RenderedPage) => string) => string;
  /** Variants for readers who see more of a specification, without conditional pieces. */
  readonly variants: readonly PageVariant[];
}

export interface PageVariant extends Pick<SealedPage, 'rendered' | 'effects'> {
  /** Applies in addition to the page's condition. */
  readonly when: Condition;
}

/** A page as readers with one outcome for its specification see it, with pieces for everything else. */
type PageResultFor = Pick<SealedPage, 'rendered' | 'html' | 'markdown' | 'effects'>;

export interface SealedPageContext {
  /** The sources of restricted pages. */
  readonly restrictedFiles: ReadonlyMap<string, Condition>;
  /** The page of the public site, if any. */
  readonly open: PublicPage | undefined;
}

/** Renders a page for all its readers, or returns `undefined` if it contains a page that only some of them see. */
export function makeSealedPage(
  parts: BuildParts,
  planned: PlannedPage,
  { restrictedFiles, open }: SealedPageContext,
): SealedPage | undefined {
  const { plan, markdownHead } = parts;
  const { seal, whens } = plan;
  if (seal === undefined) throw new Error('The build has no plan for readers.');
  const { path } = planned.page;
  const when = whens.get(path);
  let isMixed = false;
  const site = watchFiles(parts.site, (file) => {
    const own = file === planned.page.sourcePath ? undefined : restrictedFiles.get(file);
    if (own !== undefined && !implies(when, own)) isMixed = true;
  });
  const { specs } = seal;
  const known = open && reuseBody(parts, planned, open);
  const body = open && known && { language: open.made.view.language, result: known };
  const decide = (meets: Meets): PageResultFor => {
    const reference = specs === undefined ? planned.reference : specs.reference(planned, meets);
    return renderDocuments(parts, { ...planned, reference }, { site, choices: seal.choices, body });
  };
  const exploration = Exploration.of(decide, {
    texts: [htmlOf, markdownOf],
    reserve: (results) => specs?.reserve(results) === true,
  });
  if (isMixed) return undefined;
  if (exploration.isPartial) reportPartial(parts, planned, exploration.questions);
  const { base, results } = exploration;
  const texts = exploration.map(({ rendered }) => rendered);
  return {
    planned,
    when,
    view: plan.views.view(path),
    rendered: base.rendered,
    html: exploration.text(htmlOf, seal.choices),
    markdown: markdownHead + exploration.text(markdownOf, seal.choices),
    effects: base.effects,
    write: (part) => texts.text(part, seal.choices),
    variants: results.flatMap(({ when: more, value: { rendered, effects } }) =>
      more === undefined ? [] : [{ when: more, rendered, effects }],
    ),
  };
}

function reportPartial({ log }: BuildParts, { page }: PlannedPage, questions: number): void {
  log.add({
    path: page.sourcePath,
    severity: 'warning',
    code: 'unsealed-page',
    message: `Readers in several groups see less of the page "${page.path}" than they are allowed to, because parts of it have ${countOf(questions, 'different list')} of groups (x-mint.groups) and depend on each other.`,
    fix: 'Use at most 4 different lists of groups in the parts that the page documents, or at most 8 if few pages have that many.',
  });
}

const htmlOf = ({ html }: PageResultFor): string => html;
const markdownOf = ({ markdown }: PageResultFor): string => markdown;

interface DocumentContext {
  readonly site: RenderSite;
  readonly choices: Choices;
  /** The result of rendering the page in a language. */
  readonly body: { readonly language: string; readonly result: PageResult } | undefined;
}

function renderDocuments(
  { plan, theme, settings }: BuildParts,
  planned: PlannedPage,
  { site, choices, body }: DocumentContext,
): PageResultFor {
  const { path } = planned.page;
  const apiSettings = apiSettingsOf(plan.config, settings.basePath);
  const byLanguage = new Map(body === undefined ? [] : [[body.language, body.result]]);
  const render = (language: string): PageResult => {
    const made = byLanguage.get(language) ?? renderPage({ ...planned, apiSettings, language }, site);
    byLanguage.set(language, made);
    return made;
  };
  const effects: PageEffects[] = [];
  const documents = plan.views.outcomes(path).map(({ when, value: view }) => {
    const page = withFrontmatter(render(view.language).page, planned);
    const document = theme.openDocument(site);
    const html = theme.theme.page(page, view, document.context);
    effects.push(document.effects());
    return { when, html, markdown: page.markdown };
  });
  const rendered = withFrontmatter(render(plan.views.view(path).language).page, planned);
  return {
    rendered,
    html: choices.outcomes(documents.map(({ when, html }) => ({ when, value: html }))),
    markdown: choices.outcomes(documents.map(({ when, markdown }) => ({ when, value: markdown }))),
    effects: [...byLanguage.values().map((made) => made.effects), ...effects],
  };
}

/** The page, and a separate page for each group of readers who see more. */
export function withVariants(page: SealedPage): readonly SealedPage[] {
  return [
    page,
    ...page.variants.flatMap((variant): SealedPage[] => {
      const when = allOf(page.when, variant.when);
      return when === undefined || when.length === 0 ? [] : [{ ...page, ...variant, when, variants: [] }];
    }),
  ];
}

function withFrontmatter(page: RenderedPage, { page: { frontmatter } }: PlannedPage): RenderedPage {
  return { ...page, frontmatter };
}

/** Returns a site that calls `note` for each file whose text a page shows. */
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
