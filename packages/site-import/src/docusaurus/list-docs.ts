import type { PlannedPage, PlanRequest } from '../site-plan.ts';
import { asRecord, asText, parseYaml, splitFrontmatter } from '../text/split-frontmatter.ts';
import { baseName, folderOf, isPage, isUnder, joinPath, under, withoutExtension } from '../text/source-paths.ts';
import type { DocsInstance } from './read-docusaurus-config.ts';

/** A page of the docs plugin, as sidebars refer to it. */
export interface Doc extends PlannedPage {
  readonly id: string;
  /** Its folder, without the numbers before the names. */
  readonly dir: string;
  readonly sourceDir: string;
  readonly position?: number;
  readonly label?: string;
}

/** `01-intro` → `intro`; dates and versions such as `2024-01-02` and `1.2` aren't order numbers. */
const withoutNumber = (part: string): string =>
  /^\d+[-_.]\d/.test(part) ? part : part.replace(/^\d+\s*[-_.]+\s*(?=[^-_.\s])/, '');
const numberOf = (part: string): number | undefined => {
  const found = /^(\d+)\s*[-_.]+\s*[^-_.\s\d]/.exec(part)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** Lists an instance's pages, without drafts and without partials (files whose names begin with `_`). */
export function listDocs({ source, readText, lose }: PlanRequest, { folder, route }: DocsInstance): Doc[] {
  const paths = source.paths.filter(
    (path) => isUnder(folder, path) && isPage(path) && !isPartial(path.slice(folder.length)),
  );
  return paths.flatMap((path): Doc[] => {
    const { data } = splitFrontmatter(readText(path) ?? '');
    if (data['draft'] === true) {
      lose({ path, message: 'a draft is left out' });
      return [];
    }
    const inner = folder === '' ? path : path.slice(folder.length + 1);
    const sourceDir = folderOf(inner);
    const dir = sourceDir.split('/').map(withoutNumber).join('/');
    const file = withoutExtension(baseName(inner));
    const name = asText(data['id']) ?? withoutNumber(file);
    const position = typeof data['sidebar_position'] === 'number' ? data['sidebar_position'] : numberOf(file);
    const label = asText(data['sidebar_label']);
    return [
      {
        source: path,
        target: toTarget({ route, dir, name, file, slug: asText(data['slug']) }),
        id: under(dir, name),
        dir,
        sourceDir,
        ...(position !== undefined && { position }),
        ...(label !== undefined && { label }),
      },
    ];
  });
}

export const isPartial = (path: string): boolean => /(?:^|\/)_/.test(path);

interface AddressParts {
  readonly route: string;
  readonly dir: string;
  readonly name: string;
  readonly file: string;
  readonly slug: string | undefined;
}

function toTarget({ route, dir, name, file, slug }: AddressParts): string {
  if (slug !== undefined) {
    const path = joinPath(slug.startsWith('/') ? route : under(route, dir), slug) ?? name;
    return path === '' || path === route ? under(route, 'index') : path;
  }
  const isIndex = /^(?:index|readme)$/i.test(file) || file.toLowerCase() === baseName(dir).toLowerCase();
  return under(under(route, dir), isIndex ? 'index' : name);
}

export interface CategoryNote {
  readonly label?: string;
  readonly position?: number;
  readonly collapsed?: boolean;
  readonly link?: unknown;
}

/** Reads `_category_.json` or `_category_.yml` of a folder, or the number before its name. */
export function readCategory({ readText }: Pick<PlanRequest, 'readText'>, folder: string): CategoryNote {
  const text = ['_category_.json', '_category_.yml', '_category_.yaml']
    .map((name) => readText(under(folder, name)))
    .find((one) => one !== undefined);
  const data = asRecord(parseYaml(text ?? '').data);
  const label = asText(data['label']);
  const position = typeof data['position'] === 'number' ? data['position'] : numberOf(baseName(folder));
  return {
    ...(label !== undefined && { label }),
    ...(position !== undefined && { position }),
    ...(typeof data['collapsed'] === 'boolean' && { collapsed: data['collapsed'] }),
    ...(data['link'] !== undefined && { link: data['link'] }),
  };
}

export const categoryName = (folder: string): string => withoutNumber(baseName(folder));
