/** A filled database's size. */
export interface Size {
  readonly organizations: number;
  readonly projects: number;
  /** Number of agent jobs, which are the largest table; other tables have rows in proportion. */
  readonly jobs: number;
}
