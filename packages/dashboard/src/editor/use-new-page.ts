import { useState } from 'react';
import { useClient } from '../api/api-context.ts';
import { isPage, toNewPagePath, type DocsFile } from './docs-tree.ts';
import type { DraftIds } from './queries.ts';

export interface NewPage {
  readonly title: string;
  setTitle(title: string): void;
  /** As typed, or derived from the title. */
  readonly typedPath: string;
  setPath(path: string): void;
  /** Path of the new file, or empty. */
  readonly path: string;
  readonly isTaken: boolean;
  create(): Promise<void>;
}

/** Manages the title and path of a page to create. */
export function useNewPage(ids: DraftIds, files: readonly DocsFile[], folder: string): NewPage {
  const client = useClient();
  const [title, setTitle] = useState('');
  const [typed, setPath] = useState<string>();
  const prefix = folder === '' ? '' : `${folder}/`;
  const typedPath = typed ?? (title.trim() === '' ? '' : toNewPagePath(prefix + title.replaceAll('/', ' ')));
  const path = typedPath.trim() === '' ? '' : toNewPagePath(typedPath);
  return {
    title,
    setTitle,
    typedPath,
    setPath,
    path,
    isTaken: files.some((file) => file.path === path && file.change !== 'deleted'),
    create: async () => {
      const content = isPage(path) ? `---\ntitle: ${JSON.stringify(title.trim())}\n---\n\n` : '';
      await client.putDraftFile({ ...ids, path, content, version: null });
    },
  };
}
