import type { TurnOutcome } from '../../packages/doc-agent/src/index.ts';
import { findWordingFaults } from './check-answer.ts';
import type { ExpectedFile } from './score-request.ts';

export interface CodeChange {
  readonly id: string;
  readonly code: { readonly repository: string; readonly commit: string };
  /** The commit that documented the change: the commit of the code itself if both are in one repository. */
  readonly docs: { readonly repository: string; readonly commit: string };
  /**
   * Paths, relative to the docs folder, of the pages that people changed, and what each must mention, such as the name
   * of an option.
   */
  readonly pages: Readonly<Record<string, Pick<ExpectedFile, 'has' | 'lacks'>>>;
}

export interface CodeChangeScore {
  readonly id: string;
  /**
   * `incomplete`: pages were changed, but some lack required text. `no change`: no page was changed, and the answer
   * says why. `wrong`: a page was deleted, or only other pages were changed.
   */
  readonly verdict: 'right' | 'incomplete' | 'no change' | 'misleading' | 'wrong';
  readonly differences: readonly string[];
}

type Ending = Pick<TurnOutcome, 'result' | 'summary' | 'overlay'> & {
  readonly prompt: string;
  readonly options: readonly string[];
};

export function scoreCodeChange(
  { id, pages }: CodeChange,
  files: ReadonlyMap<string, Uint8Array>,
  { result, summary, overlay, prompt, options }: Ending,
): CodeChangeScore {
  if (overlay.size === 0) {
    const faults = findWordingFaults([prompt], { result, summary, options });
    // Only a language model can judge a code change. Any request that rules derive from it is a guess.
    if (options.length > 0) faults.push(`offers ${options.join('; ')}`);
    if (summary.trim() === '' || result === 'changes') faults.push('does not say why nothing was changed');
    return { id, verdict: faults.length === 0 ? 'no change' : 'misleading', differences: faults };
  }
  const deleted = [...overlay].filter(([path, { kind }]) => kind === 'delete' && files.has(path)).map(([path]) => path);
  if (deleted.length > 0) return { id, verdict: 'wrong', differences: deleted.map((path) => `${path} was deleted`) };
  if (!Object.keys(pages).some((path) => overlay.has(path)))
    return { id, verdict: 'wrong', differences: [...overlay.keys()].map((path) => `${path} was changed instead`) };
  const differences = Object.entries(pages).flatMap(([path, { has, lacks }]) => {
    const entry = overlay.get(path);
    const content = entry?.kind === 'write' ? entry.content : '';
    if (content === '') return [`${path} was not changed`];
    return [
      ...has.filter((text) => !content.includes(text)).map((text) => `${path} lacks ${text}`),
      ...lacks.filter((text) => content.includes(text)).map((text) => `${path} still has ${text}`),
    ];
  });
  return { id, verdict: differences.length === 0 ? 'right' : 'incomplete', differences };
}
