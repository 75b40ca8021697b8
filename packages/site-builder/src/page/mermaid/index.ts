export { mermaidFiles } from './mermaid-files.ts';
export type { MermaidFiles } from './mermaid-files.ts';
export { renderMermaid } from './render-mermaid.ts';
export type { MermaidFence } from './render-mermaid.ts';
