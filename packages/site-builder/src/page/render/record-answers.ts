import { answerKey, sorted, writeSize, type BuiltAnswers } from '../islands/built-answers.ts';
import type { CodeFence } from '../../markup/code-fence.ts';
import type { Html } from '../../markup/html.ts';
import type { IconSpec } from '../../markup/icon-spec.ts';
import type { ImageSize } from '../../source/image-size/image-size.ts';
import type { PageHeading } from '../../markup/page-parts.ts';
import type { PageIdentity } from '../rendered-page.ts';
import type { ReferenceWord } from '../../text/reference-text.ts';
import { englishComponents, isComponentWord, type ComponentWord } from '../../text/component-words.ts';
import type { RenderContext } from '../component.ts';
import type { SiteFeatures } from '../../settings/build-settings.ts';

/** The page context for built-in components inside an island; its answers are recorded for the browser. */
export class RecordedPage implements RenderContext {
  readonly page: PageIdentity;
  readonly features: SiteFeatures;
  readonly #context: RenderContext;
  readonly #texts = new Map<string, string>();
  readonly #series = new Map<string, (string | number)[]>();

  constructor(context: RenderContext) {
    this.#context = context;
    this.page = context.page;
    this.features = context.features;
  }

  /** The recorded answers, or `undefined` if nothing was requested. */
  answers(): BuiltAnswers | undefined {
    if (this.#texts.size === 0 && this.#series.size === 0) return undefined;
    return { texts: Object.fromEntries(this.#texts), series: Object.fromEntries(this.#series) };
  }

  icon(spec: IconSpec): Html {
    return this.#keep(answerKey('icon', sorted(spec)), this.#context.icon(spec));
  }

  inlineMarkdown(text: string): Html {
    return this.#keep(answerKey('inline', text), this.#context.inlineMarkdown(text));
  }

  blockMarkdown(text: string): Html {
    return this.#keep(answerKey('block', text), this.#context.blockMarkdown(text));
  }

  codeBlock(fence: CodeFence): Html {
    return this.#keep(answerKey('code', sorted(fence)), this.#context.codeBlock(fence));
  }

  word(name: ReferenceWord | ComponentWord): string {
    const word = this.#context.word(name);
    // The browser script contains the English labels, so English pages don't include them.
    if (isComponentWord(name) && word === englishComponents[name]) return word;
    return this.#keep(answerKey('word', name), word);
  }

  math(tex: string, display: boolean): Html {
    return this.#keep(answerKey('math', [tex, display]), this.#context.math(tex, display));
  }

  href(target: string): string {
    return this.#keep(answerKey('href', target), this.#context.href(target));
  }

  asset(target: string): string {
    return this.#keep(answerKey('asset', target), this.#context.asset(target));
  }

  imageSize(target: string): ImageSize | undefined {
    const size = this.#context.imageSize(target);
    if (size !== undefined) this.#texts.set(answerKey('size', target), writeSize(size));
    return size;
  }

  uniqueId(text: string): string {
    return this.#append(answerKey('id', text), this.#context.uniqueId(text));
  }

  counter(): number {
    return this.#append('counter', this.#context.counter());
  }

  addHeading(heading: PageHeading): void {
    this.#context.addHeading(heading);
  }

  report(issue: Parameters<RenderContext['report']>[0]): void {
    this.#context.report(issue);
  }

  #keep(key: string, answer: string): string {
    this.#texts.set(key, answer);
    return answer;
  }

  #append<T extends string | number>(key: string, answer: T): T {
    const known = this.#series.get(key);
    if (known === undefined) this.#series.set(key, [answer]);
    else known.push(answer);
    return answer;
  }
}
