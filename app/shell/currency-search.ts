import * as v from 'valibot'
import { currencies } from '#config'

/** `?currency=` of the pages with prices; anything else is read as no choice. */
export const currencySearchSchema = v.object({ currency: v.fallback(v.optional(v.picklist(currencies)), undefined) })
