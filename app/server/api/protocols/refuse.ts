import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import { Problem } from '../../core/problem.ts'

/** Refuses a request for one of its parameters. */
export function refuse(param: string, code: FieldErrorCode): never {
  throw new Problem('invalid_input', { fields: { [param]: code } })
}
