import type { Condition, GroupSet } from '@docwright/site-access/rules';
import { partialSource } from '../../../source/partial-source.ts';
import type { SiteSource } from '../../../source/site-source.ts';
import { digestOf } from '../../../text/digest-of.ts';
import type { ReadPage } from '../../plan/site-plan.ts';
import type { ApiReference, ApiSpec } from '../../specs/api-spec.ts';
import type { ApiCatalog } from '../../specs/catalog.ts';
import { loadSpec } from '../../specs/load-spec.ts';
import { defaultSpecLimits } from '../../specs/spec-limits.ts';
import type { Meets } from '../choices/choices.ts';
import { conditionOf, implies, keyOf } from '../choices/conditions.ts';
import type { PageRule } from '../page-rule.ts';
import { reduceSpecs, type ReducedSpecs, type RestrictedSpecs } from '../specs/reduce-specs.ts';
import { findReach } from './find-reach.ts';
import { SpecGraph } from './spec-graph.ts';

export interface SpecOutcomesRequest {
  /** All files of the site. */
  readonly source: SiteSource;
  /** The specifications of the whole site. */
  readonly catalog: ApiCatalog;
  readonly found: RestrictedSpecs;
  /** All pages of the site. */
  readonly pages: readonly ReadPage[];
  readonly rules: ReadonlyMap<string, PageRule>;
}

/** Questions about readers whose answers matter, by key. */
type Concerns = ReadonlySet<string>;

interface ReduceRequest {
  /** What all readers of the page meet; `undefined` if that is nothing. */
  readonly known: Condition | undefined;
  readonly concerns: Concerns;
  readonly meets: Meets;
}

/**
 * The specifications as each reader sees them, by answers to questions about the reader. `reduceSpecs` decides what is
 * left out, as for a build for one audience. A question that isn't asked counts as answered with no, so that an answer
 * that should have been asked for hides something and never reveals anything.
 */
export class SpecOutcomes {
  readonly #request: SpecOutcomesRequest;
  readonly #graph: SpecGraph;
  /** The groups of parts, each once. */
  readonly #sets: readonly GroupSet[];
  readonly #documented: readonly DocumentedPage[];
  readonly #reduced = new Map<string, ReducedSpecs>();
  readonly #specs = new Map<string, ApiSpec | undefined>();
  readonly #concerns = new Map<string, Concerns>();

  constructor(request: SpecOutcomesRequest) {
    const { catalog, found, pages, rules } = request;
    this.#request = request;
    this.#graph = new SpecGraph(found, catalog);
    this.#sets = [...new Map(found.parts.map(({ own }) => [keyOf(toCondition(own)), own])).values()];
    this.#documented = pages.flatMap(({ page, reference }) =>
      reference === undefined || reference.kind === 'manual'
        ? []
        : [{ reference, file: reference.spec.path, when: conditionOf(rules.get(page.path)?.rule) }],
    );
  }

  /**
   * What a page documents, with its specification as the reader sees it; `undefined` if that can't be read. Asks only
   * what may change the page, and nothing that follows from the page's rule.
   */
  reference({ page, reference }: Pick<ReadPage, 'page' | 'reference'>, meets: Meets): ApiReference | undefined {
    if (reference === undefined || reference.kind === 'manual') return reference;
    const { path } = reference.spec;
    const whole = this.#concernsOf(path);
    if (whole.size === 0) return reference;
    const known = conditionOf(this.#request.rules.get(page.path)?.rule);
    const reach = findReach(reference, this.#graph);
    const concerns = reach === undefined ? whole : new Set(reach.map((set) => keyOf(toCondition(set))));
    const spec = this.#specFor(path, this.#reduce({ known, concerns, meets }));
    return spec === undefined ? undefined : { ...reference, spec };
  }

  /** Files whose content, or existence, may depend on the reader, by their groups or those of pages. */
  files(): readonly string[] {
    return this.#graph.files().filter((path) => this.#concernsOf(path).size > 0);
  }

  /** A file as the reader sees it; `undefined` if there is nothing to see. */
  file(path: string, meets: Meets): Uint8Array | undefined {
    const { source } = this.#request;
    const reduced = this.#reduce({ known: undefined, concerns: this.#concernsOf(path), meets });
    return partialSource(source, reduced).read(path);
  }

  /** All questions about a file and those connected with it. */
  #concernsOf(path: string): Concerns {
    const files = this.#graph.filesWith(path);
    const [first = path] = files;
    const known = this.#concerns.get(first);
    if (known !== undefined) return known;
    const parts = this.#request.found.parts.filter(({ file }) => files.has(file));
    const concerns = new Set([
      ...parts.map(({ own }) => keyOf(toCondition(own))),
      ...this.#documented.flatMap(({ file, when }) => (when !== undefined && files.has(file) ? [keyOf(when)] : [])),
    ]);
    this.#concerns.set(first, concerns);
    return concerns;
  }

  #reduce({ known, concerns, meets }: ReduceRequest): ReducedSpecs {
    const answers = new Map<string, boolean>();
    const isMet = (condition: Condition | undefined): boolean => {
      if (condition === undefined) return true;
      const key = keyOf(condition);
      const answer = answers.get(key) ?? (implies(known, condition) || (concerns.has(key) && meets(condition)));
      answers.set(key, answer);
      return answer;
    };
    const admitted = new Set(this.#sets.filter((set) => isMet(toCondition(set))).map((set) => keyOf(toCondition(set))));
    const kept = this.#documented.filter(({ when }) => isMet(when));
    const key = JSON.stringify([...answers].filter(([, answer]) => answer).map(([name]) => name));
    const before = this.#reduced.get(key);
    if (before !== undefined) return before;
    const seen = new Set(kept);
    const { catalog, found } = this.#request;
    const reduced = reduceSpecs({
      catalog,
      found,
      admits: (set) => admitted.has(keyOf(toCondition(set))),
      left: this.#documented.filter((page) => !seen.has(page)).map(({ reference }) => reference),
      kept: kept.map(({ reference }) => reference),
    });
    this.#reduced.set(key, reduced);
    return reduced;
  }

  /** Outcomes that leave the same of a specification share it. */
  #specFor(path: string, reduced: ReducedSpecs): ApiSpec | undefined {
    const { source, catalog } = this.#request;
    const { replaced, withheld } = reduced;
    const files = [...this.#graph.filesWith(path)].toSorted();
    if (!files.some((file) => replaced.has(file) || withheld.has(file))) return catalog.spec(path);
    const content = files.map((file) => {
      const bytes = replaced.get(file);
      return [file, withheld.has(file), bytes === undefined ? '' : digestOf(bytes)];
    });
    const key = `${path}\n${digestOf(JSON.stringify(content))}`;
    if (!this.#specs.has(key))
      this.#specs.set(
        key,
        loadSpec(path, {
          source: partialSource(source, reduced),
          limits: defaultSpecLimits,
          // What replaces a file contains what its overlays say.
          overlays: replaced.has(path) ? [] : catalog.overlaysOf(path),
          report: () => undefined,
        }),
      );
    return this.#specs.get(key);
  }
}

/** A page that documents a part of a specification, and its readers. */
interface DocumentedPage {
  readonly reference: Exclude<ApiReference, { kind: 'manual' }>;
  readonly file: string;
  readonly when: Condition | undefined;
}

function toCondition(set: GroupSet): Condition {
  return conditionOf({ groupSets: [set] }) ?? [];
}
