/** Of a database that is filled. */
export interface Size {
  readonly organizations: number;
  readonly projects: number;
  /** Rows of what a project has many of: agent jobs; the others in proportion. */
  readonly jobs: number;
}
