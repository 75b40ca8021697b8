import type { AnyTransaction, JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';

/** One attempt of one delivery. */
export interface DeliveryTicket {
  readonly deliveryId: string;
  /** The number of the attempt, starting with 1. */
  readonly attempt: number;
}

export interface WebhookQueue {
  readonly engine: JobEngine;
  readonly queue: JobQueue<DeliveryTicket>;
}

/** Called in the transaction that makes the delivery due, so that either both exist or neither does. */
export async function enqueueDelivery(
  { engine, queue }: WebhookQueue,
  tx: AnyTransaction,
  ticket: DeliveryTicket & {
    readonly organizationId: string;
    readonly endpointId: string;
    readonly startAfter?: Date;
  },
): Promise<void> {
  const { deliveryId, attempt, organizationId, endpointId, startAfter } = ticket;
  await engine.enqueue(
    queue,
    { deliveryId, attempt },
    {
      transaction: tx,
      singletonKey: `${deliveryId}:${attempt}`,
      groupId: `${organizationId}/${endpointId}`,
      ...(startAfter !== undefined && { startAfter }),
    },
  );
}
