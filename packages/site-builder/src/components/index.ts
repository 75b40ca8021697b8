export { builtInComponents } from './built-in-components.ts';
