import { useLingui } from '@lingui/react/macro'
import * as config from '#config'
import type { FieldProblem } from './validation.ts'

/** The message of a field's error: the API's own, or ours for a code of the contract. */
export function useFieldMessage() {
  const { t } = useLingui()
  const { minLength, maxLength } = config.auth.password
  return (problem: FieldProblem): string => {
    if ('detail' in problem) return problem.detail || t`Check this field.`
    switch (problem.code) {
      case 'required':
        return t`Fill this in.`
      case 'code_wrong':
        return t`That code isn’t valid.`
      case 'email_invalid':
        return t`That doesn’t look like an email address.`
      case 'password_too_short':
        return t`At least ${minLength} characters.`
      case 'password_too_long':
        return t`At most ${maxLength} characters.`
      case 'too_long':
        return t`This is too long.`
      case 'terms_not_accepted':
        return t`To create an account, accept these documents.`
      case 'consent_not_given':
        return t`To create an account, agree to this.`
      default:
        return t`Check this field.`
    }
  }
}
