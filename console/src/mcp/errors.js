// The three ways a call can fail: nobody answers, somebody refuses, the tool says no.

/** The server does not answer. */
export class Lost extends Error {
  constructor() {
    super('the server does not answer');
  }
}

/** The server asks for another token. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The server or a tool answered with an error that a person can act on. */
export class Failed extends Error {
  constructor(message, { code = '', hint = '' } = {}) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** What a failed tool call says of itself. */
export function failureOf(result) {
  const error = result._meta?.['ensemble/error'];
  if (error) return new Failed(error.message, error);
  const text = (result.content ?? []).find((block) => block.type === 'text')?.text;
  return new Failed(text ?? 'the tool failed and gave no reason');
}
