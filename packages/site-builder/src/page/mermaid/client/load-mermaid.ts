export interface Mermaid {
  initialize(config: Readonly<Record<string, unknown>>): void;
  render(id: string, text: string): Promise<{ svg: string }>;
}

let library: Promise<Mermaid> | undefined;

/** The library, fetched once, when the first diagram is about to become visible. */
export function loadMermaid(): Promise<Mermaid> {
  // The builder inserts the library's address in the bundle here.
  library ??= import('./mermaid.js').then((module: { default: Mermaid }) => module.default);
  return library;
}
