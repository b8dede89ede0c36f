import { Trans, useLingui } from '@lingui/react/macro'
import type { FileKind } from '#app/contract/base/values.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { kindIcons } from '#app/shell/media/kinds.tsx'
import { usePricePhrase } from '#app/shell/money/use-price-phrase.ts'
import { takenBy } from './model-search.ts'

export function useTakesNames(): Record<FileKind, string> {
  const { t } = useLingui()
  return {
    image: t`accepts images`,
    video: t`accepts videos`,
    audio: t`accepts audio`,
    text: t`accepts text files`,
    document: t`accepts PDFs`,
  }
}

/** Services by their own names; one that the operator named keeps that name. */
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
  deepseek: 'DeepSeek',
  groq: 'Groq',
  runway: 'Runway',
  luma: 'Luma',
  kling: 'Kling',
  stability: 'Stability AI',
  recraft: 'Recraft',
  ideogram: 'Ideogram',
  openrouter: 'OpenRouter',
  ollama: 'Ollama',
}

export function useProviderName() {
  const { t } = useLingui()
  return (provider: string): string => (provider === 'sketch' ? t`Built in` : (serviceNames[provider] ?? provider))
}

/** A model's price, duration, success rate and inputs in one line, with text for screen readers. */
export function ModelFacts({ model }: { model: Model }) {
  const { duration, percent } = useFormat()
  const pricePhrase = usePricePhrase()
  const { measured } = model
  const usual = measured?.usual_run_ms ?? 0
  return (
    <span className="block text-sm text-ink-soft">
      {pricePhrase(model.price)}
      {measured && (
        <>
          {usual >= 1_000 && (
            <>
              {' · '}
              <Trans>usually about {duration(usual)}</Trans>
            </>
          )}
          {' · '}
          <Trans>{percent(measured.success_rate)} success rate</Trans>
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
