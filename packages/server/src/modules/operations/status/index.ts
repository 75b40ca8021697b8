export { createMetrics, type Metrics } from './create-metrics.ts';
export { registerHealthRoutes, type HealthDeps } from './health-routes.ts';
export { registerMetricsRoutes } from './metrics-routes.ts';
export { registerSystemRoutes, type SystemDeps } from './system-routes.ts';
