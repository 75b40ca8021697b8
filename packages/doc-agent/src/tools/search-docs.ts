import { Type } from 'typebox';
import { isPageFile } from '../paths/page-index.ts';
import { rankPages } from '../search/rank-pages.ts';
import { defineTool } from './tool.ts';

export const searchDocsTool = defineTool({
  name: 'search_docs',
  description:
    'Finds the pages that match a few words best. Use it to find where a subject is described; use `grep` for exact text.',
  input: Type.Object({ query: Type.String({ minLength: 1, maxLength: 500 }) }),
  async run({ query }, { workspace }) {
    const texts = await workspace.texts((await workspace.searchable()).map(({ path }) => path).filter(isPageFile));
    const pages = texts.map(([path, text]) => ({ path, text, card: workspace.card(path, text) }));
    return { pages: rankPages(pages, query, workspace.policy.limits.searchHits).map((page) => ({ ...page })) };
  },
});
