import type { ServerText } from '../../i18n.ts'

/** Why a model that is there cannot be run: what it costs the operator is known to them alone. */
export const noPrice: ServerText = /*i18n*/ {
  id: 'model.no_price',
  message: 'Whoever runs this server has not set a price for this model yet.',
}
