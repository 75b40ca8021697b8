export { createUtilityStyles } from './create-utility-styles.ts';
