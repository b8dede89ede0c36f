import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight, Copy, Ellipsis, FileText, Info, Pencil } from 'lucide-react'
import { type KeyboardEvent, memo, useMemo, useState } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { goesOn, isActive } from '#app/shell/data/run-state.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { InputSource } from '#app/runs/input-source.tsx'
import { countWords, readingMinutes, toPlainText } from '#app/runs/markdown/plain-text.ts'
import { Outcome, Progress } from '#app/runs/status.tsx'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { copyText } from '#app/ui/controls/copy-text.ts'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { Menu } from '#app/ui/overlays/menu.tsx'
import { RichText } from '#app/ui/text/rich-text.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { TurnHandlers } from './turn-handlers.ts'
import { type Edited, useContinuePrompt } from './use-turn-actions.ts'
import { useTurn } from './use-turns.ts'

const Markdown = lazyPart(
  async () => (await import('#app/runs/markdown/markdown.tsx')).default,
  ({ text }) => <RichText text={text} />,
)

// Lazy-loaded, because nothing in them works before hydration.
const GenerationDetails = lazyPart(
  async () => (await import('#app/runs/generation-details.tsx')).GenerationDetails,
  <div className="h-96" />,
)
const Thinking = lazyPart(async () => (await import('#app/runs/answer-notes.tsx')).Thinking, <div className="mb-4 h-11" />)
const CalledTools = lazyPart(async () => (await import('./tool-steps.tsx')).CalledTools)
const GivenResults = lazyPart(async () => (await import('./tool-steps.tsx')).GivenResults)
const Sources = lazyPart(async () => (await import('#app/runs/answer-notes.tsx')).Sources)
const AnswerImages = lazyPart(async () => (await import('#app/runs/answer-images.tsx')).AnswerImages)
const Halted = lazyPart(async () => (await import('./halted.tsx')).Halted)
const MessageSpending = lazyPart(async () => (await import('./message-spending.tsx')).MessageSpending)
const AnotherAnswer = lazyPart(async () => (await import('./turn-spending.tsx')).AnotherAnswer)
const Continue = lazyPart(async () => (await import('./turn-spending.tsx')).Continue)
const MadeTurn = lazyPart(async () => (await import('./made-turn.tsx')).MadeTurn, <div className="h-60" />)
const Calls = lazyPart(async () => (await import('./call-card.tsx')).Calls, <div className="h-60" />)
const MakeOfAnswer = lazyPart(async () => (await import('./make-of-answer.tsx')).MakeOfAnswer)
const EditPrompt = lazyPart(async () => (await import('./edit-prompt.tsx')).EditPrompt)

type TurnViewProps = {
  thread: string
  id: string
  /** The turn after it, which may have the results of its tools. */
  next: string | undefined
  /** Whether the turn after it is a step of the same message. */
  isInner: boolean
  /** Ids of the runs of its message up to it, separated by spaces. */
  message: string
  /** Ids of all alternatives including the turn itself, separated by spaces. */
  siblings: string
  index: number
  number: number
  handlers: TurnHandlers
  /** Set while a new turn is being created, here or elsewhere. */
  busy: 'here' | 'elsewhere' | undefined
  /** Model and options of a run with an edited prompt. */
  target: Omit<Edited, 'prompt' | 'max_price'> | undefined
}

