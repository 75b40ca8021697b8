import { readFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '../../../packages/site-builder/src/index.ts';
import type { PageFault } from './find-page-faults.ts';

/** Decides which faults aren't silent, because an issue reports them or the author wrote the text literally. */
export class OwnText {
  readonly #folder: string;
  readonly #issues: readonly Issue[];
  #specs: string | undefined;

  constructor(folder: string, issues: readonly Issue[]) {
    this.#folder = folder;
    this.#issues = issues.filter(({ code }) => /^(?:undefined-name|expression-error|mdx-syntax)$/.test(code));
  }

  has({ kind, matched = '' }: PageFault, page: string): boolean {
    const path = page.replace(/\.html$/, '');
    const file = [`${path}.mdx`, `${path}.md`].find((name) => existsSync(join(this.#folder, name)));
    const source = file === undefined ? '' : readFileSync(join(this.#folder, file), 'utf8');
    if (this.#isReported(kind, matched, file)) return true;
    if (matched === '') return false;
    if (source !== '' && isWrittenAsText(kind, matched, source)) return true;
    return /^openapi:|^asyncapi:/m.test(source) || source === '' ? this.#isInSpec(matched) : false;
  }

  /** Whether an issue reports the text. The issues of snippets apply to every page. */
  #isReported(kind: string, matched: string, file: string | undefined): boolean {
    const own = this.#issues.filter(({ path }) => path === file || /snippets\//.test(path));
    if (kind === 'raw-directive') return own.some(({ message }) => message.includes('directive'));
    const name = matched.replace(/[{}\s]/g, '');
    return name !== '' && own.some(({ message }) => message.replace(/\s/g, '').includes(`{${name}}`));
  }

  #isInSpec(matched: string): boolean {
    this.#specs ??= readSpecs(this.#folder);
    return this.#specs.includes(matched) || this.#specs.includes(JSON.stringify(matched).slice(1, -1));
  }
}

/**
 * Whether the text is escaped, is in the frontmatter, a property, a string or an address, or is the value `undefined`
 * in a table of defaults.
 */
function isWrittenAsText(kind: string, matched: string, source: string): boolean {
  if (kind === 'object-text') return source.replace(/^```[^]*?^```/gm, '').includes(`| ${matched.trim()} |`);
  const frontmatter = /^---\r?\n[^]*?\n---/.exec(source)?.[0] ?? '';
  if (frontmatter.includes(matched)) return true;
  const text = escapeRegExp(matched).replaceAll(/\\[{}<>]/g, (character) => `\\\\?${character}`);
  const name = matched.replace(/[{}]/g, '');
  return (
    new RegExp(`=(?:"[^"\\n]*${text}|'[^'\\n]*${text}|\\{\\s*["'\`][^\\n]*${text})`).test(source) ||
    new RegExp(`\\{\\s*["'\`][^"'\`]*${text}`).test(source) ||
    // An address in the text becomes a link unchanged.
    new RegExp(`https?://[^\\s<>]*${text}`).test(source) ||
    // Other characters in the braces may also be escaped: `\{block\_id}`.
    (matched.startsWith('{') && source.replaceAll(/\\(?=[_*-])/g, '').includes(`\\{${name}`)) ||
    (matched.startsWith('<') && source.includes(`\\${matched}`))
  );
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\<>]/g, String.raw`\$&`);

function readSpecs(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:json|ya?ml)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .filter((text) => /["']?(?:openapi|asyncapi)["']?\s*:/.test(text))
    .join('\n');
}
