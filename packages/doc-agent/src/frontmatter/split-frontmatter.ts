export interface FrontmatterParts {
  readonly exists: boolean;
  /** A byte-order mark, or nothing. */
  readonly bom: string;
  /** The text between the two lines of dashes. */
  readonly yaml: string;
  /** Offset of `yaml` in the file. */
  readonly start: number;
  /** Everything after the closing line. */
  readonly body: string;
}

/** Splits a page's file. A page without a closing line has no frontmatter. */
export function splitFrontmatter(text: string): FrontmatterParts {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const opening = /^---[ \t]*\r?\n/.exec(text.slice(bom.length));
  if (opening === null) return { exists: false, bom, yaml: '', start: bom.length, body: text.slice(bom.length) };
  const start = bom.length + opening[0].length;
  const closing = /^---[ \t]*(?:\r?\n|$)/gm;
  closing.lastIndex = start;
  const end = closing.exec(text);
  if (end === null) return { exists: false, bom, yaml: '', start: bom.length, body: text.slice(bom.length) };
  return { exists: true, bom, yaml: text.slice(start, end.index), start, body: text.slice(end.index + end[0].length) };
}
