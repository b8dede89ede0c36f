import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowUp, Globe, ImagePlus, Mic, Plus, SlidersHorizontal, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Generation, GenerationInput } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useCancelHint } from '#app/runs/use-cancel-hint.ts'
import { useGenerationActions } from '#app/runs/use-generation-actions.ts'
import { Button, ButtonLink, IconButton } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { isComposing } from '#app/ui/controls/is-composing.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { SlashField } from '../slash/slash-field-part.ts'
import { Mark } from '#app/ui/page/mark.tsx'
import { useMediaQuery } from '#app/ui/page/media-query.ts'
import type { Composer } from '../composer/use-composer.ts'
import { takenBy } from '#app/runs/models/model-search.ts'
import { ModelPicker, OptionFields } from '../composer/form-parts.tsx'
import { AttachButton } from './attach-button.tsx'
import { Attachments } from './attachments.tsx'
import type { ThreadTools } from './use-tools.ts'
import { useTurn } from './use-turns.ts'

const Unverified = lazyPart(async () => (await import('../composer/unverified.tsx')).Unverified)
const VoiceMessage = lazyPart(async () => (await import('./voice-message.tsx')).VoiceMessage)
const ToolSwitches = lazyPart(async () => (await import('./tool-switches.tsx')).ToolSwitches)
const AdviceNote = lazyPart(async () => (await import('../composer/advice-note.tsx')).AdviceNote)
const NotAvailable = lazyPart(async () => (await import('../composer/remedies.tsx')).NotAvailable)
const ClosedNote = lazyPart(async () => (await import('#app/shell/notices/closed-note.tsx')).ClosedNote)

type ThreadComposerProps = {
  composer: Composer
  /** Models that support conversations. */
  models: readonly Model[]
  thread: string
  exists: boolean
  tools: ThreadTools
  /** The answer in progress; nothing is sent before it ends. */
  running: string | undefined
  /** Files of the earlier turns, which are sent again. */
  earlier: readonly GenerationInput[]
}

