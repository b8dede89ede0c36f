import type { Locale } from '#config'
import { translate } from '#app/server/i18n.ts'
import type { Providers } from '#app/server/providers/providers.ts'

/** Returns the names of models by id. A retired model that is no longer listed keeps its id as its name. */
export async function readModelNames(providers: Providers, locale: Locale): Promise<(id: string) => string> {
  const names = new Map((await providers.models()).map((model) => [model.id, translate(locale, model.name)]))
  return (id) => names.get(id) ?? id
}
