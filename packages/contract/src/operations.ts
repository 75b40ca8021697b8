import { adminOperations } from './admin-operations.ts';
import { agentJobOperations } from './agent-job-operations.ts';
import { exportJobOperations } from './export-job-operations.ts';
import { repositoryOperations } from './repository-operations.ts';

/** Every operation of the API by its `operationId`. */
export const operations = {
  ...agentJobOperations,
  ...exportJobOperations,
  ...adminOperations,
  ...repositoryOperations,
} as const;

export type OperationId = keyof typeof operations;
