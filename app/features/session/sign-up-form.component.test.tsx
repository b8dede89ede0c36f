import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { personalDataConsentVersion } from '#app/contract/account/consent.ts'
import { getSessionCall, signInCall, signUpCall } from '#app/contract/account/auth.calls.ts'
import type { Locale } from '#config'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { acceptSignIn, openPage, refuse } from '#tests/fixtures/component/page.tsx'

const say = {
  en: { email: 'Email', password: 'Password', terms: /^I agree/, create: 'Create account', guessable: /easy to guess/ },
  ru: {
    email: 'Почта',
    password: 'Пароль',
    terms: /^Принимаю/,
    create: 'Создать аккаунт',
    guessable: /[а-яё]{3}.*угадать|подобрать|слишком/i,
  },
} as const satisfies Record<Locale, unknown>

const fieldsIn = (locale: Locale) => ({
  email: () => screen.getByLabelText(say[locale].email),
  password: () => screen.getByLabelText(say[locale].password),
  terms: () => screen.getByRole('checkbox', { name: say[locale].terms }),
  submit: () => within(screen.getByRole('main')).getByRole('button', { name: say[locale].create }),
})
const { email, password, terms, submit } = fieldsIn('en')
const invalidFields = () => document.querySelectorAll('[aria-invalid=true]')
const path = '/signin?mode=sign-up&redirect=%2Fpassword%2Fchange'

test('errors show on submit, the first invalid field has the focus, and a corrected field loses its error', async () => {
  const { person } = await openPage(path)
  await person.type(email(), 'ann')
  await person.type(password(), 'short')
  await person.tab()
  expect(invalidFields()).toHaveLength(0)
  await person.click(submit())
  await waitFor(() => expect(email()).toHaveFocus())
  expect(email()).toHaveAccessibleDescription('That doesn’t look like an email address.')
  expect(terms()).toHaveAccessibleDescription('To create an account, accept these documents.')
  expect(invalidFields()).toHaveLength(3)
  await person.type(email(), '@')
  expect(email()).toBeInvalid()
  await person.type(email(), 'example.com')
  expect(email()).toBeValid()
  await person.clear(email())
  expect(email()).toBeValid()
  expect(password()).toBeInvalid()
  expect(api.inputs(signUpCall)).toEqual([])
})

test('a change of language keeps typed values and translates the errors', async () => {
  const { person } = await openPage(path)
  await person.type(email(), 'ann')
  await person.type(password(), 'short')
  await person.click(submit())
  await waitFor(() => expect(email()).toHaveAccessibleDescription('That doesn’t look like an email address.'))
  await person.click(await screen.findByRole('radio', { name: 'Русский' }))
  const russian = fieldsIn('ru')
  await waitFor(() => expect(russian.email()).toHaveAccessibleDescription('Проверьте адрес почты.'))
  expect(russian.email()).toHaveValue('ann')
  expect(russian.password()).toHaveValue('short')
})

test('a taken email is reported at its field, and another one signs up', async () => {
  api.answer(signUpCall, ({ email: sent }) => (sent === 'bob@example.com' ? refuse('email_taken')() : ann))
  const { person, router } = await openPage(path)
  await person.type(email(), 'bob@example.com')
  await person.type(password(), 'velvet anchor biscuit orbit')
  await person.click(terms())
  await person.click(submit())
  await waitFor(() => expect(email()).toHaveFocus())
  expect(email()).toHaveAccessibleDescription(/account/)
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
  expect(password()).toHaveValue('velvet anchor biscuit orbit')
  await person.clear(email())
  await person.type(email(), ann.email)
  expect(email()).toBeValid()
  acceptSignIn(ann)
  await person.click(submit())
  await waitFor(() => expect(router.state.location.pathname).toBe('/password/change'))
  expect(api.inputs(signUpCall).at(-1)).toMatchObject({ email: ann.email, accept_terms: true, locale: 'en' })
  expect(api.inputs(signInCall)).toHaveLength(1)
  expect(api.inputs(getSessionCall)).toHaveLength(1)
})

test.each(['en', 'ru'] as const)('a common password is refused at its field, in the language of the page: %s', async (locale) => {
  api.answer(signUpCall, refuse('invalid_input', { fields: { password: 'password_too_common' } }))
  const fields = fieldsIn(locale)
  const { person } = await openPage(path, { locale })
  await person.type(fields.email(), ann.email)
  await person.type(fields.password(), 'password123456')
  await person.click(fields.terms())
  await person.click(fields.submit())
  await waitFor(() => expect(fields.password()).toHaveFocus())
  expect(fields.password()).toHaveAccessibleDescription(say[locale].guessable)
})

const levels = {
  en: { weak: /^Weak/, strong: 'Strong', short: 'Too short 4 more characters.', spoken: /^Password: Strong\./ },
  ru: { weak: /^Слабый/, strong: 'Надёжный', short: 'Короткий Нужно ещё 4 символа.', spoken: /^Пароль: Надёжный\./ },
}

test.each(['en', 'ru'] as const)(
  'the strength of a password is shown by a word and by bars, and announced when typing pauses: %s',
  async (locale) => {
    const level = levels[locale]
    const fields = fieldsIn(locale)
    const { person } = await openPage(path, { locale })
    const bars = () => document.querySelector('[data-level]')
    await person.type(fields.email(), 'annabel.quill@example.com')
    expect(bars()).toHaveAttribute('data-level', '0')
    await person.type(fields.password(), 'wander')
    await waitFor(() => expect(fields.password()).toHaveAccessibleDescription(level.short))
    await person.clear(fields.password())
    await person.type(fields.password(), 'annabel.quill')
    await waitFor(() => expect(fields.password()).toHaveAccessibleDescription(level.weak))
    expect(bars()).toHaveAttribute('data-level', '1')
    await person.clear(fields.password())
    await person.type(fields.password(), 'velvet anchor biscuit orbit')
    await waitFor(() => expect(fields.password()).toHaveAccessibleDescription(level.strong))
    expect(bars()).toHaveAttribute('data-level', '4')
    const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    await waitFor(() => expect(spoken()).toContainEqual(expect.stringMatching(level.spoken)))
  },
)

test('where the operator asks for it, the consent to personal data is a box of its own with its document, and is sent with its version', async () => {
  api.answer(signUpCall, () => ann)
  acceptSignIn(ann)
  const { person, router } = await openPage(path, { methods: { personal_data_consent: true } })
  const consent = () => screen.getByRole('checkbox', { name: /processing of my personal data/ })
  expect(screen.getByRole('link', { name: 'processing of my personal data' })).toHaveAttribute('href', '/legal/consent')
  expect(consent()).not.toBeChecked()
  await person.type(email(), ann.email)
  await person.type(password(), 'velvet anchor biscuit orbit')
  await person.click(screen.getByRole('checkbox', { name: /terms/ }))
  await person.click(submit())
  await waitFor(() => expect(consent()).toHaveAccessibleDescription('To create an account, agree to this.'))
  expect(api.inputs(signUpCall)).toEqual([])
  await person.click(consent())
  await person.click(submit())
  await waitFor(() => expect(router.state.location.pathname).toBe('/password/change'))
  expect(api.inputs(signUpCall)).toMatchObject([{ personal_data_consent: { version: personalDataConsentVersion, locale: 'en' } }])
})
