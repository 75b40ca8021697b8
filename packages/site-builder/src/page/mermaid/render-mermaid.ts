import type { Html } from '../../markup/html.ts';

export interface MermaidFence {
  readonly code: string;
  /** Buttons for zoom and full screen; off with `actions={false}`. */
  readonly actions: boolean;
  readonly placement: 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
}

/**
 * The place of a diagram: the source text, readable without a script, that the loader of `mermaidFiles()` replaces by
 * the drawing. A page that has one needs `mermaid`.
 */
export function renderMermaid(fence: MermaidFence): Html {
  const source = fence.code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<dw-mermaid class="mermaid-diagram"${fence.actions ? '' : ' data-actions="false"'} data-placement="${fence.placement}"><pre class="mermaid-source" tabindex="0"><code>${source}</code></pre></dw-mermaid>`;
}
