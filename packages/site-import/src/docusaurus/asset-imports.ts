import type { PageReport } from '../site-plan.ts';
import { markFences, type SourceLine } from '../text/source-lines.ts';

const asset = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm|mov|mp3|wav|ogg|pdf|zip|csv|json|ya?ml|txt)$/i;

/** Maximum length of a line, because the expression takes more than linear time. */
const maxImportLength = 1000;

/** Images and other files that a page imports under a name: uses of the name are replaced with the file. */
export class AssetImports {
  readonly #page: PageReport;
  readonly #paths = new Map<string, { readonly path: string; readonly line: number }>();

  constructor(page: PageReport) {
    this.#page = page;
  }

  /** Whether the line is an import of a file. */
  take({ text, line }: SourceLine): boolean {
    if (text.length > maxImportLength) return false;
    const match =
      /^import\s+(\*\s*as\s+)?([A-Za-z_$][\w$]*)?\s*,?\s*(\{[^{}]*\})?\s*from\s+['"]([^'"]+)['"];?\s*$/.exec(text);
    const [, , name = '', named = '', path = ''] = match ?? [];
    // A loader may precede the path: `!!raw-loader!./x.txt`.
    if (match === null || path.includes('!') || !asset.test(path)) return false;
    // `{ ReactComponent as Logo }` also imports the image.
    for (const part of [name, ...named.replace(/[{}]/g, '').split(',')]) {
      const own = part.trim().split(/\s+/).at(-1) ?? '';
      if (own !== '') this.#paths.set(own, { path, line });
    }
    return true;
  }

  replace(lines: readonly SourceLine[]): readonly SourceLine[] {
    if (this.#paths.size === 0) return lines;
    const inFence = markFences(lines);
    const used = new Set<string>();
    const use = (name: string): string | undefined => {
      const found = this.#paths.get(name);
      if (found !== undefined) used.add(name);
      return found?.path;
    };
    const out = lines.map((line, index) => {
      if (inFence[index] === true || !/[{<]/.test(line.text)) return line;
      const text = line.text
        .replaceAll(/=\{\s*([A-Za-z_$][\w$]*)(?:\.(?:src|default))?\s*\}/g, (whole, name: string) => {
          const path = use(name);
          return path === undefined ? whole : `="${path}"`;
        })
        // An SVG can be used as a component.
        .replaceAll(
          /<([A-Z][\w$]*)((?:\s+[\w-]+=(?:"[^"]*"|\{[^{}]*\}))*)\s*\/>/g,
          (whole, name: string, props: string) => {
            const path = use(name);
            return path === undefined ? whole : `<img src="${path}"${/\salt=/.test(props) ? '' : ' alt=""'}${props} />`;
          },
        );
      return text === line.text ? line : { ...line, text };
    });
    const shown = new Set([...used].map((name) => this.#paths.get(name)?.path));
    for (const [name, { path, line }] of this.#paths)
      if (!shown.has(path)) this.#page.lose(line, `the file ${path} is imported as ${name}, which is not shown`);
    return out;
  }
}
