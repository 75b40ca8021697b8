/** A filled database's size. */
export interface Size {
  readonly organizations: number;
  readonly projects: number;
  /** Rows of a project's large tables, which are the agent jobs; other tables have rows in proportion. */
  readonly jobs: number;
}
