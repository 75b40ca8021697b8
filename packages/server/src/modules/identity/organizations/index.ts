export { allowRepositories, removeRepositories } from './connect-repositories.ts';
export { createOrganization, firstOrganizationPlan } from './create-organization.ts';
export { deleteOrganization } from './delete-organization.ts';
export { OrganizationRefusal } from './errors.ts';
export { registerOrganizationRoutes } from './routes.ts';
export {
  hasSeveralOrganizations,
  selectConnections as findConnectedRepositories,
  selectFirstOrganization as findFirstOrganization,
  selectNamedOrganization as findOrganization,
  selectOrganizationName as findOrganizationName,
  selectOrganization as readOrganization,
  selectOrganizations as listOrganizations,
  selectPlan as findPlan,
  type ConnectionRow,
  type OrganizationRow,
  type OrganizationTables,
} from './store.ts';
export { changeOrganization } from './update-organization.ts';
