import { localePath, splitLocalePath } from '#app/contract/base/locale.ts'
import * as config from '#config'
import { isLocale, type Locale } from '#config'
import { all, first } from './dom.ts'

const storageKey = 'quartet.typed'
const radios = '[data-choice="language"] input'

/** Handles the switch of the language: loads the page in it, with the typed text and at the same scroll position. */
export function keepLanguage(): void {
  restore()
  for (const radio of all<HTMLInputElement>(radios)) {
    const choose = () => isLocale(radio.value) && change(radio.value)
    // The language was chosen before the script had loaded.
    if (radio.checked && radio.value !== document.documentElement.lang) choose()
    radio.addEventListener('change', choose)
  }
}

function change(locale: Locale): void {
  document.cookie = `${config.locale.cookie.name}=${locale}; path=/; max-age=${config.locale.cookie.maxAge}; samesite=lax`
  try {
    sessionStorage.setItem(
      storageKey,
      JSON.stringify([scrollY, ...fields().map((field) => (isRadio(field) ? field.checked : field.value))]),
    )
  } catch {
    // Blocked storage: typed text is lost.
  }
  const { pathname, search, hash } = location
  const path = splitLocalePath(pathname)
  if (path.locale) location.replace(localePath(locale, path.pathname) + search + hash)
  else location.reload()
}

const fields = () => all<HTMLInputElement | HTMLTextAreaElement>('main :is(textarea, input[type="radio"])')
const isRadio = (field: HTMLInputElement | HTMLTextAreaElement): field is HTMLInputElement => field.type === 'radio'

function restore(): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    sessionStorage.removeItem(storageKey)
    if (!Array.isArray(stored)) return
    const [place, ...values] = stored
    for (const [index, field] of fields().entries()) {
      if (isRadio(field)) field.checked = Boolean(values[index])
      else field.value = String(values[index])
    }
    first(`${radios}:checked`)?.focus({ preventScroll: true })
    scrollTo(0, Number(place))
  } catch {
    // Storage is blocked, or the page has another version.
  }
}
