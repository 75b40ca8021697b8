import type { Condition, GroupSet } from '@docwright/site-access/rules';
import { partialSource } from '../../../source/partial-source.ts';
import type { SiteSource } from '../../../source/site-source.ts';
import { digestOf } from '../../../text/digest-of.ts';
import type { SitePage } from '../../pages/site-page.ts';
import type { ApiReference, ApiSpec } from '../../specs/api-spec.ts';
import type { ApiCatalog } from '../../specs/catalog.ts';
import { listStaticFiles } from '../../links/static-files.ts';
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
  readonly pages: readonly DocumentingPage[];
  readonly rules: ReadonlyMap<string, PageRule>;
}

/** Maximum number of times that pages with irregular text are rendered in one build: each takes about 2 ms. */
const sharedResults = 4096;

/** Relevant questions about readers, by key. */
type Concerns = ReadonlySet<string>;

interface Questions {
  /** The condition that all readers of the page meet; `undefined` if they share no condition. */
  readonly known: Condition | undefined;
  readonly concerns: Concerns;
}

interface ReduceRequest extends Questions {
  readonly meets: Meets;
}

interface Answered {
  /** Keys of the part groups that the reader sees. */
  readonly admitted: ReadonlySet<string>;
  readonly kept: readonly DocumentedPage[];
  /** A key that is equal for equal answers. */
  readonly key: string;
}

/** A page in the site's plan. */
interface DocumentingPage {
  readonly page: Pick<SitePage, 'path'>;
  readonly reference: ApiReference | undefined;
}

/**
 * The specifications as each reader sees them, by answers to questions about the reader. `reduceSpecs` decides what is
 * left out, as in a build for one audience. A question that isn't asked counts as answered no, so that a missing
 * question can hide content but never reveal it.
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
  readonly #questions = new Map<string, Questions>();
  #resultsLeft = sharedResults;

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
   * The part of the API that a page documents, with its specification as the reader sees it; `undefined` if the
   * specification can't be read. Asks only questions that may change the page and that the page's rule doesn't answer.
   */
  reference(entry: DocumentingPage, meets: Meets): ApiReference | undefined {
    const { reference } = entry;
    const about = this.#questionsOf(entry);
    if (reference === undefined || reference.kind === 'manual' || about === undefined) return reference;
    const spec = this.#specFor(reference.spec.path, this.#reduce({ ...about, meets }));
    return spec === undefined ? undefined : { ...reference, spec };
  }

  /** Whether this many results of a page may be computed in addition to those of other pages. */
  reserve(results: number): boolean {
    if (results > this.#resultsLeft) return false;
    this.#resultsLeft -= results;
    return true;
  }

  /** Whether a file may differ between readers. */
  mayDiffer(path: string): boolean {
    return this.#graph.filesWith(path).size > 0 && this.#concernsOf(path).size > 0;
  }

  /** Files whose content, or existence, may depend on the reader, by their groups or those of pages. */
  files(): readonly string[] {
    return this.#graph.files().filter((path) => this.#concernsOf(path).size > 0);
  }

  /** The files in `files` that are specifications of the site and that readers may download. */
  servedFiles(isIgnored: (path: string) => boolean): readonly string[] {
    const { source, catalog } = this.#request;
    const served = new Set(listStaticFiles(source, isIgnored).all);
    const specs = new Set(catalog.paths());
    return this.files().filter((path) => served.has(path) && specs.has(path));
  }

  /** A file as the reader sees it; `undefined` if the reader sees no part of it. */
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

  /** The questions about a page's readers; `undefined` if its specification is the same for everyone. */
  #questionsOf({ page, reference }: DocumentingPage): Questions | undefined {
    if (reference === undefined || reference.kind === 'manual') return undefined;
    const asked = this.#questions.get(page.path);
    if (asked !== undefined) return asked;
    const whole = this.#concernsOf(reference.spec.path);
    if (whole.size === 0) return undefined;
    const reach = findReach(reference, this.#graph);
    const questions = {
      known: conditionOf(this.#request.rules.get(page.path)?.rule),
      concerns: reach === undefined ? whole : new Set(reach.map((set) => keyOf(toCondition(set)))),
    };
    this.#questions.set(page.path, questions);
    return questions;
  }

  #answer({ known, concerns, meets }: ReduceRequest): Answered {
    const answers = new Map<string, boolean>();
    const isMet = (condition: Condition | undefined): boolean => {
      if (condition === undefined) return true;
      const key = keyOf(condition);
      const answer = answers.get(key) ?? (implies(known, condition) || (concerns.has(key) && meets(condition)));
      answers.set(key, answer);
      return answer;
    };
    const admitted = this.#sets.map(toCondition).filter(isMet).map(keyOf);
    const kept = this.#documented.filter(({ when }) => isMet(when));
    const key = JSON.stringify([...answers].filter(([, answer]) => answer).map(([name]) => name));
    return { admitted: new Set(admitted), kept, key };
  }

  #reduce(request: ReduceRequest): ReducedSpecs {
    const { admitted, kept, key } = this.#answer(request);
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

  /** Loads the remaining specification, which outcomes with the same content share. */
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
          // A file's replacement includes its overlays.
          overlays: replaced.has(path) ? [] : catalog.overlaysOf(path),
          report: () => undefined,
        }),
      );
    return this.#specs.get(key);
  }
}

/** A page that documents part of a specification, and its readers. */
interface DocumentedPage {
  readonly reference: Exclude<ApiReference, { kind: 'manual' }>;
  readonly file: string;
  readonly when: Condition | undefined;
}

function toCondition(set: GroupSet): Condition {
  return conditionOf({ groupSets: [set] }) ?? [];
}
