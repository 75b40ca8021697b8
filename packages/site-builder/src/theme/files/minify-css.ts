/**
 * Removes comments and unnecessary whitespace from our own hand-written sheets. It handles strings and addresses, but
 * not all of CSS; a site's own style sheets are written unchanged.
 */
export function minifyCss(css: string): string {
  const kept: string[] = [];
  const bare = css.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)"']*\)|\/\*[\s\S]*?\*\//g, (match) =>
    match.startsWith('/*') ? '' : `@@${kept.push(match) - 1}@@`,
  );
  const small = bare
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/([{;][\w-]+): /g, '$1:')
    .replace(/;}/g, '}')
    .trim();
  return small.replace(/@@(\d+)@@/g, (_all, index: string) => kept[Number(index)] ?? '');
}