/** A prompt and its answer. */
export const TurnView = memo(function TurnView({
  thread,
  id,
  next,
  isInner,
  message,
  siblings,
  index,
  number,
  handlers,
  busy,
  target,
}: TurnViewProps) {
  const { t } = useLingui()
  const [editing, setEditing] = useState<string | null>(null)
  const continuePrompt = useContinuePrompt()
  const turn = useTurn(thread, id)
  const before = useTurn(thread, turn?.parent_id ?? undefined)
  const after = useTurn(thread, next)
  if (!turn) return null
  const active = isActive(turn)
  const isMade = turn.type !== 'text'
  const steps = message.split(' ')
  // An answer with calls goes on: there is nothing to repeat yet.
  const isOpen = active || (!isInner && goesOn(turn))
  const versions = <Siblings ids={siblings.split(' ')} index={index} onSibling={handlers.onSibling} />
  return (
    <article
      data-turn={turn.id}
      data-status={turn.status}
      aria-label={turn.prompt.slice(0, 120) || t`Step of a program`}
      className="grid grid-cols-[minmax(0,1fr)] gap-1"
    >
      <h3 className="sr-only">
        <Trans>Message {number}</Trans>
      </h3>
      {turn.prompt === '' ? null : turn.prompt === continuePrompt ? (
        <p className="mb-4 flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          <Trans>Continued</Trans>
        </p>
      ) : editing === turn.id && target ? (
        <EditPrompt
          turn={turn}
          target={target}
          busy={busy === 'here'}
          onCancel={() => setEditing(null)}
          onSend={async (prompt, maxPrice) => {
            if (await handlers.edit(turn, { ...target, prompt, max_price: maxPrice })) setEditing(null)
          }}
        />
      ) : (
        <Prompt turn={turn} onEdit={active || !target || isMade ? undefined : () => setEditing(turn.id)} />
      )}
      <div className="min-w-0">
        {isMade ? <MadeTurn turn={turn} handlers={handlers} /> : <Answer turn={turn} before={before} next={after} handlers={handlers} />}
        {turn.halted && <Halted turn={turn} onStarted={handlers.onStarted} />}
        {!isInner && steps.length > 1 && !isOpen && <MessageSpending thread={thread} ids={message} />}
        <div className={isInner && siblings === id ? 'hidden' : 'mt-2 -ml-3 flex flex-wrap items-center gap-x-1'}>
          {!isOpen && !isInner && !isMade && (
            <>
              {turn.text && <CopyMenu text={turn.text} />}
              <AnotherAnswer turn={turn} busy={busy} onSpend={(maxPrice) => void handlers.regenerate(turn, maxPrice)} />
              {turn.text && (turn.cut || turn.status === 'canceled') && (
                <Continue turn={turn} busy={busy} onSpend={(maxPrice) => void handlers.goOn(turn, maxPrice)} />
              )}
            </>
          )}
          {!isOpen && !isInner && !isMade && turn.text && <MakeOfAnswer text={turn.text} onWrite={handlers.onWrite} />}
          {versions}
          {!isOpen && !isInner && !isMade && (
            <>
              <More turn={turn} />
              <Facts turn={turn} />
            </>
          )}
        </div>
      </div>
    </article>
  )
})

const longPrompt = 900

