import { compileEntryPoints } from './compile-entry-points.ts';

const isSealed = process.argv.includes('--sealed');
const startedAt = performance.now();
const folder = await compileEntryPoints({ isSealed });
console.log(`compiled into ${folder} in ${(performance.now() - startedAt).toFixed(0)} ms`);
