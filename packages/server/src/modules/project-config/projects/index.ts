export { removeProject, type OnProjectDeleted } from './delete-project.ts';
export {
  forgetDeletedProject,
  selectDeletedProject,
  selectDeletedProjectIds,
  selectDeletedProjects,
  selectProjectToDelete,
  type DeletedProject,
} from './deleted-store.ts';
export { projectNotFound } from './errors.ts';
export { parseDomain } from './parse-domain.ts';
export { requireProjects } from './require-projects.ts';
export { isIn } from './require-within-binding.ts';
export { registerProjectRoutes, type ProjectRouteDeps } from './routes.ts';
export { createProject, resolveRepository, type ProjectDeps, type ResolveDeps } from './save-project.ts';
export { toRepositoryPath } from './to-repository-path.ts';
export {
  lockProject,
  lockProjectList,
  ofLivingProject,
  ofLivingProjects,
  setModelOfProjects,
  setProjectModel,
  findProject,
  findProjectByDomain,
  findProjectOfAnyOrganization,
  listProjectRepositories,
  findProjectUsing,
  type ProjectRow,
  type ProjectTables,
} from './store.ts';
