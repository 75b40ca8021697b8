import type { Closure } from '@docwright/expressions';
import type { IslandModule } from '../islands/island-store.ts';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute } from '../../markup/escape-html.ts';
import { toPlainProps } from './island-props.ts';
import type { PageContext } from './page-context.ts';
import type { ElementParts, RenderEnv } from './render-env.ts';
import { RecordedPage } from './record-answers.ts';

const maxPropsChars = 100_000;

export interface IslandRequest {
  readonly env: RenderEnv;
  /** Renders the component's first state. */
  readonly first: () => Html;
  /** Whether rendering inspected the children. */
  readonly isInspected: () => boolean;
}

/**
 * Renders a component that an author wrote, in its initial state. If it has state or handlers, the result includes the
 * data that the browser needs to make it interactive. A component inside an island is rendered by the island.
 */
export function renderIsland(target: Closure, element: ElementParts, { env, first, isInspected }: IslandRequest): Html {
  const { page } = env;
  const { position } = page;
  const origin = position.origins.get(target);
  if (origin === undefined || position.island !== undefined) return first();
  const { islands } = page.site;
  if (islands === undefined || !islands.isLive(origin.module, origin.name)) return first();
  return writeIsland(origin, { page, first, props: () => toPlainProps(element, isInspected(), env) });
}

/** The component that a browser runs: an export of a module. */
export interface IslandOrigin {
  readonly module: IslandModule;
  readonly name: string;
}

/** Writes an island. `first` renders the first state; the props are read afterwards. */
export function writeIsland(
  origin: IslandOrigin,
  {
    page,
    first,
    props: readProps,
  }: { readonly page: PageContext; readonly first: () => Html; readonly props: () => object },
): Html {
  const { position, output } = page;
  const { islands, basePath } = page.site;
  if (islands === undefined) return first();
  const island = new RecordedPage(page);
  position.island = island;
  try {
    const html = first();
    keepPaths(islands.pathsIn(origin.module), island, page);
    const props = JSON.stringify(readProps());
    if (props.length > maxPropsChars) return html;
    output.needs.add('islands');
    const answers = island.answers();
    const known = answers === undefined ? '' : ` data-answers="${escapeAttribute(JSON.stringify(answers))}"`;
    output.useIsland(origin.module);
    const address = `${basePath}/${islands.pathOf(origin.module)}`;
    return `<dw-island style="display:contents" data-module="${escapeAttribute(address)}" data-component="${escapeAttribute(origin.name)}" data-props="${escapeAttribute(props)}"${known}>${html}</dw-island>`;
  } finally {
    position.island = undefined;
  }
}

/**
 * Records the targets of paths that only a later state of the component shows. Reports no issues, because text that
 * looks like a path may be something else.
 */
function keepPaths(paths: readonly string[], island: RecordedPage, { site, page }: PageContext): void {
  for (const path of paths) {
    const target = site.links.find(path, page.path);
    if (target.kind === 'file' && site.assets.addressOf(target.path) !== undefined) island.asset(path);
    const isPage = target.kind === 'page' && target.match === 'exact' && target.anchor === '';
    if (isPage || target.kind === 'redirect') island.href(path);
  }
}
