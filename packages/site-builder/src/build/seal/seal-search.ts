import { createHash } from 'node:crypto';
import type { Condition } from '@docwright/site-access/rules';
import { createSearchIndex } from '@docwright/site-search';
import { implies, type SealPlan } from '../../site/index.ts';
import type { BuildParts } from '../prepare-build.ts';
import { searchPageOf } from '../search-page-of.ts';
import { withVariants, type SealedPage } from './make-sealed-page.ts';
import type { SealedFiles } from './sealed-files.ts';
import { joinItems } from './sealed-lists.ts';

/** Bundle path of the list of indexes that a reader may search in addition to the public index. */
export const RESTRICTED_SEARCH_PATH = '_docwright/search/restricted.json';

const manifestPath = '_docwright/search/index.json';

export interface SealSearchRequest {
  readonly parts: BuildParts;
  readonly seal: SealPlan;
  readonly pages: readonly SealedPage[];
  readonly files: SealedFiles;
}

/** Creates an index for each condition, with the pages that have this condition. */
export async function sealSearch({ parts, seal, pages, files }: SealSearchRequest): Promise<void> {
  const byCondition = Map.groupBy(
    pages.flatMap(searchedVariants).filter(({ when, planned }) => when !== undefined && planned.visibility.search),
    ({ when }) => when,
  );
  const manifests: { readonly when: Condition; readonly text: string }[] = [];
  for (const [when, own] of byCondition) {
    if (when === undefined) continue;
    const index = createSearchIndex();
    index.start(parts.plan.config.search);
    for (const { rendered, view, planned } of own) index.add(searchPageOf(parts.plan, { rendered, view }, planned));
    for (const { path, bytes } of index.files()) {
      if (path !== manifestPath) files.add(path, when, bytes);
      else {
        const named = `_docwright/search/${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.json`;
        files.add(named, when, bytes);
        manifests.push({ when, text: JSON.stringify({ manifest: named }) });
      }
    }
  }
  if (manifests.length === 0) return;
  const list = `{"indexes":[${joinItems(seal.choices, manifests, ',')}]}\n`;
  const signedIn: Condition = [{ groupSets: [] }];
  await files.write(RESTRICTED_SEARCH_PATH, [
    { when: signedIn, value: list },
    { when: undefined, value: undefined },
  ]);
}

/** The page, and its variants with words that no variant with fewer conditions has. */
function searchedVariants(page: SealedPage): readonly SealedPage[] {
  if (page.variants.length === 0) return [page];
  const searched: SealedPage[] = [];
  for (const variant of withVariants(page)) {
    const own = wordsOf(variant);
    const known = new Set(
      searched.filter(({ when }) => implies(variant.when, when)).flatMap((one) => [...wordsOf(one)]),
    );
    if (searched.length === 0 || [...own].some((word) => !known.has(word))) searched.push(variant);
  }
  return searched;
}

function wordsOf({ rendered: { sections } }: SealedPage): ReadonlySet<string> {
  return new Set(sections.flatMap(({ heading, text }) => `${heading} ${text}`.split(/\s+/)));
}
