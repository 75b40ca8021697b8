import { otherNames } from './distinct-names.ts';

/** How an API responded to a playground call; `none`: it didn't respond. */
export const callStatuses = ['1xx', '2xx', '3xx', '4xx', '5xx', 'none'] as const;

/** A call as it is counted, without the reader's input. */
export interface PlaygroundCall {
  /** The HTTP method in uppercase; empty for calls that are counted together. */
  readonly method: string;
  /** Path of the operation, with the names of its parameters: `/users/{id}`. */
  readonly operation: string;
  /** `unknown` for calls that are counted together. */
  readonly status: (typeof callStatuses)[number] | 'unknown';
}

/** Joins the parts of a call. No part can contain the line feed between them. */
export const joinCall = ({ method, operation, status }: PlaygroundCall): string =>
  [method, operation, status].join('\n');

export function splitCall(subject: string): PlaygroundCall {
  if (subject === otherNames) return { method: '', operation: otherNames, status: 'unknown' };
  const [method = '', operation = '', reported] = subject.split('\n');
  return { method, operation, status: callStatuses.find((status) => status === reported) ?? 'unknown' };
}
