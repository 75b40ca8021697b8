/**
 * Draws a page's diagrams when they are about to become visible, in light or dark colors, and again when the reader
 * switches. Until then, and if drawing fails, the source text is shown.
 */
import { diagramColors, hasOwnColors } from './diagram-colors.ts';
import { loadMermaid } from './load-mermaid.ts';

const root = document.documentElement;
const diagrams = [...document.querySelectorAll<HTMLElement>('dw-mermaid')];
let serial = 0;
// Mermaid draws one diagram at a time, because it keeps state between `initialize` and `render`.
let queue: Promise<void> = Promise.resolve();

async function draw(host: HTMLElement): Promise<void> {
  const source = host.querySelector('.mermaid-source');
  const text = source?.textContent ?? '';
  if (source === null || text.trim() === '') return;
  try {
    const mermaid = await loadMermaid();
    const isDark = root.classList.contains('dark');
    const styles = getComputedStyle(host);
    const look = hasOwnColors(text)
      ? { theme: isDark ? 'dark' : 'default' }
      : {
          theme: 'base',
          themeVariables: diagramColors((name) => styles.getPropertyValue(`--${name}`).trim(), isDark),
        };
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      ...look,
      // The library's default is ELK, which adds 0.5 MB; a diagram that needs ELK requests it in its front matter.
      layout: 'dagre',
      fontFamily: 'inherit',
      suppressErrorRendering: true,
    });
    const { svg } = await mermaid.render(`mermaid-${++serial}`, text);
    show(host, source, svg);
  } catch (error) {
    host.dataset['failed'] = error instanceof Error ? error.message : String(error);
  }
}

function show(host: HTMLElement, source: Element, svg: string): void {
  let figure = host.querySelector<HTMLElement>('.mermaid-drawing');
  if (figure === null) {
    figure = document.createElement('div');
    figure.className = 'mermaid-drawing';
    figure.setAttribute('role', 'img');
    figure.tabIndex = 0;
    host.prepend(figure);
    host.append(fold(source));
    if (host.dataset['actions'] !== 'false') host.append(actions(host, figure));
  }
  // With `securityLevel: strict`, Mermaid removes scripts and handlers from the drawing.
  figure.innerHTML = svg;
  const drawing = figure.querySelector('svg');
  const title = drawing?.querySelector('title')?.textContent ?? '';
  figure.setAttribute('aria-label', title === '' ? 'Diagram; its source text follows' : title);
  host.dataset['drawn'] = '';
}

/** Folds the source, which remains available to readers who can't see the drawing. */
function fold(source: Element): HTMLElement {
  const details = document.createElement('details');
  details.className = 'mermaid-text';
  const summary = document.createElement('summary');
  summary.textContent = 'Diagram source';
  details.append(summary, source);
  return details;
}

function actions(host: HTMLElement, figure: HTMLElement): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'mermaid-actions';
  let scale = 1;
  const zoom = (factor: number) => {
    scale = factor === 0 ? 1 : Math.min(6, Math.max(0.25, scale * factor));
    figure.style.setProperty('--mermaid-scale', String(scale));
  };
  const buttons: readonly (readonly [sign: string, label: string, act: () => void])[] = [
    ['+', 'Zoom in', () => zoom(1.25)],
    ['−', 'Zoom out', () => zoom(0.8)],
    ['1:1', 'Reset zoom', () => zoom(0)],
    [
      '⛶',
      'Full screen',
      () => void (document.fullscreenElement === host ? document.exitFullscreen() : host.requestFullscreen()),
    ],
  ];
  for (const [sign, label, act] of buttons) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = sign;
    button.setAttribute('aria-label', label);
    button.addEventListener('click', act);
    bar.append(button);
  }
  return bar;
}

const enqueue = (host: HTMLElement) => (queue = queue.then(() => draw(host)));
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      observer.unobserve(target);
      void enqueue(target);
    }
  },
  { rootMargin: '400px' },
);
for (const host of diagrams) observer.observe(host);

let wasDark = root.classList.contains('dark');
new MutationObserver(() => {
  const isDark = root.classList.contains('dark');
  if (isDark === wasDark) return;
  wasDark = isDark;
  for (const host of diagrams) if (host.dataset['drawn'] !== undefined) void enqueue(host);
}).observe(root, { attributeFilter: ['class'] });
