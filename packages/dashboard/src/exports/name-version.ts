import type { ExportJob } from '@docwright/sdk';

const maxLabelLength = 40;

/** Returns the label of an export's version, or the first digits of its commit if it has no label. */
export function nameVersion({ version, commit }: Pick<ExportJob, 'version' | 'commit'>): string | undefined {
  if (version === null) return undefined;
  if (version === commit) return commit.slice(0, 12);
  return version.length > maxLabelLength ? `${version.slice(0, maxLabelLength - 1)}…` : version;
}
