import { builtInComponents, repairPage } from '@docwright/site-builder';
import { stringify } from 'yaml';
import type { AddressBook } from './resolve-address.ts';
import type { PlannedPage, SitePlan } from './site-plan.ts';
import type { Loss } from './imported-site.ts';
import { joinLines, markFences, toLines, type SourceLine, type TrackedText } from './text/source-lines.ts';
import { asList, asRecord, asText, splitFrontmatter } from './text/split-frontmatter.ts';
import { baseName, toTitle, withoutExtension } from './text/source-paths.ts';
import { convertJsx } from './text/convert-jsx.ts';
import { rewriteLinks } from './text/rewrite-links.ts';
import { toMdx } from './text/to-mdx.ts';

export interface ConvertedPage {
  readonly text: string;
  readonly losses: readonly Loss[];
}

/** Converts a page of the old site to MDX that the builder can read without errors. */
export function convertPage(page: PlannedPage, file: string, plan: SitePlan, addresses: AddressBook): ConvertedPage {
  const losses: Loss[] = [];
  const lose = (line: number | undefined, message: string): void => {
    losses.push({ path: page.source, ...(line !== undefined && { line }), message });
  };
  const { data, body, bodyLine, fault } = splitFrontmatter(file);
  if (fault !== undefined) lose(1, `the frontmatter is not valid YAML: ${fault}`);
  const { lines, heading } = takeHeading(toLines(body, bodyLine), asText(data['title']));
  const blocks = plan.syntax.convertBlocks(lines, { source: page.source, lose });
  const reading = {
    rules: plan.syntax.tags,
    isKnown: (name: string) => builtInComponents.has(name),
    address: (value: string) => addresses.resolve(value, page),
    lose,
  };
  const tracked = joinLines(blocks);
  const mdx = plan.syntax.kind === 'markdown' ? toMdx(tracked, reading) : convertJsx(tracked, reading);
  // Links inside HTML can be found only in text that is already MDX.
  const { text } = rewriteLinks(repair(mdx, lose), reading);
  const title =
    asText(data['title']) ??
    heading ??
    page.title ??
    page.sidebarTitle ??
    toTitle(withoutExtension(baseName(page.source)));
  return { text: writePage(toFrontmatter(data, { ...page, title }), text), losses };
}

/** Separates the first line from the text if it is the page's title, which pages show from the frontmatter. */
function takeHeading(
  lines: readonly SourceLine[],
  title: string | undefined,
): { readonly lines: readonly SourceLine[]; readonly heading?: string } {
  const inFence = markFences(lines);
  const at = lines.findIndex(({ text }, index) => inFence[index] !== true && /^#\s+\S/.test(text));
  const isFirst = lines.slice(0, Math.max(at, 0)).every(({ text }) => /^\s*(?:$|import\s|<!--.*-->\s*$)/.test(text));
  const first = lines[at];
  if (first === undefined || !isFirst) return { lines };
  const heading = toPlainText(first.text);
  if (title !== undefined && title !== heading) return { lines };
  return { lines: lines.filter((_, index) => index !== at), heading };
}

/** `# The \`x\` [option](y) {#id}` → `The x option` */
function toPlainText(heading: string): string {
  return heading
    .replace(/^#\s+/, '')
    .replace(/(?<!\s)\s*\{[#:.][^{}]{0,1000}\}\s*$/, '')
    .replace(/(?<!\s)\s+#+\s*$/, '')
    .replaceAll(/!?\[([^\]]{0,1000})\]\([^)]{0,1000}\)/g, '$1')
    .replaceAll(/<[^<>]{0,1000}>|[*`]|(?<!\w)_|_(?!\w)/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}

function repair(source: TrackedText, lose: (line: number | undefined, message: string) => void): TrackedText {
  const { text, faults } = repairPage(source.text);
  for (const { line, message } of faults)
    lose(source.lineOf[line - 1], `shown as text, because it is not valid MDX: ${message}`);
  return { ...source, text };
}

/** Converts the keys of the four formats that are supported here; the others are settings of the old theme. */
function toFrontmatter(
  data: Readonly<Record<string, unknown>>,
  page: PlannedPage & { readonly title: string },
): Record<string, unknown> {
  const metadata = asRecord(data['metadata']);
  const link = asRecord(data['link']);
  const keywords = asList(data['keywords'] ?? metadata['keywords']).filter((word) => typeof word === 'string');
  const label = asText(data['sidebar_label']) ?? page.sidebarTitle;
  const image = asText(data['image']) ?? asText(metadata['image']);
  const url = asText(link['url']);
  return {
    title: page.title,
    description: asText(data['description']) ?? asText(data['excerpt']) ?? asText(metadata['description']),
    sidebarTitle: label === page.title ? undefined : label,
    icon: asIcon(data['icon']),
    keywords: keywords.length === 0 ? undefined : keywords,
    hidden: data['hidden'] === true || data['unlisted'] === true ? true : undefined,
    deprecated: data['deprecated'] === true ? true : undefined,
    tag: data['status'] === 'new' ? 'New' : undefined,
    'og:title': asText(metadata['title']),
    'og:image': image !== undefined && /^https?:\/\//.test(image) ? image : undefined,
    openapi: page.openapi,
    url: url !== undefined && /^https?:\/\//.test(url) ? url : undefined,
  };
}

/** Returns an icon name if it may exist here. Names in Material and emoji sets have a different form. */
const asIcon = (value: unknown): string | undefined => {
  const name = asText(value);
  return name !== undefined && /^[a-z][a-z\d-]*$/.test(name) ? name : undefined;
};

export function writePage(frontmatter: Readonly<Record<string, unknown>>, text: string): string {
  const defined = Object.fromEntries(Object.entries(frontmatter).filter(([, value]) => value !== undefined));
  const body = text
    .replace(/^\s*\n/, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd();
  return `---\n${stringify(defined, { lineWidth: 0 })}---\n\n${body}${body === '' ? '' : '\n'}`;
}
