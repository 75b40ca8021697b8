import { readLibraryIcon } from './read-library-icon.ts';
import type { LibraryFolder, LibraryIcon } from './read-library-icon.ts';

/** Paid Font Awesome names that sites use, and the free icon (`set:name`) with the same meaning. */
const FREE_STAND_INS: Readonly<Record<string, string>> = {
  'alien-8bit': 'lucide:bug',
  anthropic: 'fa-solid:a',
  arc: 'lucide:rainbow',
  'arrow-left-arrow-right': 'lucide:arrow-left-right',
  'arrow-up-arrow-down': 'lucide:arrow-up-down',
  'arrows-repeat': 'lucide:repeat',
  'badge-check': 'lucide:badge-check',
  'ballot-check': 'lucide:list-checks',
  ballot: 'lucide:list',
  books: 'lucide:library',
  'box-check': 'lucide:package-check',
  'brackets-curly': 'lucide:braces',
  'brackets-round': 'lucide:parentheses',
  'brackets-square': 'lucide:brackets',
  'brain-circuit': 'lucide:brain-circuit',
  browser: 'lucide:app-window',
  'camera-cctv': 'lucide:cctv',
  'chart-mixed': 'fa-solid:chart-column',
  'chart-network': 'lucide:network',
  'chart-tree-map': 'lucide:chart-no-axes-gantt',
  'circle-bolt': 'fa-solid:bolt',
  'clock-rotate-right': 'fa-solid:clock-rotate-left',
  'cloud-bolt-sun': 'fa-solid:cloud-bolt',
  'code-simple': 'fa-solid:code',
  coin: 'fa-solid:coins',
  'desktop-arrow-down': 'lucide:monitor-down',
  'diagram-venn': 'lucide:blend',
  'display-code': 'lucide:square-code',
  'face-smiling-hands': 'fa-solid:face-smile',
  'file-magnifying-glass': 'lucide:file-search',
  flow: 'lucide:workflow',
  'gear-complex': 'fa-solid:gear',
  'grid-2': 'lucide:grid-2x2',
  'grid-2-plus': 'lucide:grid-2x2-plus',
  'grid-3': 'lucide:grid-3x3',
  'grid-4': 'lucide:grid-3x3',
  'grid-round': 'lucide:layout-grid',
  grid: 'lucide:grid-3x3',
  'input-text': 'lucide:text-cursor-input',
  'key-skeleton': 'lucide:key',
  'laptop-mobile': 'lucide:monitor-smartphone',
  'layer-plus': 'fa-solid:layer-group',
  'lightbulb-on': 'fa-solid:lightbulb',
  'list-timeline': 'lucide:list-tree',
  merge: 'lucide:merge',
  'message-bot': 'lucide:bot-message-square',
  'message-lines': 'lucide:message-square-text',
  messages: 'fa-solid:comments',
  'microchip-ai': 'lucide:cpu',
  'monitor-waveform': 'lucide:activity',
  nfc: 'lucide:nfc',
  'objects-column': 'lucide:layout-dashboard',
  'octagon-exclamation': 'lucide:octagon-alert',
  'pen-paintbrush': 'lucide:paintbrush',
  'pen-swirl': 'fa-solid:pen',
  'phone-arrow-down-left': 'lucide:phone-incoming',
  'phone-arrow-right': 'lucide:phone-forwarded',
  'phone-arrow-up-right': 'lucide:phone-outgoing',
  'presentation-screen': 'lucide:presentation',
  puzzle: 'fa-solid:puzzle-piece',
  'rectangle-code': 'lucide:square-code',
  'rectangle-history': 'lucide:history',
  'rectangle-terminal': 'lucide:square-terminal',
  'rocket-launch': 'fa-solid:rocket',
  'scanner-gun': 'fa-solid:barcode',
  'shield-check': 'lucide:shield-check',
  'sidebar-flip': 'lucide:panel-right',
  sidebar: 'lucide:panel-left',
  'signal-stream': 'fa-solid:tower-broadcast',
  'sliders-simple': 'fa-solid:sliders',
  sparkle: 'lucide:sparkle',
  sparkles: 'lucide:sparkles',
  split: 'lucide:split',
  'square-c': 'fa-solid:c',
  'square-k': 'fa-solid:k',
  'square-n': 'fa-solid:n',
  stars: 'lucide:sparkles',
  telescope: 'lucide:telescope',
  timer: 'lucide:timer',
  triangle: 'lucide:triangle',
  'user-crown': 'lucide:crown',
  'user-group-simple': 'fa-solid:user-group',
  'user-robot': 'fa-solid:robot',
  'wallet-sparkle': 'fa-solid:wallet',
  'wand-sparkles': 'lucide:wand-sparkles',
  'wave-pulse': 'lucide:activity',
  'waveform-lines': 'lucide:audio-lines',
  waveform: 'lucide:audio-waveform',
  webhook: 'lucide:webhook',
};

const STYLE_ORDER: Readonly<Record<string, readonly LibraryFolder[]>> = {
  brands: ['fa-brands', 'fa-solid', 'fa-regular'],
  regular: ['fa-regular', 'fa-solid', 'fa-brands'],
  light: ['fa-regular', 'fa-solid', 'fa-brands'],
  thin: ['fa-regular', 'fa-solid', 'fa-brands'],
  'sharp-light': ['fa-regular', 'fa-solid', 'fa-brands'],
  'sharp-regular': ['fa-regular', 'fa-solid', 'fa-brands'],
  'sharp-thin': ['fa-regular', 'fa-solid', 'fa-brands'],
};
const DEFAULT_ORDER: readonly LibraryFolder[] = ['fa-solid', 'fa-brands', 'fa-regular'];

/**
 * Finds a free Font Awesome icon. `exact` finds the name in the most similar free style; `nearest` also tries a
 * replacement for a paid name, then the name without its last words (`book-open-cover` → `book-open`), then without its
 * first word.
 */
export function findFontAwesome(
  name: string,
  style: string | undefined,
  reach: 'exact' | 'nearest',
): LibraryIcon | undefined {
  const order =
    (style !== undefined && Object.hasOwn(STYLE_ORDER, style) ? STYLE_ORDER[style] : undefined) ?? DEFAULT_ORDER;
  const exact = readFirst(order, name);
  if (exact || reach === 'exact') return exact;
  const standIn = Object.hasOwn(FREE_STAND_INS, name) ? FREE_STAND_INS[name] : undefined;
  if (standIn !== undefined) {
    const [folder, freeName] = standIn.split(':') as [LibraryFolder, string];
    return readLibraryIcon(folder, freeName);
  }
  return shorterNames(name)
    .map((shorter) => readFirst(order, shorter))
    .find((icon) => icon !== undefined);
}

function readFirst(order: readonly LibraryFolder[], name: string): LibraryIcon | undefined {
  for (const folder of order) {
    const icon = readLibraryIcon(folder, name);
    if (icon) return icon;
  }
  return undefined;
}

/** Returns shorter names, without some of the words. A single word has none: `nuxt` must not become another icon. */
function shorterNames(name: string): readonly string[] {
  const words = name.split('-');
  const withoutLast = words.slice(1).map((_, dropped) => words.slice(0, words.length - 1 - dropped).join('-'));
  const withoutFirst = words.slice(1).map((_, dropped) => words.slice(dropped + 1).join('-'));
  return [...withoutLast, ...withoutFirst].filter((shorter) => shorter.length > 2);
}
