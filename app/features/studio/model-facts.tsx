import { Trans, useLingui } from '@lingui/react/macro'
import type { Kind } from '#app/contract/common.ts'
import type { Model } from '#app/contract/models.ts'
import { useFormat } from '#app/shell/format.ts'
import { kindIcons } from '#app/shell/kinds.tsx'
import { usePriceWords } from '#app/shell/price-words.ts'
import { takenBy } from './model-search.ts'

export function useTakesNames(): Record<Kind, string> {
  const { t } = useLingui()
  return { image: t`takes pictures`, video: t`takes videos`, audio: t`takes sounds`, text: t`takes text files` }
}

/** Services as they write themselves; one that an operator has named is shown as it was named. */
const serviceNames: Record<string, string> = {
  openai: 'OpenAI',
  google: 'Google',
  xai: 'xAI',
  anthropic: 'Anthropic',
  mistral: 'Mistral',
  fal: 'fal',
  replicate: 'Replicate',
  bfl: 'Black Forest Labs',
  elevenlabs: 'ElevenLabs',
  alibaba: 'Alibaba',
  minimax: 'MiniMax',
  ollama: 'Ollama',
}

export function useProviderName() {
  const { t } = useLingui()
  return (provider: string): string => (provider === 'sketch' ? t`Built in` : (serviceNames[provider] ?? provider))
}

/** What a model costs, how long it takes, how often it succeeds and what it takes: one line, each with words for those who cannot see it. */
export function ModelFacts({ model }: { model: Model }) {
  const { duration, percent } = useFormat()
  const priceWords = usePriceWords()
  const { measured } = model
  return (
    <span className="tabular block text-sm text-ink-soft">
      {priceWords(model.price)}
      {measured && (
        <>
          {' · '}
          <Trans>usually {duration(measured.wait_p50_ms)}</Trans>
          {' · '}
          <Trans>{percent(measured.success_rate)} succeed</Trans>
        </>
      )}
    </span>
  )
}

export function TakesIcons({ model }: { model: Pick<Model, 'inputs'> }) {
  const names = useTakesNames()
  const taken = takenBy(model)
  if (taken.length === 0) return null
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-ink-soft">
      {taken.map((kind) => {
        const Icon = kindIcons[kind]
        return (
          <span key={kind} title={names[kind]}>
            <Icon aria-hidden className="size-4" strokeWidth={1.75} />
            <span className="sr-only">, {names[kind]}</span>
          </span>
        )
      })}
    </span>
  )
}
