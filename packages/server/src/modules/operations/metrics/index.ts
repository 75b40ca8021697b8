export { createMetrics, type Metrics } from './create-metrics.ts';
export { registerMetricsRoutes } from './routes.ts';
