import { openSiteKnowledge, type SiteKnowledge } from '@docwright/site-assistant';
import { buildSite } from '@docwright/site-builder';
import { createFolderSource } from '@docwright/site-builder/folder-source';
import { openFileSource, type ReadableFile } from '@docwright/site-server';

/** Builds the site of a folder in memory, in the form that the assistant uses. */
export async function openSite(folder: string): Promise<SiteKnowledge> {
  const files = new Map<string, ReadableFile>();
  await buildSite({
    source: createFolderSource(folder),
    clock: () => 0,
    emit: ({ path, bytes }) => {
      const content = Buffer.from(bytes);
      files.set(path, { size: content.length, read: () => Promise.resolve(content) });
    },
  });
  return openSiteKnowledge(openFileSource({ files }));
}
