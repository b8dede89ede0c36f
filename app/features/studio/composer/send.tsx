import { Trans } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
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
  return (
    <div className="z-1 grid gap-3 border-t border-line bg-surface px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] in-data-keyboard:gap-2 in-data-keyboard:pt-2 in-data-keyboard:pb-2">
      <SendNotes composer={composer} />
      <SendButton composer={composer} className="w-full" />
      <p className="text-center text-sm text-ink-soft in-data-keyboard:hidden">
        <SendState composer={composer} />
      </p>
    </div>
  )
}

type SendPart = { composer: Composer }

/** The reasons against the run, each with a remedy. */
export function SendNotes({ composer }: SendPart) {
  const failureMessage = useFailureMessage()
  const { model } = composer
  const { price, missing } = composer.cost
  const { failure, unverified, closed } = composer.submission
  const inField = failure?.fields && Object.keys(failure.fields).some((name) => atField.test(name))
  const short = missing || failure?.missing || 0
  const refused = failure && overLimitCodes.has(failure.code) ? failure : null
  const advice = adviceOf(composer)
  return (
    <>
      <div role="alert" className="empty:hidden">
        {failure && !inField && !short && !refused && !unverified && !closed && (
          <p className="rounded-control bg-danger-soft px-3.5 py-2.5 text-danger">{failureMessage(failure)}</p>
        )}
      </div>
      {(refused ?? price?.overLimit) && <OverLimit overLimit={price?.overLimit} refused={refused} />}
      {closed && <ClosedNote />}
      {unverified && <Unverified />}
      {short > 0 && <OutOfTokens composer={composer} short={short} />}
      {model && !model.available && <NotAvailable composer={composer} />}
      {advice && composer.kind !== 'text' && <AdviceNote composer={composer} advice={advice} />}
    </>
  )
}

const adviceOf = ({ prompt, cost: { price } }: Composer) => (prompt.trim() === '' ? null : price?.advice)

/** Submits for the price that it names. A note on a prompt that is not drawn replaces it. */
export function SendButton({ composer, className }: SendPart & { className: string }) {
  const { model, waitsForInput: needsFile } = composer
  const { price, priceFailed, missing } = composer.cost
  const { submit, sending, hydrated, closed } = composer.submission
  const advice = adviceOf(composer)
  const impossible = advice?.possible === false
  if (advice?.kind === 'not_drawn') return null
  const unusable = model && !model.available
  return (
    <Button
      size="lg"
      busy={sending}
      disabled={
        !hydrated ||
        closed ||
        unusable ||
        needsFile ||
        (!price && !priceFailed) ||
        missing > 0 ||
        composer.inputs.uploads.busy ||
        impossible
      }
      onClick={(event) => event.detail <= 1 && void submit()}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      // Disabled before hydration, but without the look of it.
      className={`${className} ${hydrated ? '' : 'disabled:opacity-100'}`}
    >
      <SendLabel price={impossible || needsFile ? null : price} task={composer.task} />
    </Button>
  )
}

/** Names what keeps the run from starting, or the balance before and after it. */
export function SendState({ composer }: SendPart) {
  const { number } = useFormat()
  const { model, waitsForInput: needsFile } = composer
  const { price, priceFailed, available, missing } = composer.cost
  const advice = adviceOf(composer)
  if (advice?.kind === 'not_drawn') return null
  // For a text, the note is next to the field.
  if (advice?.possible === false) return <Trans>See the note below your text. You won’t be charged.</Trans>
  if (composer.inputs.uploads.busy) return <Trans>The file is still uploading.</Trans>
  if (needsFile) return <NeededFile task={composer.task} />
  if (priceFailed && !composer.submission.failure) return <Trans>Couldn’t load the price. Press to try again.</Trans>
  if (!price || missing > 0 || !model?.available) return <Trans>Balance {number(available)}</Trans>
  return price.atMost ? (
    <Trans>
      Balance {number(available)} → at least {number(available - price.hold)}
    </Trans>
  ) : (
    <Trans>
      Balance {number(available)} → {number(available - price.hold)}
    </Trans>
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
