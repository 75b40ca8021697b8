import type { ExportJob } from '@docwright/sdk';

const longestLabel = 40;

/** The label of an export's version, or the first digits of its commit if it has no label. */
export function nameVersion({ version, commit }: Pick<ExportJob, 'version' | 'commit'>): string | undefined {
  if (version === null) return undefined;
  if (version === commit) return commit.slice(0, 12);
  return version.length > longestLabel ? `${version.slice(0, longestLabel - 1)}…` : version;
}
