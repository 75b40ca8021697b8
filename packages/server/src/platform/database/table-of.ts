import type { SelectType, Simplify } from 'kysely';
import type { Schema } from './schema.generated.ts';

/**
 * `Narrow`, if each of its columns exists, has only values that the database can return, and allows null if the column
 * does.
 */
type Fitting<Columns, Narrow> = {
  readonly [Name in keyof Narrow]: Name extends keyof Columns
    ? SelectType<Narrow[Name]> extends SelectType<Columns[Name]>
      ? IsNullable<Columns[Name]> extends IsNullable<Narrow[Name]>
        ? Narrow[Name]
        : 'the column can be null'
      : 'the column has other values'
    : 'the table has no such column';
};

type IsNullable<Column> = null extends SelectType<Column> ? true : false;

/**
 * The columns of a table or view as the migrations define them. A module narrows columns whose values it defines more
 * precisely than the database: the structure of a `jsonb`, or the names in a list of scopes.
 */
export type TableOf<Name extends keyof Schema, Narrow extends Fitting<Schema[Name], Narrow> = object> = Simplify<
  Omit<Schema[Name], keyof Narrow> & Narrow
>;
