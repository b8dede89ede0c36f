import { oneOf } from '#app/contract/search-params.ts'
import { currencies } from '#config'

/** `?currency=` of pages with prices; an invalid value is ignored. */
export const currencyParam = oneOf(...currencies)
