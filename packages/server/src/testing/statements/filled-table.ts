import type { Size } from './size.ts';

export interface Filled {
  readonly rows: (size: Size) => number;
  /**
   * SQL expressions with `n`, `p`, `o` and `t`. A required column without an expression is given a value according to
   * its type.
   */
  readonly columns: Readonly<Record<string, string>>;
}

/** The number of rows, in proportion to the jobs. There are always enough rows to make a full table read noticeable. */
export const share =
  (part: number) =>
  ({ jobs }: Size) =>
    Math.max(2_500, Math.round(jobs * part));
export const each = ({ projects }: Size): number => projects;
export const organizations = ({ organizations }: Size): number => organizations;

export const owner = { organization_id: `'org_' || o`, project_id: `'proj_' || p` };
/** Evenly distributes rows whose number per organization is limited, so that no owner exceeds the limit. */
export const spreadOwner = { organization_id: `'org_' || n % 1000` };
/** Evenly distributes rows whose number per project is limited. */
export const spread = { organization_id: `'org_' || eo`, project_id: `'proj_' || e` };
export const id = (prefix: string): Record<string, string> => ({ id: `'${prefix}_' || n` });
/** One row for each project: row n belongs to project n. */
export const ofProject = {
  project_id: `'proj_' || n`,
};
export const digest = (text: string): string => `sha256((${text})::bytea)`;
export const twentyActive = (unended: string, ended: string): string =>
  `CASE WHEN n < 20 THEN ${unended} ELSE ${ended} END`;
