/** The result of *Test sign-in*. */
export interface SignInTestResult {
  readonly ok: boolean;
  /** The steps in order, up to the first failure. */
  readonly steps: readonly SignInStep[];
  /** The received user object or claims, without tokens; `undefined` if none arrived. */
  readonly user: Readonly<Record<string, unknown>> | undefined;
}

export interface SignInStep {
  /** The name of the step: `Discovery document`. */
  readonly name: string;
  readonly ok: boolean;
  /** The received values, or the failure and how to fix it. */
  readonly detail: string;
}
