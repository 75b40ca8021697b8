export { createOrganization, firstOrganizationPlan } from './create-organization.ts';
export { registerOrganizationRoutes } from './routes.ts';
export {
  selectFirstOrganization as findFirstOrganization,
  selectOrganizationName as findOrganizationName,
  type OrganizationRow,
  type OrganizationTables,
} from './store.ts';
