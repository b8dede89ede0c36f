import type * as v from 'valibot'

class BadCallError extends Error {
  readonly status = 422
}

/**
 * Types a server function's input by the contract's schema. The values themselves are checked by the API, which is the one that
 * can say what is wrong in the person's language; only what no page of ours can send is refused here.
 */
export function accept<S extends v.GenericSchema<object>>(_schema: S) {
  return (input: v.InferInput<S>): v.InferInput<S> => {
    if (typeof input !== 'object' || input === null) throw new BadCallError('The call carries no input.')
    return input
  }
}