/** The input at the foot of a conversation. Enter submits; on a touch screen it inserts a new line. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function ThreadComposer({ composer, models, thread, exists, tools, running, earlier }: ThreadComposerProps) {
  const { t } = useLingui()
  const { tokens, tokenPrice, shortPrice, number } = useFormat()
  const failureMessage = useFailureMessage()
  const touch = useMediaQuery('(pointer: coarse)')
  const field = useRef<HTMLTextAreaElement>(null)
  const [settings, setSettings] = useState(false)
  const [recording, setRecording] = useState(false)
  const { model, prompt, words, setPrompt, inputs, slash, commands } = composer
  const { price, priceFailed, missing, available } = composer.cost
  const { submit, failure, sending, ready, unverified, closed } = composer.submission
  const fieldError = failure?.fields?.prompt?.detail
  /** A message sent before its price was known; it is sent as soon as the price is shown. */
  const [queued, setQueued] = useState<string | null>(null)
  const left = (model?.prompt.max_length ?? Number.POSITIVE_INFINITY) - words.length

  useEffect(() => {
    // Text typed before hydration.
    if (field.current?.value) setPrompt(field.current.value)
    // oxlint-disable-next-line react/exhaustive-deps -- Only once: later changes come from typing.
  }, [])
  useEffect(() => {
    if (fieldError) field.current?.focus()
  }, [fieldError])

  useEffect(() => {
    if (queued === null) return
    if (queued === prompt && !price && !priceFailed) return
    setQueued(null)
    if (queued === prompt && ready && !running) void submit()
  }, [queued, prompt, price, priceFailed, ready, running, submit])

  const isIdle = slash !== null && slash.model === undefined
  const send = () => {
    if (running || left < 0) return
    if (ready) void submit()
    else if (!price && !closed && model?.available && words.trim() !== '' && !inputs.uploads.busy && !isIdle) {
      if (priceFailed) void composer.cost.askPrice()
      setQueued(prompt)
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    if (commands?.onKey(event)) return
    if (event.key !== 'Enter' || isComposing(event.nativeEvent) || event.repeat) return
    const wanted = event.metaKey || event.ctrlKey || (!event.shiftKey && !touch)
    if (!wanted) return
    event.preventDefault()
    send()
  }
  if (!model) return null
  const amount = price && tokenPrice(price.milli)
  const sendLabel = !amount ? t`Send` : price.atMost ? t`Send for up to ${amount}` : t`Send for ${amount}`
  const problem =
    fieldError ??
    (failure && !failure.missing && !unverified && !closed ? failureMessage(failure) : undefined) ??
    (left < 0 ? t`${number(-left)} characters over the limit.` : undefined)
  const short = missing || failure?.missing
  return (
    <form
      noValidate
      aria-label={t`Your message`}
      className="control relative grid grid-cols-[minmax(0,1fr)] rounded-card bg-surface"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {commands && (commands.asked || prompt.startsWith('/')) && (
        <SlashField composer={composer} commands={commands} field={field} className="absolute inset-x-0 bottom-full z-30 mb-2" />
      )}
      <label htmlFor="message" className="sr-only">
        <Trans>Your message</Trans>
      </label>
      <textarea
        ref={field}
        id="message"
        rows={1}
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={
          model.available
            ? model.history
              ? t`Ask anything, or type / for tools`
              : t`Paste your text, or type / for tools`
            : (model.unavailable_reason ?? undefined)
        }
        aria-invalid={problem ? true : undefined}
        aria-describedby="message-state"
        enterKeyHint={touch ? 'enter' : 'send'}
        className="field-sizing-content max-h-[40dvh] min-h-13 w-full resize-none bg-transparent px-4 pt-3.5 pb-1 text-lg outline-none"
      />
      <Attachments composer={composer} models={models} earlier={earlier} />
      {words.trim() !== '' && price?.advice && (
        <div className="px-3 pb-2">
          <AdviceNote composer={composer} advice={price.advice} />
        </div>
      )}
      {slash && model && !model.available && (
        <div className="px-3 pb-2">
          <NotAvailable composer={composer} />
        </div>
      )}
      {recording && <VoiceMessage onRecorded={(file) => inputs.uploads.add([file])} onClose={() => setRecording(false)} />}
      {closed && (
        <div className="px-3 pb-2">
          <ClosedNote />
        </div>
      )}
      {unverified && (
        <div className="px-3 pb-2">
          <Unverified />
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 px-2 pb-2 sm:grid-cols-[fit-content(60%)_minmax(0,1fr)_auto]">
        <div className="flex min-w-0 items-center gap-2">
          <IconButton
            label={t`Tools and recipes`}
            aria-expanded={commands?.asked}
            onClick={() => {
              commands?.ask(true)
              field.current?.focus()
            }}
            className="-mr-1 shrink-0 text-ink-soft sm:hidden"
          >
            <Plus aria-hidden strokeWidth={1.75} />
          </IconButton>
          <AttachButton inputs={inputs} models={models} />
          {models.some((one) => one.available && takenBy(one).includes('audio')) && (
            <IconButton
              label={t`Record a voice message`}
              aria-pressed={recording}
              disabled={inputs.uploads.busy}
              onClick={() => setRecording(!recording)}
              className="text-ink-soft hover:text-ink aria-pressed:bg-wash aria-pressed:text-ink"
            >
              <Mic aria-hidden strokeWidth={1.75} />
            </IconButton>
          )}
          {!slash && model.options.properties.search && (
            <IconButton
              label={t`Search the web`}
              aria-pressed={composer.options.search === true}
              onClick={() => composer.setOption('search', composer.options.search !== true)}
              className="text-ink-soft hover:text-ink aria-pressed:bg-wash aria-pressed:text-ink"
            >
              <Globe aria-hidden strokeWidth={1.75} />
            </IconButton>
          )}
          {!slash && model.options.properties.images && (
            <IconButton
              label={t`Create images`}
              aria-pressed={composer.options.images === true}
              onClick={() => composer.setOption('images', composer.options.images !== true)}
              className="text-ink-soft hover:text-ink aria-pressed:bg-wash aria-pressed:text-ink"
            >
              <ImagePlus aria-hidden strokeWidth={1.75} />
            </IconButton>
          )}
          <Button variant="ghost" size="sm" onClick={() => setSettings(true)} className="min-w-0 font-normal text-ink-soft">
            <SlidersHorizontal aria-hidden className="size-4.5" strokeWidth={1.75} />
            <span className="truncate">
              {model.name}
              {(tools.sent?.length ?? 0) > 0 && (
                <>
                  {' · '}
                  <Plural value={tools.sent?.length ?? 0} one="# tool" other="# tools" />
                </>
              )}
            </span>
          </Button>
        </div>
        <p
          id="message-state"
          role="status"
          className="min-w-0 text-right text-sm text-ink-soft max-sm:col-span-2 max-sm:row-start-1 max-sm:px-2 max-sm:text-left"
        >
          {problem ? (
            <span className="text-danger">{problem}</span>
          ) : short ? (
            <Trans>You need {tokens(short)} more.</Trans>
          ) : slash?.making && isIdle ? (
            <Trans>No model on this server makes this.</Trans>
          ) : price && words.trim() !== '' ? (
            price.atMost ? (
              <Trans>
                Up to {amount} of {number(available)}
              </Trans>
            ) : (
              <Trans>
                {amount} of {number(available)}
              </Trans>
            )
          ) : (
            <span className="max-sm:hidden">{touch ? null : <Trans>Enter to send, Shift+Enter for a new line</Trans>}</span>
          )}
        </p>
        <div className="flex items-center gap-2">
          {short ? (
            <ButtonLink to="/profile/token-packs" variant="secondary" size="sm">
              <Trans>Get tokens</Trans>
            </ButtonLink>
          ) : null}
          {running ? (
            <Stop thread={thread} id={running} />
          ) : (
            <button
              type="submit"
              aria-label={sendLabel}
              title={sendLabel}
              aria-disabled={!ready || left < 0 || sending || undefined}
              aria-busy={sending || queued !== null || undefined}
              className="flex h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 rounded-control bg-ink px-3 font-medium text-paper transition-colors hover:bg-ink/85 aria-disabled:bg-ink/30"
            >
              {sending || queued !== null ? <Mark playing size={20} /> : <ArrowUp aria-hidden className="size-5" strokeWidth={2} />}
              {price && words.trim() !== '' && shortPrice(price.milli)}
            </button>
          )}
        </div>
      </div>
      <Dialog open={settings} onOpenChange={setSettings} title={<Trans>Model and tools</Trans>}>
        <div data-kind={model.type} className="grid gap-6 pt-2">
          <ModelPicker
            models={slash ? composer.models : models}
            value={model}
            onValueChange={composer.setModel}
            error={failure?.fields?.model?.detail}
          />
          <OptionFields
            kind={model.type}
            schema={model.options}
            values={composer.options}
            onChange={composer.setOption}
            errors={failure?.fields}
          />
          {settings && !slash && <ToolSwitches model={model} thread={exists ? thread : undefined} tools={tools} />}
        </div>
      </Dialog>
    </form>
  )
}

/** Stops the answer, whose text so far is kept. */
function Stop({ thread, id }: { thread: string; id: string }) {
  const turn = useTurn(thread, id)
  return turn && <StopButton turn={turn} />
}

function StopButton({ turn }: { turn: Generation }) {
  const { t } = useLingui()
  const actions = useGenerationActions(turn)
  const hint = useCancelHint(turn)
  return (
    <button
      type="button"
      aria-label={t`Stop answer`}
      title={[t`Stop answer`, hint].filter(Boolean).join('. ')}
      aria-busy={actions.busy === 'cancel' || undefined}
      onClick={() => void actions.cancel()}
      className="grid size-11 shrink-0 place-items-center rounded-control bg-ink text-paper transition-colors hover:bg-ink/85"
    >
      <Square aria-hidden className="size-4 fill-current" strokeWidth={1.75} />
    </button>
  )
}
