import { fileURLToPath } from 'node:url';

// The only files outside this package that the server reads. The import check allows paths to them only in this file.

/**
 * The output folder of the dashboard's build. An installation works without it; in that case, `/dashboard` explains
 * what is missing.
 */
export const dashboardFolder = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));
/** The site in a new embedded repository, which `docwright init` also uses. */
export const starterFolder = fileURLToPath(new URL('../../../cli/starter-site', import.meta.url));
/** The pages of the manual. */
export const manualFolder = fileURLToPath(new URL('../../../../docs', import.meta.url));
