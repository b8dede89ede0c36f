import { FormApi } from '@tanstack/react-form'
import { expect, test } from 'vitest'
import { signInSchema, signUpSchema } from '#app/contract/accounts.ts'
import type { ApiFailure } from '#app/contract/api-result.ts'
import { afterFirstTry, checkFields, refusedFields } from './validation.ts'

const failure = (over: Partial<ApiFailure>): ApiFailure => ({
  statusCode: 422,
  statusMessage: '',
  detail: 'Whole',
  code: 'invalid_input',
  ...over,
})

/** A form as the pages make it, with a field for each value. */
function openForm() {
  let wrong: ReadonlySet<string> = new Set()
  const form = new FormApi({
    defaultValues: { email: '', password: '' },
    validationLogic: afterFirstTry,
    validators: {
      onDynamic({ value, formApi }) {
        const fields = checkFields({ schema: signInSchema, value, only: formApi.state.isSubmitting ? undefined : wrong, refused: {} })
        wrong = new Set(Object.keys(fields))
        return wrong.size > 0 ? { fields } : undefined
      },
    },
  })
  form.mount()
  const errorsOf = (name: 'email' | 'password') => form.getFieldMeta(name)?.errors ?? []
  return { form, errorsOf }
}

test('the contract reports the first error of each field', () => {
  const value = { email: 'ann', password: '', accept_terms: false }
  expect(checkFields({ schema: signUpSchema, value, refused: {} })).toEqual({
    email: { code: 'email_invalid' },
    password: { code: 'password_too_short' },
    accept_terms: { code: 'terms_not_accepted' },
  })
  expect(checkFields({ schema: signInSchema, value: { email: 'ann@example.com', password: 'x' }, refused: {} })).toEqual({})
})

test('only the requested fields are reported', () => {
  const value = { email: '', password: '' }
  expect(checkFields({ schema: signInSchema, value, only: new Set(['password']), refused: {} })).toEqual({ password: { code: 'required' } })
})

test('a value that the API rejected shows its message until it is changed', () => {
  const refused = { email: { value: 'ann@example.com', detail: 'Taken.' } }
  const check = (email: string) => checkFields({ schema: signInSchema, value: { email, password: 'x' }, refused })
  expect(check('ann@example.com')).toEqual({ email: { detail: 'Taken.' } })
  expect(check('eve@example.com')).toEqual({})
})

test('field errors of the API land at the fields of the form, and a code of the whole call at the one it belongs to', () => {
  const value = { email: 'a', password: 'b' }
  const fields = { password: { code: 'password_too_common', detail: 'Common.' } } as const
  expect(refusedFields(failure({ fields }), value, {})).toEqual({ password: { value: 'b', detail: 'Common.' } })
  expect(refusedFields(failure({ code: 'email_taken' }), value, { email_taken: 'email' })).toEqual({
    email: { value: 'a', detail: 'Whole' },
  })
})

test('an error that belongs to no field of the form is one of the whole form', () => {
  const value = { password: 'b' }
  expect(refusedFields(failure({ fields: { token: { code: 'too_long', detail: 'Long.' } } }), value, {})).toBeNull()
  expect(refusedFields(failure({ code: 'too_many_attempts' }), value, {})).toBeNull()
})

test('nothing is reported before the first submit; after it a wrong field is checked with every change, and a right one is left alone', async () => {
  const { form, errorsOf } = openForm()
  form.setFieldValue('password', '')
  expect(errorsOf('password')).toEqual([])

  form.setFieldValue('email', 'ann@example.com')
  await form.handleSubmit()
  expect([errorsOf('email'), errorsOf('password')]).toEqual([[], [{ code: 'required' }]])

  form.setFieldValue('email', '')
  expect([errorsOf('email'), errorsOf('password')]).toEqual([[], [{ code: 'required' }]])
  form.setFieldValue('password', 'x')
  expect(errorsOf('password')).toEqual([])

  await form.handleSubmit()
  expect(errorsOf('email')).toEqual([{ code: 'required' }])
})
