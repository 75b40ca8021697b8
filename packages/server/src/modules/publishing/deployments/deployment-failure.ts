import type { JobErrorCode } from '@docwright/contract';

/** An error from which a deployment can't recover, with a cause for its owner. */
export class DeploymentFailure extends Error {
  override readonly name = 'DeploymentFailure';
  readonly code: JobErrorCode;

  constructor(code: JobErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
