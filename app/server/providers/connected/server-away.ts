import type { ServerText } from '../../i18n.ts'
import type { ProviderModel } from '../provider.ts'

const text: ServerText = /*i18n*/ {
  id: 'model.server_away',
  message: 'The server of this model isn’t responding. Try again in a minute or choose another model.',
}

/** The reason why the models of a server that has not responded for minutes cannot be run. */
export const serverAway: NonNullable<ProviderModel['unavailable']> = { text, values: {}, retryAfter: 60 }
