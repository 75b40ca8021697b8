import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';

/** The parts of a page that a search uses, in lower case except the title. */
export interface PageCard {
  /** The title as written, or the path of a page without a title. */
  readonly title: string;
  /** Path, title and description. */
  readonly head: string;
  readonly headings: string;
  readonly body: string;
  /** Offset of the text after the frontmatter. */
  readonly bodyStart: number;
}

export function describePage(path: string, text: string): PageCard {
  const { yaml, body } = splitFrontmatter(text);
  const title = unquote(/^title:(.*)$/m.exec(yaml)?.[1]?.trim() ?? path);
  const description = /^description:(.*)$/m.exec(yaml)?.[1]?.trim() ?? '';
  return {
    title,
    head: `${path.replace(/[/_-]/g, ' ')} ${title} ${description}`.toLowerCase(),
    headings: (body.match(/^#{1,6} .*$/gm) ?? []).join('\n').toLowerCase(),
    body: body.toLowerCase(),
    bodyStart: text.length - body.length,
  };
}

const unquote = (value: string): string => value.replace(/^["']|["']$/g, '');
