import { generatePages } from './run-all/stored-results.ts';

/** Writes the tables of bench/README.md and docs/operate/sizing.mdx from the measurements and bench/results.json. */
generatePages();
