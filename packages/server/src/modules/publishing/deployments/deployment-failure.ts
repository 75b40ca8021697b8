import type { JobErrorCode } from '@docwright/contract';

/** An error that a deployment can't recover from, with a cause for its owner. */
export class DeploymentFailure extends Error {
  override readonly name = 'DeploymentFailure';
  readonly code: JobErrorCode;

  constructor(code: JobErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
