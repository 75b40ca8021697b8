/** The declarations and names of a site's style sheet, without its comments. */
export interface StyleSheet {
  /** Top-level cascade layers by name, in the order in which they appear. */
  readonly layers: readonly string[];
  /** Whether it has an anonymous layer, whose order other style sheets can't set. */
  readonly hasUnnamedLayer: boolean;
  /** Addresses in `url()` and `@import`, as written, with their 1-based lines. */
  readonly addresses: readonly { readonly address: string; readonly line: number }[];
}

const layerNames = String.raw`((?:[\w-]|\\.)+(?:\.[\w-]+)*(?:\s*,\s*[\w-]+(?:\.[\w-]+)*)*)`;
const tokens = new RegExp(
  [
    String.raw`\/\*[^]*?(?:\*\/|$)`,
    String.raw`@layer\s+${layerNames}\s*[{;]`,
    String.raw`(@layer\s*\{)`,
    String.raw`@import\s+(?:url\(\s*)?["']?([^"'()\s;]+)["']?\s*\)?([^;{}]{0,500})`,
    String.raw`\burl\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^"'()\s]+))\s*\)`,
    String.raw`"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'`,
  ].join('|'),
  'gi',
);

/** Reads the parts of a style sheet that affect other files. Everything else, including malformed CSS, is skipped. */
export function readStyleSheet(text: string): StyleSheet {
  const layers = new Set<string>();
  const addresses: { address: string; line: number }[] = [];
  let hasUnnamedLayer = false;
  const addLayers = (names: string): void => {
    for (const name of names.split(',')) layers.add(name.trim().replace(/\..*$/s, ''));
  };
  let line = 1;
  let lineEnd = 0;
  for (const match of text.matchAll(tokens)) {
    const [, named, unnamed, imported, condition, ...quoted] = match;
    if (named !== undefined) addLayers(named);
    if (unnamed !== undefined) hasUnnamedLayer = true;
    if (imported !== undefined) {
      const layer = /^\s*layer\b(?:\(\s*([^)]*?)\s*\))?/i.exec(condition ?? '');
      if (layer?.[1] !== undefined) addLayers(layer[1]);
      else if (layer !== null) hasUnnamedLayer = true;
    }
    const address = imported ?? quoted.find((one) => one !== undefined);
    if (address === undefined) continue;
    for (; lineEnd < match.index; lineEnd++) if (text.charCodeAt(lineEnd) === 10) line++;
    addresses.push({ address, line });
  }
  return { layers: [...layers].filter((name) => /^[\w-]+$/.test(name)), hasUnnamedLayer, addresses };
}
