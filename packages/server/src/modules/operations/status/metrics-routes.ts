import { operations } from '@docwright/contract';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import type { Metrics } from './create-metrics.ts';

export function registerMetricsRoutes(routes: OperationRoutes, metrics: Metrics): void {
  routes.handle(operations.getMetrics, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.render()),
  );
}
