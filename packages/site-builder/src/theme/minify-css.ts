/**
 * Takes comments and needless white space out of our own hand-written sheets. It knows the strings and addresses in them, not all of
 * CSS: what a site brings along is written as it is.
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
