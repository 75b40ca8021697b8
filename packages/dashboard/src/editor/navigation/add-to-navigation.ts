import { addEntry } from '@docwright/doc-agent/edit-navigation-tree';
import { isSamePath, readNavigationTree, type JsonPath } from '@docwright/doc-agent/navigation-tree';
import { parseJson } from '@docwright/doc-agent/parse-json';
import type { Client } from '../../api/create-api.ts';
import { judgeFailedSave } from '../judge-failed-save.ts';
import type { DraftIds } from '../queries.ts';
import { listPageLists, type PageList } from './navigation-rows.ts';
import { toPagePath } from './page-files.ts';

/** Another author can save the file between our read and our save. */
const MOST_ATTEMPTS = 3;

/** Returns the lists of a docs.json to which pages can be added. Empty if the file can't be read. */
export function readPageLists(content: string): readonly PageList[] {
  try {
    return listPageLists(readNavigationTree(parseJson(content)) ?? []);
  } catch {
    return [];
  }
}

/** Adds a page at the end of a list. The list is found by its position and name. */
export async function addToNavigation(
  client: Pick<Client, 'getDraftFile' | 'putDraftFile'>,
  ids: DraftIds,
  {
    file,
    page,
    to,
  }: { readonly file: string; readonly page: string; readonly to: Pick<PageList, 'label'> & { path: JsonPath } },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { content, version } = await client.getDraftFile({ ...ids, path: file });
    const named = readPageLists(content ?? '').filter(({ label }) => label === to.label);
    const { list } = named.find((each) => isSamePath(each.list.path, to.path)) ?? named[0] ?? {};
    if (content === null || list === undefined)
      throw new Error(`The page was created, but ${file} no longer has the list “${to.label}”.`);
    const entry = toPagePath(page);
    if (list.entries.some(({ kind, name }) => kind === 'page' && name === entry)) return;
    const added = addEntry(content, { list: list.path, index: list.entries.length }, { page: entry });
    try {
      await client.putDraftFile({ ...ids, path: file, content: added.text, version });
      return;
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || judgeFailedSave(error) !== 'conflict') throw error;
    }
  }
}
