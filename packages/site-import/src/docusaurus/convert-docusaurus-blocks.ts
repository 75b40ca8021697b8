import type { PageReport } from '../site-plan.ts';
import { calloutName, openTag } from '../text/components.ts';
import { indentOf, markFences, type SourceLine } from '../text/source-lines.ts';
import { AssetImports } from './asset-imports.ts';
import { replaceSpans } from '../text/find-marks.ts';
import { convertDetails } from '../text/convert-details.ts';
import { convertDocusaurusComponents } from './convert-docusaurus-components.ts';
import { convertDocusaurusTabs } from './convert-docusaurus-tabs.ts';
import { convertDocusaurusCode } from './convert-docusaurus-code.ts';

export interface DocusaurusPage extends PageReport {
  /** Returns the address of an imported partial, by the path in the import. */
  snippetOf(path: string): string | undefined;
  /** Reads the text of a file that an import refers to. */
  readImport(path: string): string | undefined;
}

const admonition = /^(\s*):{3,}\s*([a-zA-Z][\w-]*)\s*(?:\[((?:[^[\]]|\[[^\]]*\])*)\]|\s(.*?))?(?:\{[^{}%]*\})?$/;
const knownKinds = /^(?:note|tip|info|warning|danger|caution|important|secondary|success)$/;

/** Converts admonitions, comments, imports and code fences of Docusaurus, whose pages are otherwise MDX. */
export function convertDocusaurusBlocks(lines: readonly SourceLine[], page: DocusaurusPage): readonly SourceLine[] {
  const imports = new AssetImports(page);
  const raw = new Map<string, string>();
  const inFence = markFences(lines);
  const out: SourceLine[] = [];
  const open: string[] = [];
  const alone = (line: SourceLine, text: string): void => {
    const blanks = ' '.repeat(indentOf(line.text));
    out.push({ text: '', line: line.line }, { text: blanks + text, line: line.line }, { text: '', line: line.line });
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    if (inFence[at] === true) {
      const end = fenceEnd(inFence, lines, at);
      out.push(...convertDocusaurusCode(lines.slice(at, end), page));
      at = end - 1;
      continue;
    }
    const start = admonition.exec(line.text.trimEnd());
    if (start?.[2] !== undefined && knownKinds.test(start[2].toLowerCase())) {
      const title = plainTitle(start[3] ?? start[4] ?? titleAttribute(line.text));
      const name = calloutName(start[2]);
      open.push(name);
      alone(line, openTag(name, { title: title === '' ? undefined : title }));
    } else if (open.length > 0 && /^\s*:{3,}\s*$/.test(line.text)) {
      alone(line, `</${open.pop() ?? 'Note'}>`);
    } else {
      const isImport = imports.take(line) || takeRaw(line, raw, page);
      const written = isImport ? undefined : convertLine(withCallouts(line, open), page);
      if (written !== undefined) out.push({ ...line, text: written });
    }
  }
  const plain = imports.replace(convertDocusaurusComponents(out, raw));
  return convertDocusaurusTabs(convertDetails(plain), page);
}

/** Returns the title of `:::tip{title="x"}`, or `''`. */
const titleAttribute = (text: string): string => /\{[^{}]*\btitle=["']([^"']*)["'][^{}]*\}\s*$/.exec(text)?.[1] ?? '';

/** Reads `import Code from '!!raw-loader!./code.js'`: the text of a file, which `<CodeBlock>` shows. */
function takeRaw({ text }: SourceLine, raw: Map<string, string>, page: DocusaurusPage): boolean {
  if (!text.startsWith('import ') || text.length > 1000) return false;
  const match = /^import\s+([A-Za-z_$][\w$]*)\s+from\s+['"](?:!!raw-loader!([^'"]+)|([^'"]+)\?raw)['"];?\s*$/.exec(
    text,
  );
  const [, name = '', loaded, queried] = match ?? [];
  const content = match === null ? undefined : page.readImport(loaded ?? queried ?? '');
  if (content === undefined) return false;
  raw.set(name, content);
  return true;
}

/** Converts `<Admonition type="tip" title="…">`, an admonition written as a component. */
function withCallouts(line: SourceLine, open: string[]): SourceLine {
  if (!line.text.includes('Admonition')) return line;
  const text = line.text.replaceAll(
    /<(\/?)Admonition\b((?:"[^"]*"|'[^']*'|\{[^{}]*\}|[^<>"'{}])*)>/g,
    (_, slash: string, props: string) => {
      if (slash !== '') return `</${open.pop() ?? 'Note'}>`;
      const propOf = (name: string): string =>
        new RegExp(`\\s${name}=(?:\\{\\s*)?["'\`]([^"'\`]*)["'\`]`).exec(props)?.[1] ?? '';
      const title = plainTitle(propOf('title'));
      const name = calloutName(propOf('type') || 'note');
      if (!props.endsWith('/')) open.push(name);
      return openTag(name, { title: title === '' ? undefined : title }).replace(
        />$/,
        props.endsWith('/') ? ' />' : '>',
      );
    },
  );
  return { ...line, text };
}

/** `The [name](link) of \`x\`` → `The name of x`: a title is text. */
function plainTitle(title: string): string {
  return title
    .replaceAll(/!?\[([^\]]{0,1000})\]\([^)]{0,1000}\)/g, '$1')
    .replaceAll(/<\/?[a-zA-Z][^<>]{0,1000}>|[*`]|(?<!\w)_|_(?!\w)/g, '')
    .trim();
}

/** Returns the line after a code fence; adjacent fences are separate. */
function fenceEnd(inFence: readonly boolean[], lines: readonly SourceLine[], at: number): number {
  const marker = /(`{3,}|~{3,})/.exec(lines[at]?.text ?? '')?.[1] ?? '```';
  for (let next = at + 1; inFence[next] === true; next++) {
    const closing = /^[\s>]*(`{3,}|~{3,})\s*$/.exec(lines[next]?.text ?? '')?.[1];
    if (closing?.startsWith(marker) === true) return next + 1;
  }
  return inFence.indexOf(false, at) === -1 ? lines.length : inFence.indexOf(false, at);
}

function convertLine({ text, line }: SourceLine, page: DocusaurusPage): string | undefined {
  if (/^\s*<!--\s*truncate\s*-->\s*$/.test(text)) return undefined;
  const imported = /^import\s(.{1,1000}?)\sfrom\s+['"]([^'"]+)['"];?\s*$/.exec(text);
  if (imported !== null || /^import\s+['"]/.test(text))
    return convertImport(imported?.[1]?.trim() ?? '', imported?.[2] ?? '', { text, line }, page);
  if (/^\s*#{1,6}\s/.test(text)) return text.replace(/\{\/\*\s*(#[\w-]+)\s*\*\/\}\s*$/, '{$1}');
  if (!text.includes('<!--') && !text.includes('{@')) return text;
  return replaceSpans(
    text,
    /<!--/g,
    () => /-->/g,
    (_, comment) => `{/*${comment.replaceAll('*/', '* /')}*/}`,
  );
}

/**
 * Converts an import. Theme components are built in here, and partials become snippets. Other components and their data
 * can't be run.
 */
function convertImport(names: string, path: string, { line }: SourceLine, page: DocusaurusPage): string | undefined {
  if (/^@(?:theme|docusaurus)\//.test(path)) return undefined;
  const snippet = /\.mdx?$/.test(path) ? page.snippetOf(path) : undefined;
  if (snippet !== undefined) return `import ${names} from '${snippet}';`;
  if (!/^(?:react|clsx)$/.test(path)) page.lose(line, `the import of ${path || 'a module'} is left out`);
  return undefined;
}
