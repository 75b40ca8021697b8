import { writeCodeBlock } from '../../components/write-code-block.ts';
import { writePlainLines } from '@docwright/highlight/write-lines';
import { styleIcon } from '../../icons/write-icon-look.ts';
import { slugify } from '../../../text/slugify.ts';
import type { ReferenceWord } from '../../../text/reference-text.ts';
import { englishComponents, type ComponentWord } from '../../../text/component-words.ts';
import type { RenderContext } from '../../component.ts';
import { escapeText } from '../../../markup/escape-html.ts';
import { answerKey, iconKey, readSize, sorted, type BuiltAnswers } from '../built-answers.ts';
import type { Slots } from './slots.ts';

const noAnswers: BuiltAnswers = { texts: {}, series: {} };
const safeSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Defaults for text that the builder didn't see; the builder provides labels in the page's language. */
const words: Readonly<Record<ReferenceWord | ComponentWord, string>> = {
  ...englishComponents,
  required: 'required',
  deprecated: 'deprecated',
  example: 'Example',
  standard: 'default',
};

/** Number of IDs of each series that the components of an island have used. */
const taken = new WeakMap<BuiltAnswers, Map<string, number>>();
let lastNumber = 10_000;

/** IDs and numbers of one component: the same each time it is rendered. */
export class OwnSeries {
  readonly #answers: BuiltAnswers;
  readonly #own = new Map<string, (string | number)[]>();
  #asked = new Map<string, number>();

  constructor(answers = noAnswers) {
    this.#answers = answers;
  }

  begin(): this {
    this.#asked = new Map();
    return this;
  }

  next<T extends string | number>(key: string, make: () => T): T {
    const own = this.#own.get(key) ?? [];
    this.#own.set(key, own);
    const at = this.#asked.get(key) ?? 0;
    this.#asked.set(key, at + 1);
    return (own[at] ??= this.#take(key) ?? make()) as T;
  }

  #take(key: string): string | number | undefined {
    const counts = taken.get(this.#answers) ?? new Map<string, number>();
    taken.set(this.#answers, counts);
    const at = counts.get(key) ?? 0;
    counts.set(key, at + 1);
    return this.#answers.series[key]?.[at];
  }
}

export interface BrowserPageParts {
  readonly answers: BuiltAnswers | undefined;
  /** Icons delivered with the module, by `iconKey`, without class, size and color. */
  readonly icons: Readonly<Record<string, string>>;
  readonly series: OwnSeries;
  readonly slots: Slots;
}

/**
 * The page context of built-in components in the browser. A request that the builder also received returns the
 * builder's result.
 */
export function browserPage({ answers = noAnswers, icons, series, slots }: BrowserPageParts): RenderContext {
  const { texts } = answers;
  const page: RenderContext = {
    page: { path: '', sourcePath: '', title: document.title, language: document.documentElement.lang },
    features: {
      offlineSearch: false,
      search: false,
      assistant: false,
      analytics: false,
      feedback: false,
      playground: false,
      socialImages: false,
      aiLinks: false,
    },
    icon: (spec) =>
      texts[answerKey('icon', sorted(spec))] ??
      styleIcon(icons[iconKey(spec)] ?? icons[iconKey({ name: spec.name })] ?? '', spec),
    inlineMarkdown: (text) => texts[answerKey('inline', text)] ?? escapeText(text),
    blockMarkdown: (text) => texts[answerKey('block', text)] ?? `<p>${escapeText(text)}</p>`,
    codeBlock: (fence) =>
      texts[answerKey('code', sorted(fence))] ??
      writeCodeBlock({
        fence,
        lines: writePlainLines(fence.code, new Map()),
        icon: fence.icon === undefined ? '' : page.icon({ name: fence.icon }),
        word: (name) => page.word(name),
      }),
    word: (name) => texts[answerKey('word', name)] ?? words[name],
    math: (tex, display) => texts[answerKey('math', [tex, display])] ?? `<code>${escapeText(tex)}</code>`,
    href: (target) => texts[answerKey('href', target)] ?? safeAddress(target),
    asset: (target) => texts[answerKey('asset', target)] ?? safeAddress(target),
    imageSize: (target) => {
      const size = texts[answerKey('size', target)];
      return size === undefined ? undefined : readSize(size);
    },
    uniqueId: (text) => series.next(answerKey('id', slots.plain(text)), () => freeId(slots.plain(text))),
    counter: () => series.next('counter', () => ++lastNumber),
    addHeading: () => {},
    report: () => {},
  };
  return page;
}

function safeAddress(target: string): string {
  if (/^data:image\//i.test(target)) return target;
  const url = URL.canParse(target, document.baseURI) ? new URL(target, document.baseURI) : undefined;
  return url !== undefined && safeSchemes.has(url.protocol) ? target : '#';
}

function freeId(text: string): string {
  const slug = slugify(text);
  let id = slug;
  for (let number = 2; document.getElementById(id) !== null; number++) id = `${slug}-${number}`;
  return id;
}
