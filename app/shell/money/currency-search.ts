import { text } from '#app/contract/base/search-params.ts'

/** `?currency=` of pages with prices; an invalid value is ignored. */
export const currencyParam = text(3, /^[A-Z]{3}$/)
