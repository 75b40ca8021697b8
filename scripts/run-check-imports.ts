import { checkImports } from './check-imports.ts';

const { modules, imports, violations } = checkImports(process.cwd());
for (const violation of violations) console.error(violation);
console.log(`${modules} modules and ${imports} imports looked at`);
process.exitCode = violations.length > 0 ? 1 : 0;
