import { checkImports } from './check-imports.ts';
import { checkTables } from './check-tables.ts';
import { tableRules } from './table-rules.ts';

const { modules, imports, circles, violations } = checkImports(process.cwd());
const tables = checkTables(process.cwd(), tableRules);
for (const violation of [...violations, ...tables.violations]) console.error(violation);
console.log(
  `${modules} modules and ${imports} imports checked: ${circles} circles (types included), ${violations.length - circles} forbidden imports; ${tables.tables} tables: ${tables.declared.length} declared reads by other modules, ${tables.violations.length} violations`,
);
process.exitCode = violations.length + tables.violations.length > 0 ? 1 : 0;
