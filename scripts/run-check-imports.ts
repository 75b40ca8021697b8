import { checkImports } from './check-imports.ts';

const { modules, imports, circles, violations } = checkImports(process.cwd());
for (const violation of violations) console.error(violation);
console.log(
  `${modules} modules and ${imports} imports checked: ${circles} circles (types included), ${violations.length - circles} imports upward or astray`,
);
process.exitCode = violations.length > 0 ? 1 : 0;
