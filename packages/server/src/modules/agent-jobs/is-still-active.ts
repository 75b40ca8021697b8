import type { Queryable } from '../../platform/database/index.ts';
import type { AgentTicket } from './create-agent-job.ts';
import { selectActiveTurn } from './store.ts';
import type { AgentJobTables } from './tables.ts';

/** Whether the ticket's turn is still to be worked on. */
export async function isStillActive(db: Queryable<AgentJobTables>, ticket: AgentTicket): Promise<boolean> {
  return (await selectActiveTurn(db, ticket.agentJobId)) === ticket.turn;
}
