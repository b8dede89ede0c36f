import { Trans, useLingui } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/api-result.ts'
import { useFailureWords } from '#app/shell/failure.ts'
import { useFormat } from '#app/shell/format.ts'
import { useOptionText } from '#app/shell/work/option-text.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Composer } from './use-composer.ts'

/** A problem that is told at the field it is about. */
const atField = /^(?:prompt|model|inputs|options\.\w+|inputs\.\d+)$/

/** Limits that people set for themselves: told with a way to them. */
const overLimitCodes: ReadonlySet<ApiFailure['code']> = new Set(['over_run_limit', 'over_daily_limit'])
const OverLimit = lazyPart(async () => (await import('./over-limit.tsx')).OverLimit)
const Unverified = lazyPart(async () => (await import('./unverified.tsx')).Unverified)

/** The way to run what is set, with its price; or why it cannot run, and what to do about it. */
export function Send({ composer }: { composer: Composer }) {
  const { number } = useFormat()
  const failureWords = useFailureWords()
  const { model, price, available, missing, failure, sending, uploads, alive, unverified } = composer
  const inField = failure?.fields && Object.keys(failure.fields).some((name) => atField.test(name))
  const short = missing || failure?.missing || 0
  const refused = failure && overLimitCodes.has(failure.code) ? failure : null
  const unusable = model && !model.available
  return (
    <div className="grid gap-3 border-t border-line bg-paper px-5 pt-4 pb-5 max-lg:bg-surface max-lg:pb-[max(1.25rem,env(safe-area-inset-bottom))] in-data-keyboard:gap-2 in-data-keyboard:pt-2 in-data-keyboard:pb-2 lg:px-6">
      <div role="alert" className="empty:hidden">
        {failure && !inField && !short && !refused && !unverified && (
          <p className="rounded-control bg-danger-soft px-3.5 py-2.5 text-danger">{failureWords(failure)}</p>
        )}
      </div>
      {(refused ?? price?.overLimit) && <OverLimit overLimit={price?.overLimit} refused={refused} />}
      {unverified && <Unverified />}
      {short > 0 && <OutOfTokens composer={composer} short={short} />}
      {unusable && <NotAvailable composer={composer} reason={model.unavailable_reason} />}
      <Button
        size="lg"
        busy={sending}
        disabled={!alive || unusable || missing > 0 || uploads.busy}
        onClick={(event) => event.detail <= 1 && void composer.submit()}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        // A press before the page lives would be lost; that it cannot be heard yet need not be seen.
        className={`w-full ${alive ? '' : 'disabled:opacity-100'}`}
      >
        <SendLabel composer={composer} />
      </Button>
      <p className="tabular text-center text-sm text-ink-soft in-data-keyboard:hidden">
        {uploads.busy ? (
          <Trans>The file is still on its way.</Trans>
        ) : !price || missing > 0 || unusable ? (
          <Trans>Balance {number(available)}</Trans>
        ) : price.atMost ? (
          <Trans>
            Balance {number(available)} → {number(available - price.tokens)} at the least
          </Trans>
        ) : (
          <Trans>
            Balance {number(available)} → {number(available - price.tokens)}
          </Trans>
        )}
      </p>
    </div>
  )
}

/** "Generate · 12 tokens"; the price alone fades while a new one is asked for. */
function SendLabel({ composer: { price } }: { composer: Composer }) {
  const { tokens } = useFormat()
  const amount = price && tokens(price.tokens)
  return (
    <span>
      <Trans>Generate</Trans>
      {price && (
        <span className={`tabular transition-opacity ${price.settling ? 'opacity-50' : ''}`}>
          {' · '}
          {price.atMost ? <Trans>up to {amount}</Trans> : amount}
        </span>
      )}
    </span>
  )
}

/** How many are missing, and the two ways on: something smaller, or more tokens. */
function OutOfTokens({ composer: { saving, setOption }, short }: { composer: Composer; short: number }) {
  const { tokens } = useFormat()
  const optionText = useOptionText()
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-card bg-wash py-2 pr-2 pl-4">
      <span>
        <Trans>You are {tokens(short)} short.</Trans>
      </span>
      <span className="flex flex-wrap gap-2">
        {saving && (
          <Button variant="secondary" size="sm" onClick={() => setOption(saving.name, saving.value)}>
            {saving.schema.title}: {optionText(saving.schema, saving.value)}
          </Button>
        )}
        <ButtonLink to="/profile/token-packs" variant="secondary" size="sm">
          <Trans>Get tokens</Trans>
        </ButtonLink>
      </span>
    </div>
  )
}

/** Why the chosen model cannot run, and the nearest one that can. */
function NotAvailable({ composer: { nearest, setModel }, reason }: { composer: Composer; reason: string | null }) {
  const { t } = useLingui()
  return (
    <div role="status" className="grid gap-2 rounded-card bg-wash px-4 py-2.5 text-sm">
      <p>{reason ?? t`This model cannot be used right now.`}</p>
      {nearest && (
        <Button variant="secondary" size="sm" onClick={() => setModel(nearest.id)} className="justify-self-start">
          <Trans>Use {nearest.name}</Trans>
        </Button>
      )}
    </div>
  )
}
