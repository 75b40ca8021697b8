/** A module that may read every table. */
export interface TableException {
  readonly module: string;
  readonly why: string;
}

/**
 * The only modules that read other modules' tables. All others call functions of the owner's `index.ts` in their
 * transaction, or read a view that the owner declares (docs/decisions/0100). An unused exception fails the check.
 */
export const tableExceptions: readonly TableException[] = [
  { module: 'operations/auditor', why: 'It checks the promises independently of the code that keeps them.' },
  { module: 'operations/backups', why: 'It copies all rows in one snapshot.' },
  {
    module: 'operations/retention',
    why: 'Its dry run reads the age of rows in the tables that its rules list (rules.ts), in a transaction that is rolled back.',
  },
];
