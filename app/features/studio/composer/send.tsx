import { Trans } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Composer } from './use-composer.ts'

/** Failures that are shown at their field. */
const atField = /^(?:prompt|model|inputs|options\.\w+|inputs\.\d+)$/

/** Limits of spending; shown with a link to those that people set for themselves. */
const overLimitCodes: ReadonlySet<ApiFailure['code']> = new Set(['over_run_limit', 'over_daily_limit', 'over_account_limit'])
const OverLimit = lazyPart(async () => (await import('./over-limit.tsx')).OverLimit)
const loadRemedies = () => import('./remedies.tsx')
const OutOfTokens = lazyPart(async () => (await loadRemedies()).OutOfTokens)
const NotAvailable = lazyPart(async () => (await loadRemedies()).NotAvailable)
const AdviceNote = lazyPart(async () => (await import('./advice-note.tsx')).AdviceNote)
const Unverified = lazyPart(async () => (await import('./unverified.tsx')).Unverified)
const NeededFile = lazyPart(async () => (await import('./needed-file.tsx')).NeededFile)
const ClosedNote = lazyPart(async () => (await import('#app/shell/notices/closed-note.tsx')).ClosedNote)

/** The submit button with the price, or the reason why the run is impossible with a remedy. */
export function Send({ composer }: { composer: Composer }) {
  const { number } = useFormat()
  const failureMessage = useFailureMessage()
  const { model } = composer
  const { price, priceFailed, available, missing } = composer.cost
  const { submit, failure, sending, hydrated, unverified, closed } = composer.submission
  const { uploads } = composer.inputs
  const inField = failure?.fields && Object.keys(failure.fields).some((name) => atField.test(name))
  const short = missing || failure?.missing || 0
  const refused = failure && overLimitCodes.has(failure.code) ? failure : null
  const unusable = model && !model.available
  const advice = composer.prompt.trim() === '' ? null : price?.advice
  // For a text, the note is next to the field.
  const impossible = advice?.possible === false
  const needsFile = composer.waitsForInput
  // The note replaces the button.
  const misses = advice?.kind === 'not_drawn'
  return (
    <div className="z-1 grid gap-3 border-t lg:sticky lg:bottom-0 border-line bg-paper px-5 pt-4 pb-5 max-lg:bg-surface max-lg:pb-[max(1.25rem,env(safe-area-inset-bottom))] in-data-keyboard:gap-2 in-data-keyboard:pt-2 in-data-keyboard:pb-2 lg:px-6">
      <div role="alert" className="empty:hidden">
        {failure && !inField && !short && !refused && !unverified && !closed && (
          <p className="rounded-control bg-danger-soft px-3.5 py-2.5 text-danger">{failureMessage(failure)}</p>
        )}
      </div>
      {(refused ?? price?.overLimit) && <OverLimit overLimit={price?.overLimit} refused={refused} />}
      {closed && <ClosedNote />}
      {unverified && <Unverified />}
      {short > 0 && <OutOfTokens composer={composer} short={short} />}
      {unusable && <NotAvailable composer={composer} />}
      {advice && composer.kind !== 'text' && <AdviceNote composer={composer} advice={advice} />}
      {!misses && (
        <Button
          size="lg"
          busy={sending}
          disabled={!hydrated || closed || unusable || needsFile || (!price && !priceFailed) || missing > 0 || uploads.busy || impossible}
          onClick={(event) => event.detail <= 1 && void submit()}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          // Disabled before hydration, but without the look of it.
          className={`w-full ${hydrated ? '' : 'disabled:opacity-100'}`}
        >
          <SendLabel price={impossible || needsFile ? null : price} task={composer.task} />
        </Button>
      )}
      <p className="text-center text-sm text-ink-soft in-data-keyboard:hidden">
        {misses ? null : impossible ? (
          <Trans>See the note below your text. You won’t be charged.</Trans>
        ) : uploads.busy ? (
          <Trans>The file is still uploading.</Trans>
        ) : needsFile ? (
          <NeededFile task={composer.task} />
        ) : priceFailed && !failure ? (
          <Trans>Couldn’t load the price. Press to try again.</Trans>
        ) : !price || missing > 0 || unusable ? (
          <Trans>Balance {number(available)}</Trans>
        ) : price.atMost ? (
          <Trans>
            Balance {number(available)} → at least {number(available - price.hold)}
          </Trans>
        ) : (
          <Trans>
            Balance {number(available)} → {number(available - price.hold)}
          </Trans>
        )}
      </p>
    </div>
  )
}

/** "Create · 12 tokens"; the price fades while a new one is fetched. */
function SendLabel({ price, task }: Pick<Composer['cost'], 'price'> & Pick<Composer, 'task'>) {
  const { tokenPrice } = useFormat()
  const amount = price && tokenPrice(price.milli)
  return (
    <span>
      {task === 'transcribe' ? <Trans>Transcribe</Trans> : <Trans>Create</Trans>}
      {price && (
        <span className={`transition-opacity ${price.settling ? 'opacity-70' : ''}`}>
          {' · '}
          {price.atMost ? <Trans>up to {amount}</Trans> : amount}
        </span>
      )}
    </span>
  )
}
