export { allowRepositories, removeRepositories } from './connect-repositories.ts';
export { createOrganization, firstOrganizationPlan } from './create-organization.ts';
export { deleteOrganization } from './delete-organization.ts';
export { OrganizationRefusal } from './errors.ts';
export { registerOrganizationRoutes } from './routes.ts';
export {
  connectedRepositoryRows,
  type ConnectionRow,
  hasSeveralOrganizations,
  findConnectedRepositories,
  findFirstOrganization,
  findOrganization,
  findOrganizationName,
  readOrganization,
  listOrganizations,
  lockOrganization,
  findPlan,
  markPurged,
  type OrganizationRow,
  type OrganizationTables,
  selectOrganizationsToPurge,
} from './store.ts';
export { changeOrganization, nameOrganization } from './update-organization.ts';
