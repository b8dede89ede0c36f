import { expect, test } from 'vitest'
import { signInSchema, signUpSchema } from '#app/contract/account/accounts.ts'
import type { ApiFailure, ApiResult } from '#app/contract/base/api-result.ts'
import { FormStore } from './form-store.ts'
import { checkFields, refusedFields } from './validation.ts'

const failure = (over: Partial<ApiFailure>): ApiFailure => ({
  statusCode: 422,
  statusMessage: '',
  detail: 'Whole',
  code: 'invalid_input',
  ...over,
})

/** Opens a form the way pages do. */
function openForm(answers: ApiResult<null>[] = []) {
  const form = new FormStore({ email: '', password: '' })
  const sent: unknown[] = []
  const submit = () =>
    form.submit({
      schema: () => Promise.resolve(signInSchema),
      send: (values) => {
        sent.push(values)
        return Promise.resolve(answers.shift() ?? { ok: true, data: null })
      },
      onSuccess: () => undefined,
      fieldOf: { bad_credentials: 'password' },
    })
  const errorsOf = (name: 'email' | 'password') => form.state.problems[name]
  return { form, submit, sent, errorsOf }
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
  const { form, submit, sent, errorsOf } = openForm()
  form.change('password', '')
  expect(errorsOf('password')).toBeUndefined()

  form.change('email', 'ann@example.com')
  await submit()
  expect([errorsOf('email'), errorsOf('password')]).toEqual([undefined, { code: 'required' }])

  form.change('email', '')
  expect([errorsOf('email'), errorsOf('password')]).toEqual([undefined, { code: 'required' }])
  form.change('password', 'x')
  expect(errorsOf('password')).toBeUndefined()

  await submit()
  expect(errorsOf('email')).toEqual({ code: 'required' })
  expect(sent).toEqual([])
})

test('a value that the API refused keeps its error until it changes, and the next submit asks the API again', async () => {
  const { form, submit, sent, errorsOf } = openForm([{ ok: false, error: failure({ code: 'bad_credentials', statusCode: 401 }) }])
  form.change('email', 'ann@example.com')
  form.change('password', 'wrong')
  await submit()
  expect(errorsOf('password')).toEqual({ detail: 'Whole' })
  form.change('password', 'right')
  expect(errorsOf('password')).toBeUndefined()
  form.change('password', 'wrong')
  await submit()
  expect(sent).toHaveLength(2)
})

test('a second submit during a call sends nothing', async () => {
  const { form, submit, sent } = openForm()
  form.change('email', 'ann@example.com')
  form.change('password', 'x')
  await Promise.all([submit(), submit()])
  expect(sent).toHaveLength(1)
  expect(form.state.busy).toBe(false)
})

test('without its schema a form is sent as it is', async () => {
  const form = new FormStore({ email: '' })
  const sent: unknown[] = []
  await form.submit({
    schema: () => Promise.reject(new TypeError('lost')),
    send: (values) => Promise.resolve({ ok: true, data: sent.push(values) }),
    onSuccess: () => undefined,
  })
  expect(sent).toEqual([{ email: '' }])
})
