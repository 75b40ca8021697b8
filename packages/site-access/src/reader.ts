/** A person after a sign-in at a site, or an agent with that person's token. */
export interface Reader {
  /** Stable for the person at this site: the user's ID, the subject of a token, the label-free ID of a password. */
  readonly subject: string;
  readonly groups: readonly string[];
  /** Whether the reader has more groups than a session has room for, or than the provider listed. */
  readonly hasOtherGroups?: boolean;
  readonly name: string | undefined;
  readonly email: string | undefined;
}
