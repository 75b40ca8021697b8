/** The kind of completion at the cursor. `from` is the start of the typed part, counted from the start of the text. */
export type CompletionPlace =
  | { readonly kind: 'component'; readonly from: number }
  | { readonly kind: 'closing'; readonly from: number; readonly name: string }
  | { readonly kind: 'prop'; readonly from: number; readonly component: string; readonly used: readonly string[] }
  | { readonly kind: 'link'; readonly from: number }
  | { readonly kind: 'media'; readonly from: number }
  | { readonly kind: 'frontmatter'; readonly from: number; readonly used: readonly string[] };

/**
 * @param textBefore the text before the cursor, at least from the start of the block; for the frontmatter, all of it
 * @param isAtStart whether `textBefore` starts at the start of the page
 */
export function findCompletion(textBefore: string, isAtStart: boolean): CompletionPlace | undefined {
  const frontmatter = isAtStart ? /^\uFEFF?---[ \t]*\n([\s\S]*)$/.exec(textBefore)?.[1] : undefined;
  if (frontmatter !== undefined && !/^---[ \t]*$/m.test(frontmatter)) {
    const typed = /(?:^|\n)([\w:-]*)$/.exec(frontmatter)?.[1];
    if (typed === undefined) return undefined;
    const used = [...frontmatter.matchAll(/^([\w:-]+):/gm)].map(([, key = '']) => key);
    return { kind: 'frontmatter', from: textBefore.length - typed.length, used };
  }
  if (isInFence(textBefore)) return undefined;
  return findLink(textBefore) ?? findTag(textBefore);
}

/** Whether the cursor is in a code block. */
function isInFence(textBefore: string): boolean {
  let fence: string | undefined;
  for (const [, marker = ''] of textBefore.matchAll(/^\s*(`{3,}|~{3,})/gm)) {
    if (fence === undefined) fence = marker;
    else if (marker.startsWith(fence)) fence = undefined;
  }
  return fence !== undefined;
}

/** Finds a link in Markdown or in a prop: `](/gui`, `href="/gui`. */
function findLink(textBefore: string): CompletionPlace | undefined {
  const match = /(!?\[[^\]\n]*\]\(|\b(href|src|img)=["'])(\/?[^\s)"']*)$/.exec(textBefore);
  if (match === null) return undefined;
  const [, opening = '', prop, typed = ''] = match;
  const isMedia = opening.startsWith('!') || prop === 'src' || prop === 'img';
  return { kind: isMedia ? 'media' : 'link', from: textBefore.length - typed.length };
}

function findTag(textBefore: string): CompletionPlace | undefined {
  const closing = /<\/([\w.]*)$/.exec(textBefore);
  if (closing !== null) {
    const name = findOpenTag(textBefore.slice(0, closing.index));
    return name === undefined
      ? undefined
      : { kind: 'closing', from: textBefore.length - (closing[1] ?? '').length, name };
  }
  const name = /<([A-Z][\w.]*)?$/.exec(textBefore);
  if (name !== null) return { kind: 'component', from: textBefore.length - (name[1] ?? '').length };
  const props = /<([A-Z][\w.]*)((?:\s+[\w-]+(?:=(?:"[^"]*"|'[^']*'|\{[^{}]*\}))?)*)\s+([\w-]*)$/.exec(textBefore);
  if (props === null) return undefined;
  const [, component = '', written = '', typed = ''] = props;
  const names = written.replaceAll(/"[^"]*"|'[^']*'|\{[^{}]*\}/g, '');
  const used = [...names.matchAll(/\s([\w-]+)/g)].map(([, prop = '']) => prop);
  return { kind: 'prop', from: textBefore.length - typed.length, component, used };
}

/** Finds the innermost component that isn't closed yet. */
function findOpenTag(textBefore: string): string | undefined {
  const open: string[] = [];
  for (const [, closingSlash, name = '', finalSlash] of textBefore.matchAll(
    /<(\/?)([A-Z][\w.]*)(?:[^<>"'{}]|"[^"]*"|'[^']*'|\{[^{}]*\})*?(\/?)>/g,
  )) {
    if (closingSlash !== '') open.splice(Math.max(0, open.lastIndexOf(name)));
    else if (finalSlash === '') open.push(name);
  }
  return open.at(-1);
}
