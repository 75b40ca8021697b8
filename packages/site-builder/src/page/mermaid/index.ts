export { mermaidFiles } from './mermaid-files.ts';
export type { MermaidFiles } from './mermaid-files.ts';
export { renderMermaidFence } from './render-mermaid.ts';
