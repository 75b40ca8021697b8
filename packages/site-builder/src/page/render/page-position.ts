import { Budget, type Closure, Interpreter } from '@docwright/expressions';
import type { BuildLimits } from '../../settings/build-settings.ts';
import { slugify } from '../../text/slugify.ts';
import type { IslandModule } from '../islands/island-store.ts';
import type { RecordedPage } from './record-answers.ts';

/**
 * The progress of rendering a page: the position in its sources, the open elements around it, and how much of its
 * limits it has used.
 */
export class PagePosition {
  /** Runs the page's expressions within a shared step limit. */
  readonly interpreter: Interpreter;
  /** Components of the site by their functions, for those that run in the browser. */
  readonly origins = new Map<Closure, { readonly module: IslandModule; readonly name: string }>();
  /** IDs already used on the page, with the number of requests for each. */
  readonly ids = new Map<string, number>();
  /** Set inside an island, which renders its own content: records what its built-in components request. */
  island: RecordedPage | undefined;
  /** Number of ancestors of the node that is being rendered. */
  depth = 0;
  readonly #maxNodes: number;
  #nodes = 0;
  #counter = 0;
  #place: { readonly path: string; readonly line: number | undefined };

  constructor(sourcePath: string, limits: Pick<BuildLimits, 'expressionSteps' | 'pageNodes'>) {
    this.interpreter = new Interpreter(new Budget(limits.expressionSteps));
    this.#maxNodes = limits.pageNodes;
    this.#place = { path: sourcePath, line: undefined };
  }

  get place(): { readonly path: string; readonly line: number | undefined } {
    return this.#place;
  }

  /** Sets the current position in the sources, which is assigned to every issue that is reported inside `run`. */
  at<T>(path: string, line: number | undefined, run: () => T): T {
    const outer = this.#place;
    this.#place = { path, line };
    try {
      return run();
    } finally {
      this.#place = outer;
    }
  }

  /** Must be called for each rendered node, value and property, because nested snippets multiply their number. */
  countNode(count = 1): void {
    this.#nodes += count;
    if (this.#nodes > this.#maxNodes) throw new Error(`it has more than ${this.#maxNodes} nodes (limit "pageNodes")`);
  }

  uniqueId(text: string): string {
    const slug = slugify(text);
    const used = this.ids.get(slug);
    this.ids.set(slug, (used ?? 0) + 1);
    if (used === undefined) return slug;
    for (let number = used + 1; ; number++) {
      const candidate = `${slug}-${number}`;
      if (this.ids.has(candidate)) continue;
      this.ids.set(candidate, 1);
      return candidate;
    }
  }

  counter(): number {
    return ++this.#counter;
  }
}
