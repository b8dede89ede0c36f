import { useLingui } from '@lingui/react/macro'
import { config } from '#config'
import type { FieldProblem } from './validation.ts'

/** What is wrong with a field in words: the API's own, or ours for a code of the contract. */
export function useFieldWords() {
  const { t } = useLingui()
  const { minLength, maxLength } = config.auth.password
  return (problem: FieldProblem): string => {
    if ('detail' in problem) return problem.detail || t`Check this field.`
    switch (problem.code) {
      case 'required':
        return t`Fill this in.`
      case 'code_wrong':
        return t`This is no code.`
      case 'email_invalid':
        return t`This does not look like an e-mail address.`
      case 'password_too_short':
        return t`At least ${minLength} characters.`
      case 'password_too_long':
        return t`At most ${maxLength} characters.`
      case 'too_long':
        return t`This is too long.`
      case 'terms_not_accepted':
        return t`An account needs your agreement to these documents.`
      default:
        return t`Check this field.`
    }
  }
}
