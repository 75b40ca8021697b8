/** The site's colors as Mermaid's variables, so that diagrams match the surrounding page in light and dark mode. */

/** Whether the author chose a theme or colors for this diagram, in its front matter or its `init` directive. */
export function hasOwnColors(text: string): boolean {
  const head = /^\s*---\n.*?\n---/s.exec(text)?.[0] ?? '';
  const directives = [...text.matchAll(/%%\{.*?\}%%/gs)].map(([directive]) => directive).join('\n');
  return /\btheme(?:Variables)?['"]?\s*:/.test(head + directives);
}

/** Signal colors of the theme, for parts of a diagram that differ only in color. */
const scale = ['accent', 'note', 'tip', 'warn', 'purple', 'danger', 'yellow', 'orange'] as const;

/** Returns Mermaid's variables. @param read returns the value of one of the theme's color variables, `#rrggbb` */
export function diagramColors(read: (name: string) => string, isDark: boolean): Record<string, string | boolean> {
  const [bg, raised, tint, ink, text, muted, accent] = ['bg', 'raised', 'tint', 'ink', 'text', 'muted', 'accent'].map(
    read,
  ) as [string, string, string, string, string, string, string];
  const line = read('line-strong');
  const colors: Record<string, string | boolean> = {
    darkMode: isDark,
    background: bg,
    fontSize: '15px',
    primaryColor: tint,
    primaryTextColor: ink,
    primaryBorderColor: accent,
    secondaryColor: raised,
    secondaryTextColor: ink,
    secondaryBorderColor: line,
    tertiaryColor: raised,
    tertiaryTextColor: ink,
    tertiaryBorderColor: line,
    lineColor: muted,
    textColor: text,
    titleColor: ink,
    mainBkg: tint,
    nodeBorder: accent,
    clusterBkg: raised,
    clusterBorder: line,
    edgeLabelBackground: bg,
    actorBkg: tint,
    actorBorder: accent,
    actorTextColor: ink,
    signalColor: muted,
    signalTextColor: text,
    noteBkgColor: raised,
    noteBorderColor: line,
    noteTextColor: text,
  };
  // The text on tinted backgrounds is readable; the backgrounds differ by hue.
  scale.forEach((name, index) => {
    const wash = mix(read(name), bg, isDark ? 0.42 : 0.3);
    colors[`pie${index + 1}`] = wash;
    colors[`cScale${index}`] = wash;
    colors[`cScaleLabel${index}`] = ink;
    colors[`git${index}`] = read(name);
    colors[`gitBranchLabel${index}`] = bg;
  });
  return { ...colors, pieTitleTextColor: ink, pieSectionTextColor: ink, pieLegendTextColor: text, pieStrokeColor: bg };
}

/** Mixes `share` of the first color into the second. */
export function mix(one: string, other: string, share: number): string {
  const parts = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const ground = parts(other);
  return `#${parts(one)
    .map((part, index) => Math.round(part * share + (ground[index] ?? 0) * (1 - share)))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;
}
