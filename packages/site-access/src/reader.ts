/** A signed-in reader of a site, or an agent with a reader's token. */
export interface Reader {
  /** Stable for a reader at this site: the user's ID, the subject of a token, or the ID of a password. */
  readonly subject: string;
  readonly groups: readonly string[];
  /** Whether the reader has groups that don't fit into the session or that the provider didn't list. */
  readonly hasOtherGroups?: boolean;
  readonly name: string | undefined;
  readonly email: string | undefined;
}
