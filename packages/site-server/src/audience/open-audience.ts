import type { Audience } from '@docwright/site-access/rules';
import type { SiteSource } from '../site-source.ts';
import { AudienceSource, conditionsMet } from './audience-source.ts';
import { EditedFiles } from './edited-files.ts';

/**
 * Opens a version as an audience sees it, for callers that don't serve readers' requests.
 * @throws if the version is damaged
 */
export async function openAudience(source: SiteSource, audience: Audience): Promise<SiteSource> {
  const { sealed } = source;
  if (sealed === undefined) return source;
  const met = conditionsMet(sealed, audience);
  if (met.size === 0) return source;
  return AudienceSource.open(source, { sealed, met, edited: new EditedFiles(source, sealed) });
}
