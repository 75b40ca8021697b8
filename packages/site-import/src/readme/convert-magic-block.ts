import { calloutName, openTag } from '../text/components.ts';
import { asList, asRecord, asText } from '../text/split-frontmatter.ts';

/** Converts a block of ReadMe's pre-2023 editor from its JSON. Returns `undefined` for a kind without a counterpart. */
export function convertMagicBlock(
  kind: string,
  value: Readonly<Record<string, unknown>>,
  lose: (message: string) => void,
): string | undefined {
  if (kind === 'code') return writeCodes(asList(value['codes']).map(asRecord));
  if (kind === 'callout') return writeCallout(value);
  if (kind === 'image') return asList(value['images']).map(asRecord).map(writeImage).join('\n\n');
  if (kind === 'parameters') return writeTable(value);
  if (kind === 'api-header') return `## ${asText(value['title']) ?? ''}`;
  if (kind === 'html') return asText(value['html']);
  if (kind === 'embed') return writeEmbed(value, lose);
  return undefined;
}

function writeCodes(codes: readonly Readonly<Record<string, unknown>>[]): string {
  const fences = codes.map((code) => {
    const text = typeof code['code'] === 'string' ? code['code'] : '';
    const marker = '`'.repeat(Math.max(3, (/`{3,}/.exec(text)?.[0].length ?? 0) + 1));
    const name = asText(code['name']);
    return `${marker}${asText(code['language']) ?? 'text'}${name === undefined ? '' : ` title="${name.replaceAll('"', "'")}"`}\n${text}\n${marker}`;
  });
  return fences.length < 2 ? fences.join('') : `<CodeGroup>\n\n${fences.join('\n\n')}\n\n</CodeGroup>`;
}

function writeCallout(value: Readonly<Record<string, unknown>>): string {
  const name = calloutName(asText(value['type']) ?? 'info');
  const title = asText(value['title']);
  return `${openTag(name, { title })}\n\n${asText(value['body']) ?? ''}\n\n</${name}>`;
}

function writeImage(image: Readonly<Record<string, unknown>>): string {
  const [src, name] = asList(image['image']).map(asText);
  const caption = asText(image['caption']);
  if (src === undefined) return '';
  const picture = `![${(caption ?? name ?? '').replaceAll(/[[\]]/g, '')}](<${src}>)`;
  return caption === undefined ? picture : `${openTag('Frame', { caption })}\n\n${picture}\n\n</Frame>`;
}

function writeTable(value: Readonly<Record<string, unknown>>): string {
  const cells = asRecord(value['data']);
  const columns = Math.min(Number(value['cols']) || 0, 50);
  const rows = Math.min(Number(value['rows']) || 0, 2000);
  const row = (key: string): string =>
    `| ${Array.from({ length: columns }, (_, column) => cell(cells[`${key}-${column}`])).join(' | ')} |`;
  const body = Array.from({ length: rows }, (_, index) => row(String(index)));
  return [row('h'), `|${' --- |'.repeat(columns)}`, ...body].join('\n');
}

const cell = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('|', '\\|').replaceAll(/(?<!\s)\s*\n\s*/g, ' ') : '';

function writeEmbed(value: Readonly<Record<string, unknown>>, lose: (message: string) => void): string {
  const url = asText(value['url']) ?? '';
  lose(`the embedded ${url} is now a link`);
  return `[${(asText(value['title']) ?? url).replaceAll(/[[\]]/g, '')}](<${url}>)`;
}
