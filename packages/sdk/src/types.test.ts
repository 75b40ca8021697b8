import { test } from 'node:test';
import type * as contract from '@docwright/contract';
import type * as sdk from './index.ts';

/** Fails to compile unless each of the two can stand where the other is asked for. */
type Same<A extends B, B extends C, C = A> = [A, B, C];

/** Checked by the compiler: there is nothing to run. */
export type GeneratedTypesAreThoseOfTheContract = [
  Same<sdk.AgentJob, contract.AgentJob>,
  Same<sdk.AgentJobEvent, contract.AgentJobEvent>,
  Same<sdk.AgentJobEventList, contract.AgentJobEventList>,
  Same<sdk.AgentJobList, contract.AgentJobList>,
  Same<sdk.ApiKey, contract.ApiKey>,
  Same<sdk.Bundle, contract.Bundle>,
  Same<sdk.ErrorBody, contract.ErrorBody>,
  Same<sdk.ErrorCode, contract.ErrorCode>,
  Same<sdk.ExportJob, contract.ExportJob>,
  Same<sdk.ExportJobList, contract.ExportJobList>,
  Same<sdk.NewApiKey, contract.NewApiKey>,
  Same<sdk.Organization, contract.Organization>,
  Same<sdk.Project, contract.Project>,
  Same<sdk.Readiness, contract.Readiness>,
];

test('the generated types are those of the contract (by compilation)', () => undefined);
