/** The size of a filled database. */
export interface Size {
  readonly organizations: number;
  readonly projects: number;
  /** Rows of a project's large tables: agent jobs; the others in proportion. */
  readonly jobs: number;
}
