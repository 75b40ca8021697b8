import { checkImports } from './check-imports.ts';
import { checkTables } from './check-tables.ts';
import { serverAreas } from './import-rules.ts';
import { tableExceptions } from './table-rules.ts';

const { modules, imports, circles, violations } = checkImports(process.cwd());
const tables = checkTables(process.cwd(), { areas: serverAreas, exceptions: tableExceptions });
for (const violation of [...violations, ...tables.violations]) console.error(violation);
const exceptions = Array.from(tables.exceptions, ([module, count]) => `${module} reads ${count}`).join(', ');
console.log(
  `${modules} modules and ${imports} imports checked: ${circles} cycles (including types), ${violations.length - circles} forbidden imports; ${tables.tables} tables and ${tables.views} views: ${tables.foreign} foreign table accesses (exceptions: ${exceptions}), ${tables.violations.length} violations`,
);
process.exitCode = violations.length + tables.violations.length > 0 ? 1 : 0;
