import type { ServerText } from '../../i18n.ts'

/** The reason why a listed model cannot be run: only the operator knows its cost. */
export const noPrice: ServerText = /*i18n*/ {
  id: 'model.no_price',
  message: 'The server’s administrator hasn’t set a price for this model yet.',
}
