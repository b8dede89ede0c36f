import * as v from 'valibot'
import { currencies } from '#config'

/** `?currency=` of pages with prices; invalid values are ignored. */
export const currencySearchSchema = v.object({ currency: v.fallback(v.optional(v.picklist(currencies)), undefined) })
