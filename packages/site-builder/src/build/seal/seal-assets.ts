import type { Condition } from '@docwright/site-access/rules';
import { createSiteIslands } from '../create-render-site.ts';
import type { AddOn } from '../create-site-theme.ts';
import type { BuildParts } from '../prepare-build.ts';
import { isLfsPointer } from '../../source/lfs-pointer.ts';
import { withVariants, type SealedPage } from './make-sealed-page.ts';
import type { SealedFiles } from './sealed-files.ts';

export interface SealAssetsRequest {
  readonly parts: BuildParts;
  readonly pages: readonly SealedPage[];
  readonly files: SealedFiles;
}

/** Seals the files that only restricted pages or navigation nodes use, for the readers of those pages and nodes. */
export async function sealAssets({ parts, pages, files }: SealAssetsRequest): Promise<void> {
  const { theme, state, settings } = parts;
  for (const { when, file } of theme.restricted) files.add(file.path, when, file.bytes);
  const isIcon = addNavIcons(parts, files);
  const modules = new Map<Condition, SealedPage[]>();
  for (const page of pages.flatMap(withVariants)) {
    const { when, rendered, effects } = page;
    if (when === undefined) continue;
    const needs = addOnsOf(rendered.needs);
    for (const { path, bytes } of theme.addOnFiles(needs)) files.add(path, when, bytes);
    for (const path of effects.flatMap(({ shownFiles }) => shownFiles)) {
      const target = state.assets.keepHashed(path);
      if (target !== undefined) addFile(parts, files, { path, target, when });
    }
    const linked = effects.flatMap(({ linkedFiles }) => linkedFiles);
    for (const path of [...linked, ...namedFiles(parts, page).filter((one) => !isIcon(one))])
      addFile(parts, files, { path, target: path, when });
    if (effects.some(({ islands }) => islands.length > 0)) modules.set(when, [...(modules.get(when) ?? []), page]);
    await addSocialImage(parts, files, page);
  }
  if (settings.javaScript === 'off') return;
  for (const [when, own] of modules) {
    const islands = createSiteIslands(parts.islandParts);
    for (const { effects } of own) for (const module of effects.flatMap((one) => one.islands)) islands.use(module);
    for (const { path, bytes } of islands.files()) files.add(path, when, bytes);
  }
}

/**
 * Seals images of the navigation, each for the readers of any node that has it. Returns a function that checks
 * whether a path is such an image.
 */
function addNavIcons(parts: BuildParts, files: SealedFiles): (path: string) => boolean {
  const { plan, state } = parts;
  const shown = new Map(state.assets.hashedFiles());
  const added = new Set<string>();
  for (const [name, when] of plan.seal?.icons ?? []) {
    const path = name.replace(/^\.?\/+/, '');
    const target = shown.get(path);
    if (target === undefined) continue;
    added.add(path);
    if (when !== undefined) addFile(parts, files, { path, target, when });
  }
  return (path) => added.has(path);
}

function addOnsOf(needs: ReadonlySet<string>): Set<AddOn> {
  const all: readonly AddOn[] = ['katex', 'mermaid', 'playground'];
  return new Set(all.filter((name) => needs.has(name)));
}

/** Files of the site that the frontmatter refers to. */
function namedFiles({ plan }: BuildParts, { planned }: SealedPage): string[] {
  const known = new Set(plan.staticFiles.all);
  const named: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const path = value.replace(/^\.?\/+/, '').replace(/[?#].*$/, '');
      if (known.has(path)) named.push(path);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(planned.page.frontmatter);
  return named;
}

interface FileTarget {
  readonly path: string;
  readonly target: string;
  readonly when: Condition;
}

function addFile({ plan, source, settings }: BuildParts, files: SealedFiles, { path, target, when }: FileTarget): void {
  // The part that a reader sees depends on more than the page.
  if (plan.seal?.specs?.mayDiffer(path) === true) return;
  const bytes = source.read(path);
  if (bytes === undefined || isLfsPointer(bytes) || bytes.byteLength > settings.limits.assetBytes) return;
  files.add(target, when, bytes);
}

async function addSocialImage({ social }: BuildParts, files: SealedFiles, page: SealedPage): Promise<void> {
  const { rendered, view, when } = page;
  const path = social?.pathFor(rendered, view);
  if (social === undefined || path === undefined || files.extend(path, when)) return;
  const { bytes } = await social.draw(rendered, view);
  files.add(path, when, bytes);
}
