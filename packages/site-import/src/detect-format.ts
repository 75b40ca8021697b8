import type { SiteSource } from '@docwright/site-builder';
import type { ImportFormat } from './import-format.ts';
import { ImportRefused } from './imported-site.ts';
import { baseName, folderOf } from './text/source-paths.ts';

export interface DetectedFormat {
  readonly format: ImportFormat;
  /** Path of the file that identified it; `''` if the format has none. */
  readonly config: string;
  readonly folder: string;
}

const signs: Readonly<Record<ImportFormat, RegExp>> = {
  docusaurus: /^docusaurus\.config\.[cm]?[jt]s$/,
  mkdocs: /^mkdocs\.ya?ml$/,
  gitbook: /^(?:\.gitbook\.ya?ml|SUMMARY\.md)$/i,
  readme: /^_order\.ya?ml$/,
};
const maxDepth = 3;

/**
 * Detects the tool that created a folder's site, by the configuration nearest to its root. Throws ImportRefused if none
 * exists.
 */
export function detectFormat(source: SiteSource, asked?: ImportFormat): DetectedFormat {
  const formats = asked === undefined ? (Object.keys(signs) as ImportFormat[]) : [asked];
  const paths = source.paths
    .filter((path) => path.split('/').length <= maxDepth)
    .toSorted((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  for (const format of formats) {
    const config = paths.find((path) => signs[format].test(baseName(path)));
    if (config === undefined) continue;
    if (format === 'readme') return { format, config: '', folder: readmeRoot(config) };
    return { format, config, folder: folderOf(config) };
  }
  if (asked === 'readme') return { format: asked, config: '', folder: '' };
  const wanted =
    asked === undefined
      ? 'docusaurus.config.js, mkdocs.yml, .gitbook.yaml, SUMMARY.md or _order.yaml'
      : 'configuration';
  throw new ImportRefused(
    asked === undefined
      ? `no site was found: no ${wanted} in the folder or up to two levels below it`
      : `no ${asked} site was found: no ${wanted} in the folder or up to two levels below it`,
  );
}

/** `docs/Getting started/_order.yaml` → the folder that contains `docs`. */
function readmeRoot(config: string): string {
  const parts = config.split('/');
  const at = parts.findIndex((part) => part === 'docs' || part === 'reference');
  return at === -1 ? '' : parts.slice(0, at).join('/');
}
