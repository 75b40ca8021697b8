/** The tools whose sites can be read. */
export const importFormats = ['docusaurus', 'mkdocs', 'gitbook', 'readme'] as const;
export type ImportFormat = (typeof importFormats)[number];
