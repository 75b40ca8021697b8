export { allowRepositories, removeRepositories } from './connect-repositories.ts';
export { createOrganization, firstOrganizationPlan } from './create-organization.ts';
export { deleteOrganization } from './delete-organization.ts';
export { OrganizationRefusal } from './errors.ts';
export { registerOrganizationRoutes } from './routes.ts';
export {
  connectedRepositoryRows,
  type ConnectionRow,
  hasSeveralOrganizations,
  markPurged,
  type OrganizationRow,
  type OrganizationTables,
  selectConnections as findConnectedRepositories,
  selectFirstOrganization as findFirstOrganization,
  selectNamedOrganization as findOrganization,
  selectOrganization as readOrganization,
  selectOrganizationName as findOrganizationName,
  selectOrganizations as listOrganizations,
  selectOrganizationsToPurge,
  selectPlan as findPlan,
} from './store.ts';
export { changeOrganization } from './update-organization.ts';
