import type { CodeFence } from '../../markup/code-fence.ts';
import type { Html } from '../../markup/html.ts';

export interface MermaidFence {
  readonly code: string;
  /** Whether the diagram has buttons for zoom and full screen; false with `actions={false}`. */
  readonly actions: boolean;
  readonly placement: 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
}

/**
 * The placeholder of a diagram: its source text, readable without a script, which the loader of `mermaidFiles()`
 * replaces with the drawing. A page with a diagram needs `mermaid`.
 */
export function renderMermaid(fence: MermaidFence): Html {
  const source = fence.code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<dw-mermaid class="mermaid-diagram mermaid" data-component-name="mermaid-container"${fence.actions ? '' : ' data-actions="false"'} data-placement="${fence.placement}"><pre class="mermaid-source" tabindex="0"><code>${source}</code></pre></dw-mermaid>`;
}

/** A diagram in a Markdown code fence. */
export function renderMermaidFence(fence: CodeFence): Html {
  const placement = fence.extra['placement'];
  const known = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
  return renderMermaid({
    code: fence.code,
    actions: fence.extra['actions'] !== 'false',
    placement: known.find((name) => name === placement) ?? 'bottom-right',
  });
}
