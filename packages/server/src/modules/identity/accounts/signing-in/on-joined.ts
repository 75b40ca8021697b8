import type { Role } from '@docwright/contract';
import type { AnyTransaction } from '../../../../platform/job-engine/index.ts';

interface JoinedMember {
  readonly organizationId: string;
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
}

export type OnJoined = (tx: AnyTransaction, member: JoinedMember) => Promise<void>;
