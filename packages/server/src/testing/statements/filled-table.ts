import type { Size } from './size.ts';

export interface Filled {
  readonly rows: (size: Size) => number;
  /** SQL over `n`, `p`, `o` and `t`; a column that must have a value and is not named gets one by its type. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Rows in proportion to the jobs, never so few that reading them all costs nothing. */
export const share =
  (part: number) =>
  ({ jobs }: Size) =>
    Math.max(2_500, Math.round(jobs * part));
export const each = ({ projects }: Size): number => projects;
export const organizations = ({ organizations }: Size): number => organizations;

export const owner = { organization_id: `'org_' || o`, project_id: `'proj_' || p` };
/** Owners of rows whose number per organization is limited: distributed evenly, so that none exceeds the limit. */
export const spreadOwner = { organization_id: `'org_' || n % 1000` };
/** The same for what a project has a bounded number of. */
export const spread = { organization_id: `'org_' || eo`, project_id: `'proj_' || e` };
export const id = (prefix: string): Record<string, string> => ({ id: `'${prefix}_' || n` });
/** One for each project, so that row n is project n's. */
export const ofProject = {
  project_id: `'proj_' || n`,
};
export const digest = (text: string): string => `sha256((${text})::bytea)`;
export const twentyActive = (unended: string, ended: string): string =>
  `CASE WHEN n < 20 THEN ${unended} ELSE ${ended} END`;
