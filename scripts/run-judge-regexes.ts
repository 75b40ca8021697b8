import { listServiceRegexes, updateVerdicts } from './service-regexes.ts';

const regexes = listServiceRegexes(process.cwd());
const slow = updateVerdicts(process.cwd(), regexes);
for (const { path, source } of slow) console.log(`takes more than linear time: ${path} ${source}`);
console.log(`${regexes.length} patterns, ${slow.length} of them not linear`);
