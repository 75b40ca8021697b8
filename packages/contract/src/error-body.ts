import { Type, type Static } from 'typebox';
import { errorCodes, type ErrorCode } from './error-codes.ts';

/** The body of every error response. It never contains a stack trace, SQL, a host path or an upstream body. */
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'What went wrong, for people: the value and what is allowed.' }),
    message: Type.Optional(
      Type.String({ description: 'The same as `error`; only in rejected requests under `/discovery`.' }),
    ),
    code: Type.Enum(Object.keys(errorCodes) as ErrorCode[], { description: 'Stable; for programs.' }),
    requestId: Type.String({ description: 'The same as the X-Request-Id header; search for it in the log.' }),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'JSON Pointer (RFC 6901) into the body, or the name of a parameter.' }),
          message: Type.String(),
        }),
        { description: 'Only with status 400.' },
      ),
    ),
  },
  { $id: 'Error' },
);
export type ErrorBody = Static<typeof ErrorBody>;
