/** What *Test sign-in* reports. */
export interface SignInTestResult {
  readonly ok: boolean;
  /** In their order, up to the first one that failed. */
  readonly steps: readonly SignInStep[];
  /** The user object or the claims received, without tokens; `undefined` if none arrived. */
  readonly user: Readonly<Record<string, unknown>> | undefined;
}

export interface SignInStep {
  /** For people: `Discovery document`. */
  readonly name: string;
  readonly ok: boolean;
  /** The received values, or the failure and its remedy. */
  readonly detail: string;
}
