import { BuildCache, buildSite, createFolderSource, defaultBuildSettings } from '@docwright/site-builder';
import type { SearchIndex, SearchPage } from '@docwright/site-search';

/** Returns the pages that the builder passes to the search index when it builds the site in `folder`. */
export async function readSitePages(folder: string): Promise<SearchPage[]> {
  const pages: SearchPage[] = [];
  await buildSite({
    source: createFolderSource(folder),
    settings: {
      siteUrl: 'https://docs.example.com',
      features: { ...defaultBuildSettings.features, offlineSearch: true },
    },
    clock: () => performance.now(),
    cache: new RecordingCache(pages),
    emit: () => undefined,
  });
  return pages;
}

class RecordingCache extends BuildCache {
  override readonly search: SearchIndex;

  constructor(pages: SearchPage[]) {
    super();
    this.search = {
      start: () => undefined,
      add: (page) => void pages.push(page),
      isCounted: () => false,
      numberedWords: () => [],
      files: () => [],
    };
  }
}
