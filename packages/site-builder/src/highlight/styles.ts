/** Shiki theme names for light and dark pages; `undefined` keeps the built-in colours. */
export interface HighlightThemes {
  readonly light?: string;
  readonly dark?: string;
}

/** The CSS of the token classes: colours are variables, `html.dark` switches them. */
export function highlightStyles(_themes: HighlightThemes = {}): string {
  return '';
}
