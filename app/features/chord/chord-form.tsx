import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Chord, chordPromptMaxLength, kindOfPart } from '#app/contract/chords.ts'
import { isBelowToken } from '#app/contract/milli.ts'
import { type Kind, kinds } from '#app/contract/values.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { useMaintenance } from '#app/shell/data/notices.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { StillPart } from '#app/ui/still-part.tsx'
import { usePaused } from '#app/ui/use-paused.ts'
import { chordQuoteQuery } from './chord.queries.ts'
import { PartSwitch } from './part-switch.tsx'
import { useSubmitChord } from './use-submit-chord.ts'

const ClosedNote = lazyPart(async () => (await import('#app/shell/notices/closed-note.tsx')).ClosedNote)

/** The form of a chord: one prompt, four switches, one price, one button. */
export function ChordForm({ onStarted }: { onStarted: (chord: Chord) => void }) {
  const { t } = useLingui()
  const { tokens, tokenPrice } = useFormat()
  const hydrated = useHydrated()
  const failureMessage = useFailureMessage()
  const field = useRef<HTMLTextAreaElement>(null)
  const available = useUser()?.available ?? 0
  const [prompt, setPrompt] = useState('')
  const [on, setOn] = useState<ReadonlySet<Kind>>(new Set(kinds))
  const [isEmpty, setIsEmpty] = useState(false)
  const { data: quote } = useQuery(chordQuoteQuery(usePaused(prompt)))
  const { submit, sending, failure } = useSubmitChord()
  const closed = useMaintenance()?.may_run === false

  useEffect(() => {
    // Text typed before hydration.
    if (field.current?.value) setPrompt(field.current.value)
  }, [])

  const prices = quote ? sumByKind(quote.parts) : null
  const chosen = quote?.parts.filter(({ type }) => on.has(type)) ?? []
  const price = chosen.reduce((sum, part) => sum + part.price, 0)
  const milli = chosen.reduce((sum, part) => sum + part.price_milli, 0)
  const missing = Math.max(0, price - available, failure?.missing ?? 0)

  function toggle(kind: Kind) {
    setOn((before) => {
      const next = new Set(before)
      if (!next.delete(kind)) next.add(kind)
      return next
    })
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (sending || closed || chosen.length === 0) return
    setIsEmpty(!prompt.trim())
    if (!prompt.trim()) return field.current?.focus()
    const chord = await submit({ prompt: prompt.trim(), parts: chosen.map(({ part }) => part), max_price: price })
    if (chord) onStarted(chord)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="grid gap-6 rounded-sheet border border-line bg-surface p-3 sm:p-8 lg:grid-cols-[1fr_28rem] lg:items-center lg:gap-12"
    >
      <div className="grid gap-4">
        <TextArea
          ref={field}
          label={<Trans>Describe a moment</Trans>}
          placeholder={t`A lighthouse above the sea, a storm is coming, evening`}
          hint={<Trans>The video begins with the image, and the voice reads your prompt.</Trans>}
          error={isEmpty && !prompt.trim() ? t`Say what to make.` : failure?.fields?.prompt?.detail}
          rows={4}
          maxLength={chordPromptMaxLength}
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div role="alert" className="empty:hidden">
          {failure && !failure.fields?.prompt && !failure.missing && !closed && (
            <p className="rounded-control bg-danger-soft px-3.5 py-2.5 text-danger">{failureMessage(failure)}</p>
          )}
        </div>
        {closed && <ClosedNote />}
        {missing > 0 && (
          <p className="rounded-control bg-warn-soft px-3.5 py-2.5">
            <Trans>You need {tokens(missing)} more. Switch a part off or get tokens.</Trans>{' '}
            <ButtonLink to="/profile/token-packs" variant="ghost" size="sm" className="-mx-2">
              <Trans>Get tokens</Trans>
            </ButtonLink>
          </p>
        )}
        <Button
          type="submit"
          size="lg"
          busy={sending}
          disabled={!hydrated || closed || !quote || chosen.length === 0 || missing > 0}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          className={`justify-self-start max-sm:w-full ${hydrated ? '' : 'disabled:opacity-100'}`}
        >
          <Trans>Create chord</Trans>
          <span className="tabular -ml-1.5">
            {' · '}
            {!quote ? '…' : isBelowToken(milli) ? tokenPrice(milli) : tokens(price)}
          </span>
        </Button>
      </div>
      <PartSwitch on={on} prices={prices} onToggle={toggle} />
      <StillPart />
    </form>
  )
}

function sumByKind(parts: readonly { part: keyof typeof kindOfPart; price_milli: number }[]): Map<Kind, number> {
  const sums = new Map<Kind, number>()
  for (const { part, price_milli } of parts) sums.set(kindOfPart[part], (sums.get(kindOfPart[part]) ?? 0) + price_milli)
  return sums
}