function Prompt({ turn, onEdit }: { turn: Generation; onEdit: (() => void) | undefined }) {
  const { t } = useLingui()
  const copy = useCopy()
  const [open, setOpen] = useState(false)
  const { prompt, inputs, type } = turn
  const kindNames = useKindNames()
  const long = prompt.length > longPrompt || prompt.split('\n').length > 14
  return (
    <div className="group/prompt grid justify-items-end gap-0.5">
      <div className="max-w-[min(100%,36rem)] rounded-card rounded-br-[4px] bg-wash px-4 py-3 text-lg">
        {inputs.length > 0 && (
          <ul aria-label={t`Made from`} className="mb-2 grid gap-2">
            {inputs.map((input) => (
              <li key={'upload_id' in input ? input.upload_id : `${input.generation_id} ${input.index}`}>
                <InputSource input={input} roleName={null} opens />
              </li>
            ))}
          </ul>
        )}
        {type !== 'text' && (
          <p className="mb-1 flex items-center gap-1.5 text-sm text-ink-soft">
            <KindIcon kind={type} className="size-4" />
            {kindNames[type]}
          </p>
        )}
        <p className={`wrap-anywhere whitespace-pre-wrap ${long && !open ? 'line-clamp-10' : ''}`}>{prompt}</p>
        {long && (
          <Button variant="ghost" size="sm" aria-expanded={open} onClick={() => setOpen(!open)} className="mt-1 -ml-3">
            {open ? <Trans>Show less</Trans> : <Trans>Show everything</Trans>}
          </Button>
        )}
      </div>
      <div className="flex transition-opacity group-focus-within/prompt:opacity-100 group-hover/prompt:opacity-100 pointer-fine:opacity-0">
        <IconButton label={t`Copy the prompt`} onClick={() => void copy(prompt)} className="text-ink-soft hover:text-ink">
          <Copy aria-hidden strokeWidth={1.75} />
        </IconButton>
        {onEdit && (
          <IconButton label={t`Edit the prompt`} onClick={onEdit} className="text-ink-soft hover:text-ink">
            <Pencil aria-hidden strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
    </div>
  )
}

type AnswerProps = { turn: Generation; before: Generation | undefined; next: Generation | undefined; handlers: TurnHandlers }

function Answer({ turn, before, next, handlers }: AnswerProps) {
  const { status, text } = turn
  const active = isActive(turn)
  const words = text && (
    <div aria-busy={active || undefined} className="font-serif text-lg">
      <Markdown text={text} writing={active} />
    </div>
  )
  const given = turn.tool_results && <GivenResults turn={turn} before={before} />
  if (active)
    return (
      <>
        {given}
        {turn.thinking && <Thinking generation={turn} />}
        {words}
        {turn.preview && <AnswerImages generation={turn} />}
        <Progress generation={turn} className={words || turn.preview ? 'mt-5' : ''} />
      </>
    )
  return (
    <>
      {given}
      {turn.thinking && <Thinking generation={turn} />}
      {words}
      {turn.calls && <CalledTools turn={turn} next={next} />}
      {turn.call_states?.some(({ makes }) => makes !== null) && <Calls turn={turn} handlers={handlers} />}
      {turn.files.length > 0 && <AnswerImages generation={turn} />}
      {turn.sources && <Sources sources={turn.sources} />}
      {status !== 'succeeded' && (
        <div className={words ? 'mt-4' : ''}>
          <Outcome generation={turn} />
        </div>
      )}
      {status === 'succeeded' && turn.cut && (
        <p className="mt-3 text-sm text-ink-soft">
          <Trans>The answer reached its maximum length.</Trans>
        </p>
      )}
    </>
  )
}

function useCopy() {
  const { t } = useLingui()
  const toast = useToast()
  return async (text: string) => {
    try {
      await copyText(text)
      toast({ title: t`Copied.` })
    } catch {
      toast({ title: t`Your browser blocked copying.`, tone: 'danger' })
    }
  }
}

function CopyMenu({ text }: { text: string }) {
  const { t } = useLingui()
  const copy = useCopy()
  return (
    <Menu
      label={t`Copy the answer`}
      align="start"
      trigger={
        <IconButton label={t`Copy the answer`} className="text-ink-soft hover:text-ink">
          <Copy aria-hidden strokeWidth={1.75} />
        </IconButton>
      }
      items={[
        { label: <Trans>Copy as Markdown</Trans>, icon: <Copy aria-hidden strokeWidth={1.75} />, onSelect: () => void copy(text) },
        {
          label: <Trans>Copy as plain text</Trans>,
          icon: <FileText aria-hidden strokeWidth={1.75} />,
          onSelect: () => void copy(toPlainText(text)),
        },
      ]}
    />
  )
}

function More({ turn }: { turn: Generation }) {
  const { t } = useLingui()
  const [details, setDetails] = useState(false)
  return (
    <>
      <Menu
        label={t`More actions`}
        align="start"
        trigger={
          <IconButton label={t`More actions`} className="text-ink-soft hover:text-ink">
            <Ellipsis aria-hidden strokeWidth={1.75} />
          </IconButton>
        }
        items={[
          { label: <Trans>Details and receipt</Trans>, icon: <Info aria-hidden strokeWidth={1.75} />, onSelect: () => setDetails(true) },
        ]}
      />
      <Sheet open={details} onOpenChange={setDetails} title={<Trans>Details</Trans>}>
        <div data-kind="text">
          <GenerationDetails generation={turn} />
        </div>
      </Sheet>
    </>
  )
}

type SiblingsProps = { ids: readonly string[]; index: number; onSibling: (id: string) => void }

/** “2 / 3”: switches between the versions of a turn, by buttons and, with the focus on one of them, by arrow keys. */
function Siblings({ ids, index, onSibling }: SiblingsProps) {
  const { t } = useLingui()
  const { number } = useFormat()
  if (ids.length < 2) return null
  const at = number(index + 1)
  const all = number(ids.length)
  const go = (by: -1 | 1) => {
    const next = ids[index + by]
    if (next) onSibling(next)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(-1)
    if (key === 'ArrowRight') go(1)
  }
  return (
    <div role="group" aria-label={t`Version ${at} of ${all}`} className="flex items-center text-ink-soft">
      <IconButton
        label={t`Previous version`}
        aria-disabled={index === 0}
        onClick={() => go(-1)}
        onKeyDown={onKeyDown}
        className="aria-disabled:opacity-40"
      >
        <ChevronLeft aria-hidden strokeWidth={1.75} />
      </IconButton>
      <span className="tabular min-w-9 text-center text-sm" aria-hidden>
        {at} / {all}
      </span>
      <IconButton
        label={t`Next version`}
        aria-disabled={index === ids.length - 1}
        onClick={() => go(1)}
        onKeyDown={onKeyDown}
        className="aria-disabled:opacity-40"
      >
        <ChevronRight aria-hidden strokeWidth={1.75} />
      </IconButton>
    </div>
  )
}

function Facts({ turn: { text, charged_milli: charged, model } }: { turn: Generation }) {
  const { exactTokens } = useFormat()
  const models = useQueryData(modelsQuery())
  const modelName = models?.find(({ id }) => id === model)?.name ?? model
  const words = useMemo(() => (text ? countWords(toPlainText(text)) : 0), [text])
  return (
    <p className="flex flex-wrap gap-x-1.5 px-3 py-2 text-sm text-ink-soft">
      <span>{modelName}</span>
      {words > 0 && (
        <span>
          · <Plural value={words} one="# word" other="# words" /> ·{' '}
          <Plural value={readingMinutes(words)} one="# min to read" other="# min to read" />
        </span>
      )}
      {charged !== null && charged > 0 && <span>· {exactTokens(charged)}</span>}
    </p>
  )
}
