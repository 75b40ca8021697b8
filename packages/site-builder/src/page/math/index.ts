export { mathFiles } from './math-files.ts';
export type { MathFiles } from './math-files.ts';
export { renderMath } from './render-math.ts';
export type { MathOutcome } from './render-math.ts';
