/** An expression that can't be evaluated: an unknown name, an unsupported call, a limit. */
export class ExpressionFault extends Error {
  readonly code: 'undefined-name' | 'unsupported-expression' | 'expression-limit' | 'expression-error';
  /** The undefined name, if the code is `undefined-name`. */
  readonly subject: string;

  constructor(code: ExpressionFault['code'], message: string, subject = '') {
    super(message);
    this.name = 'ExpressionFault';
    this.code = code;
    this.subject = subject;
  }
}

export function unsupported(what: string): ExpressionFault {
  return new ExpressionFault('unsupported-expression', `${what} can't be evaluated while the site is built`, what);
}
