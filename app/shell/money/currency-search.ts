import { oneOf } from '#app/contract/search-params.ts'
import { currencies } from '#config'

/** `?currency=` of pages with prices; invalid values are ignored. */
export const currencyParam = oneOf(...currencies)
