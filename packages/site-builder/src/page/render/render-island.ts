import { isValueObject, JsxElement, Opaque, type Closure, type Value } from '@docwright/expressions';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute } from '../../markup/escape-html.ts';
import type { PageContext, ElementParts, RenderEnv } from './page-context.ts';
import { RecordedPage } from './record-answers.ts';

const maxPropsChars = 100_000;

/**
 * A component that an author wrote: as it is first shown, and where it has state or handlers, with what the browser needs to
 * bring it to life. A component inside of an island is rendered by that one.
 */
export function renderIsland(
  target: Closure,
  element: ElementParts,
  { env, first }: { readonly env: RenderEnv; readonly first: () => Html },
): Html {
  const { page } = env;
  const { position, output } = page;
  const origin = position.origins.get(target);
  if (origin === undefined || position.island !== undefined) return first();
  const { islands, basePath } = page.input.site;
  if (islands === undefined || !islands.isLive(origin.module, origin.name)) return first();
  const island = new RecordedPage(page);
  position.island = island;
  try {
    const html = first();
    keepPaths(islands.pathsIn(origin.module), island, page);
    const props = JSON.stringify(toPlainProps(element, env));
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
 * Keeps where the paths lead that only a later state of the component shows. Nothing is reported: a text that looks like a path
 * may be something else.
 */
function keepPaths(paths: readonly string[], island: RecordedPage, { input: { site, page } }: PageContext): void {
  for (const path of paths) {
    const target = site.links.find(path, page.path);
    if (target.kind === 'file' && site.assets.addressOf(target.path) !== undefined) island.asset(path);
    const isPage = target.kind === 'page' && target.match === 'exact' && target.anchor === '';
    if (isPage || target.kind === 'redirect') island.href(path);
  }
}

function toPlainProps({ props, children }: ElementParts, env: RenderEnv): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props))
    if (name !== 'key' && name !== 'ref') plain[name] = toPlain(value, env);
  const html = children.html();
  if (html !== '' && plain['children'] === undefined) plain['children'] = { $html: html };
  return plain;
}

function toPlain(value: Value, env: RenderEnv): unknown {
  env.page.position.countNode();
  if (value instanceof JsxElement || value instanceof Opaque) return { $html: env.page.input.render.value(value, env) };
  if (Array.isArray(value)) return value.map((item) => toPlain(item, env));
  if (isValueObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlain(item, env)]));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
    ? value
    : undefined;
}
