import { Trans, useLingui } from '@lingui/react/macro'
import { Flag } from 'lucide-react'
import type { ReportReason } from '#app/contract/operator/reports.ts'

/** The outcome of a report just sent. */
export type Reported = 'yes' | 'later' | 'failed'

/** A folded form that reports the result to the people who run the site. It works without a script. */
export function ReportForm({ reported }: { reported: Reported | undefined }) {
  const { t } = useLingui()
  const reasons: [ReportReason, string][] = [
    ['sexual', t`Sexual content`],
    ['violence', t`Violence or threats`],
    ['hate', t`Hate or harassment`],
    ['minors', t`Harm to children`],
    ['privacy', t`Shows me or someone else without consent`],
    ['copyright', t`Copyright or trademark`],
    ['deception', t`Deception or fraud`],
    ['other', t`Something else`],
  ]
  if (reported === 'yes')
    return (
      <p id="report" role="status" className="basis-full text-ink-soft">
        <Trans>Thank you. We’ve received your report and will look at it.</Trans>
      </p>
    )
  return (
    <details id="report" open={reported !== undefined} className="basis-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <Flag aria-hidden className="size-5" strokeWidth={1.75} />
        <Trans>Report this</Trans>
      </summary>
      <form method="post" className="mt-3 grid max-w-xl gap-5">
        <p role="alert" className="text-danger empty:hidden">
          {reported === 'later' && t`You’ve sent many reports. Try again in an hour.`}
          {reported === 'failed' && t`Your report wasn’t sent. Choose a reason and try again.`}
        </p>
        <fieldset className="grid gap-x-6 sm:grid-cols-2">
          <legend className="mb-1 font-medium">
            <Trans>What’s wrong with it?</Trans>
          </legend>
          {reasons.map(([value, label]) => (
            <label key={value} className="flex min-h-11 items-start gap-3 py-2.5">
              <input type="radio" name="reason" value={value} required className="mt-0.5 size-5 shrink-0 accent-ink" />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <div className="grid gap-1.5">
          <label htmlFor="report-text" className="font-medium">
            <Trans>Details (optional)</Trans>
          </label>
          <textarea
            id="report-text"
            name="text"
            rows={3}
            maxLength={1000}
            className="control w-full resize-y px-3.5 py-2.5 text-base pointer-coarse:text-lg"
          />
        </div>
        <div className="grid gap-1.5">
          <label htmlFor="report-email" className="font-medium">
            <Trans>Your email (optional)</Trans>
          </label>
          <input
            id="report-email"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            aria-describedby="report-email-hint"
            className="control min-h-11 w-full px-3.5 py-2 text-base pointer-coarse:text-lg"
          />
          <p id="report-email-hint" className="text-sm text-ink-soft">
            <Trans>We’ll email you our decision and then delete the address. The owner never sees it.</Trans>
          </p>
        </div>
        <button type="submit" className="button min-h-11 justify-self-start border border-edge bg-surface px-4.5 hover:bg-wash">
          <Trans>Send report</Trans>
        </button>
      </form>
    </details>
  )
}
