import { fileURLToPath } from 'node:url';

// The only files outside this package that the server reads. The import check allows such paths only here.

/**
 * The output folder of the dashboard's build. An installation works without it; `/dashboard` then says what is missing.
 */
export const dashboardFolder = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));
/** The site that a new embedded repository starts with; `docwright init` also uses it. */
export const starterFolder = fileURLToPath(new URL('../../../cli/starter-site', import.meta.url));
/** The pages of the manual. */
export const manualFolder = fileURLToPath(new URL('../../../../docs', import.meta.url));
