import type { FetchedSpec } from '@docwright/site-builder';
import { mayNameRemoteSpecs, withRemoteSpecs } from '@docwright/site-builder/remote-specs';
import type { Invocation } from '../invocation.ts';
import type { OpenSite, SiteOptions } from './open-site.ts';

/** Fetches the specifications that a site names by URL, as the service does. With `--offline`, fetches none. */
export async function fetchRemoteSpecs(
  { context, options, progress }: Invocation<Pick<SiteOptions, 'offline'>>,
  { source }: OpenSite,
): Promise<readonly FetchedSpec[]> {
  const configs = ['docs.json', 'mint.json'].flatMap((path) => source.read(path) ?? []);
  if (options.offline === true || !configs.some(mayNameRemoteSpecs)) return [];
  // Loaded on demand, because most sites reference no specification by URL.
  const { listRemoteSpecs } = await import('@docwright/site-builder');
  const urls = listRemoteSpecs(source);
  if (urls.length === 0) return [];
  const { loadSettings, openSpecFetcher } = await import('@docwright/server');
  const fetcher = openSpecFetcher(loadSettings({ flags: {}, environment: context.env }));
  progress.show('fetching specifications …');
  try {
    return await fetcher.fetchSpecs({ organizationId: '', urls }, context.signal);
  } finally {
    await fetcher.close();
  }
}

/** Returns a site with the specifications that were fetched for it. */
export async function withFetchedSpecs(
  call: Invocation<Pick<SiteOptions, 'offline'>>,
  site: OpenSite,
): Promise<OpenSite> {
  const specs = await fetchRemoteSpecs(call, site);
  return specs.length === 0 ? site : { ...site, source: withRemoteSpecs(site.source, specs), hasRemoteSpecs: true };
}
