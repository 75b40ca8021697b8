import type { SiteSource } from '@docwright/site-builder';
import { addComparisons, comparePage, nothingCompared } from './compare-page.ts';
import { confinePlan } from './confine-plan.ts';
import { convertPage } from './convert-page.ts';
import { detectFormat, type DetectedFormat } from './detect-format.ts';
import type { ImportFormat } from './import-format.ts';
import { ImportRefused, type ImportedFile, type ImportedSite, type Loss } from './imported-site.ts';
import { planDocusaurus } from './docusaurus/plan-docusaurus.ts';
import { planGitbook } from './gitbook/plan-gitbook.ts';
import { planMkdocs } from './mkdocs/plan-mkdocs.ts';
import { planReadme } from './readme/plan-readme.ts';
import { createAddressBook } from './resolve-address.ts';
import type { PlanRequest, SitePlan } from './site-plan.ts';
import { writeConfig } from './write-config.ts';

export interface ImportRequest {
  /** The repository or the export; nothing in it is run. */
  readonly source: SiteSource;
  /** Default: detected from the files. */
  readonly format?: ImportFormat;
  /** The site's name if its configuration has none. */
  readonly name: string;
}

const planners: Readonly<Record<ImportFormat, (request: PlanRequest) => SitePlan>> = {
  docusaurus: planDocusaurus,
  mkdocs: planMkdocs,
  gitbook: planGitbook,
  readme: planReadme,
};

/** Maximum size of a page, which is read as a whole; people don't write such large pages. */
const maxTextBytes = 4 * 1024 * 1024;

/** Converts another tool's site to docs.json and MDX. Throws ImportRefused if the folder contains no such site. */
export function importSite({ source, format, name }: ImportRequest): ImportedSite {
  const detected = detectFormat(source, format);
  const losses: Loss[] = [];
  const readText = (path: string): string | undefined => {
    const bytes = source.read(path);
    if (bytes === undefined) return undefined;
    if (bytes.length <= maxTextBytes) return new TextDecoder().decode(bytes);
    losses.push({ path, message: `left out: it is larger than ${maxTextBytes / 1024 / 1024} MiB` });
    return undefined;
  };
  const plan = planSite(detected, { source, name, readText, losses });
  if (plan.pages.length === 0) throw toRefusal(detected, losses);
  const addresses = createAddressBook(plan, (path) => source.has(path));
  const files = new Map<string, ImportedFile>();
  let comparison = nothingCompared;
  for (const page of plan.pages) {
    const text = readText(page.source);
    if (text === undefined) continue;
    const converted = convertPage(page, text, plan, addresses);
    const compared = comparePage({
      path: page.source,
      oldText: text,
      newText: converted.text,
      losses: converted.losses,
    });
    comparison = addComparisons(comparison, compared.comparison);
    losses.push(...converted.losses, ...compared.losses);
    files.set(`${page.target}.mdx`, { path: `${page.target}.mdx`, text: converted.text });
  }
  const pages = [...files.keys()].filter((path) => !path.startsWith('snippets/')).length;
  for (const [path, text] of plan.extraFiles) files.set(path, { path, text });
  for (const copyOf of plan.copied) addCopy(files, copyOf, plan.assetTarget(copyOf));
  for (const [copyOf, path] of addresses.used) addCopy(files, copyOf, path);
  files.set('docs.json', { path: 'docs.json', text: writeConfig(plan, new Set(files.keys())) });
  return {
    format: detected.format,
    name: plan.name,
    pages,
    files: [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    comparison,
    losses: losses.toSorted((a, b) => a.path.localeCompare(b.path) || (a.line ?? 0) - (b.line ?? 0)),
  };
}

function planSite(
  { format, config, folder }: DetectedFormat,
  { losses, ...rest }: Pick<PlanRequest, 'source' | 'name' | 'readText'> & { readonly losses: Loss[] },
): SitePlan {
  const lose = (loss: Loss): void => void losses.push(loss);
  return confinePlan(planners[format]({ ...rest, folder, config, lose }), lose);
}

function toRefusal({ config, format }: DetectedFormat, losses: readonly Loss[]): ImportRefused {
  const reason = losses
    .map(({ path, message }) => `; ${path} was ${message}`)
    .find((text) => text.includes(' was left out: '));
  return new ImportRefused(
    `${config || 'the folder'} was read as a ${format} site, but no pages were found${reason ?? ''}`,
  );
}

function addCopy(files: Map<string, ImportedFile>, copyOf: string, path: string | undefined): void {
  if (path !== undefined && !files.has(path)) files.set(path, { path, copyOf });
}
