import type { OptionValues, Understood } from '#app/contract/generations.ts'
import type { Locale } from '#config'
import { translate } from '../../i18n.ts'
import type { Understanding } from '../../providers/provider.ts'
import type { Providers } from '../../providers/providers.ts'

export type UnderstandPromptOptions = { locale: Locale; model: string; prompt: string; options: OptionValues }

/** Reading takes a millisecond or two, and a list shows the same prompts again and again. */
const maxKept = 1_000
const kept = new WeakMap<Providers, Map<string, Understanding | null>>()

/** How the model reads the prompt, in the caller's language. */
export async function understandPrompt(providers: Providers, { locale, ...request }: UnderstandPromptOptions): Promise<Understood | null> {
  const own = kept.get(providers) ?? new Map<string, Understanding | null>()
  kept.set(providers, own)
  const key = JSON.stringify(request)
  let understanding = own.get(key)
  if (understanding === undefined) {
    // A reader that stumbles over some prompt must not keep a whole list from being shown.
    understanding = await providers.understand(request).catch(() => null)
    const [oldest] = own.keys()
    if (own.size >= maxKept && oldest !== undefined) own.delete(oldest)
    own.set(key, understanding)
  }
  return understanding && { used: understanding.used.map((text) => translate(locale, text)), ignored: understanding.ignored }
}
