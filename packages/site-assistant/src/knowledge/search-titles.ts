import { questionStems, stemsOf } from '../extracts/question-words.ts';
import type { PageFacts, Passage } from './site-knowledge.ts';

/** Finds pages by the words of their titles and descriptions, for a site without an index. Titles count three times. */
export function searchTitles(pages: readonly PageFacts[], query: string, limit: number): Passage[] {
  const words = questionStems(query);
  const most = words.length * 4;
  const found = pages.flatMap((page): Passage[] => {
    const { path, title, description, breadcrumbs } = page;
    const inTitle = stemsOf(`${title} ${path}`);
    const inText = stemsOf(description);
    const score = words.reduce((sum, word) => sum + (inTitle.has(word) ? 3 : 0) + (inText.has(word) ? 1 : 0), 0);
    const covered = words.filter((word) => inTitle.has(word) || inText.has(word)).length;
    return score === 0
      ? []
      : [
          {
            path,
            title,
            heading: '',
            anchor: '',
            breadcrumbs,
            content: description,
            score: score / most,
            coverage: covered / words.length,
            scope: '',
          },
        ];
  });
  return found.sort((a, b) => b.score - a.score).slice(0, limit);
}
