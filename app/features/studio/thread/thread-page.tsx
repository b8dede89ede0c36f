import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowDown, MessagesSquare, SquarePen } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { Generation } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { firstPage } from '#app/shell/data/first-page.ts'
import { generationsInfiniteQuery } from '#app/shell/data/generations.queries.ts'
import { usePrefetch } from '#app/shell/boot/use-prefetch.ts'
import { PhoneNav } from '#app/shell/chrome/phone-nav-part.tsx'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { useKeysOf } from '#app/shell/shortcuts/key-places.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { useMediaQuery } from '#app/ui/page/media-query.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { StillPart } from '#app/ui/page/still-part.tsx'
import { useCommands } from '../slash/use-commands.ts'
import { useComposer } from '../composer/use-composer.ts'
import { DropArea, useFileDrop } from '../composer/use-file-drop.tsx'
import type { StudioSearch } from '../studio-search.ts'
import { ThreadComposer } from './thread-composer.tsx'
import { ThreadList } from './thread-list.tsx'
import { threadKeys, threadQuery } from './threads.queries.ts'
import { messageAt, pathOf } from './tree.ts'
import type { TurnHandlers } from './turn-handlers.ts'
import { useFollow } from './use-follow.ts'
import { nameOf } from './use-thread-actions.ts'
import { useTools } from './use-tools.ts'
import { useTurnActions } from './use-turn-actions.ts'
import { useOutlines } from './use-turns.ts'

/** Lazy-loaded with the first turn, or prefetched. */
const loadTurn = () => import('./turn-view.tsx')
const TurnView = lazyPart(async () => (await loadTurn()).TurnView, <div className="h-60" />)
const loadAnnouncer = () => import('./announcer.tsx')
const Announcer = lazyPart(async () => (await loadAnnouncer()).Announcer)
/** The route's loader. While a navigation waits for it, a placeholder would replace the page and take the focus from the field. */
const loadLoader = () => import('./load-thread.ts')
const ahead = [loadTurn, loadLoader, loadAnnouncer]

type ThreadPageProps = {
  search: StudioSearch
  /** Models that support conversations. */
  models: readonly Model[]
  modes: ReactNode
}

/** The page of conversations: the list, the open one, and the input to continue it. */
export function ThreadPage({ search, models, modes }: ThreadPageProps) {
  const { t } = useLingui()
  const names = useKindNames()
  const navigate = useNavigate()
  const wide = useMediaQuery('(min-width: 64rem)')
  const [listOpen, setListOpen] = useState(false)
  // Stays the same while the new conversation gets its URL, so that nothing remounts.
  const [fresh, setFresh] = useState(() => uuidv7())
  const [shown, setShown] = useState(search.thread)
  if (shown !== search.thread) {
    setShown(search.thread)
    if (search.thread === undefined) setFresh(uuidv7())
  }
  const toBlank = () => {
    setListOpen(false)
    void navigate({ to: '/dashboard/text', search: { model: search.model } }).then(() => document.getElementById('message')?.focus())
  }
  usePrefetch(ahead)
  useKeysOf('conversation')
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || !event.shiftKey || event.altKey || event.code !== 'KeyO') return
    event.preventDefault()
    toBlank()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const list = <ThreadList current={search.thread} onOpened={() => setListOpen(false)} onGone={toBlank} />
  return (
    <div data-kind="text" className="flex flex-1 flex-col lg:grid lg:grid-cols-[18rem_1fr]">
      <div className="lg:sticky lg:top-(--header) lg:flex lg:h-[calc(100dvh-var(--header))] lg:flex-col lg:border-r lg:border-line">
        <div className="flex items-center gap-2.5 px-5 pt-6 pb-4 max-lg:hidden">
          <KindIcon kind="text" className="size-6" />
          <h1 className="text-2xl">{names.text}</h1>
        </div>
        <div className="grid gap-3 px-4 pb-3 max-lg:hidden">
          {modes}
          <Button variant="secondary" onClick={toBlank} aria-keyshortcuts="Meta+Shift+O Control+Shift+O">
            <SquarePen aria-hidden className="size-4.5" strokeWidth={1.75} />
            <Trans>New conversation</Trans>
          </Button>
        </div>
        {/* The server assumes a wide window, so CSS hides this on a phone until hydration removes it. */}
        {wide && <div className="flex min-h-0 flex-1 flex-col px-3 max-lg:hidden">{list}</div>}
      </div>
      {/* On a phone, navigation stays within reach, however long the conversation is. */}
      <div className="sticky top-(--header) z-10 border-b border-line bg-paper px-4 py-1 sm:px-8 lg:hidden">
        <div className="flex items-center gap-1">
          <KindIcon kind="text" className="size-5" />
          <h1 className="min-w-0 flex-1 truncate px-1.5 text-lg">{names.text}</h1>
          <IconButton label={t`Conversations`} onClick={() => setListOpen(true)}>
            <MessagesSquare aria-hidden strokeWidth={1.75} />
          </IconButton>
          <IconButton label={t`New conversation`} onClick={toBlank} className="-mr-2">
            <SquarePen aria-hidden strokeWidth={1.75} />
          </IconButton>
        </div>
        {!search.thread && <div className="pt-1 pb-2">{modes}</div>}
      </div>
      <Conversation key={search.thread ?? fresh} id={search.thread ?? fresh} search={search} models={models} />
      <Sheet open={listOpen && !wide} onOpenChange={setListOpen} title={<Trans>Conversations</Trans>}>
        <div data-kind="text" className="-mx-2 flex h-[70dvh] flex-col pt-2">
          {list}
        </div>
      </Sheet>
    </div>
  )
}

type ConversationProps = Pick<ThreadPageProps, 'search' | 'models'> & {
  /** The conversation's id; a new one has an id before its first turn. */
  id: string
}

// oxlint-disable-next-line max-lines-per-function -- A hook whose handlers share one state.
function Conversation({ search, models, id }: ConversationProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const content = useRef<HTMLDivElement>(null)
  const { far, toEnd, backToEnd } = useFollow(content)
  const exists = search.thread !== undefined
  // The page of a conversation is shorter than that of a new one for a moment, which moves it up as a reader would.
  useEffect(() => {
    if (exists) backToEnd()
  }, [exists, backToEnd])
  const outlines = useOutlines(id, exists)
  const path = useMemo(() => pathOf(outlines, search.turn), [outlines, search.turn])
  const leaf = path.at(-1)?.turn.id
  const knownModel = models.find(({ id: one }) => one === search.model)
  const tools = useTools({ thread: id, exists, model: knownModel })
  const running = path.find(({ turn }, at) => turn.active || (turn.working && at === path.length - 1))?.turn.id
  const toSearch = (next: StudioSearch, replace: boolean) => navigate({ to: '/dashboard/text', search: next, replace, resetScroll: false })

  function onStarted(started: Generation) {
    void queryClient.invalidateQueries({ queryKey: threadKeys.all })
    // The newest turn must be visible, whichever branch was chosen before.
    if (exists && search.turn) void toSearch({ model: search.model, thread: id }, true)
    if (!exists) {
      queryClient.setQueryData(generationsInfiniteQuery({ thread: id }).queryKey, firstPage({ items: [started], next_cursor: null }))
      const open = () => toSearch({ model: search.model, thread: id }, false)
      void loadLoader().then(open, open)
    }
    toEnd()
  }
  const commands = useCommands()
  const composer = useComposer({
    commands,
    kind: 'text',
    prefill: search,
    onPrefillTaken: (_prefill, model) => void toSearch({ model: model ?? undefined, thread: search.thread }, true),
    onModelChange: (model) => void toSearch({ ...search, model }, true),
    onStarted(started) {
      composer.clear()
      onStarted(started)
    },
    onRefused: () => undefined,
    threadId: id,
    parentId: leaf,
    tools: tools.sent,
  })
  const actions = useTurnActions(onStarted)
  const latest = useRef<TurnHandlers>(undefined)
  useEffect(() => {
    latest.current = {
      ...actions,
      onStarted,
      onWrite(next) {
        composer.replace(next)
        document.getElementById('message')?.focus()
      },
      onSibling: (turn) => void toSearch({ model: search.model, thread: id, turn }, true),
    }
  })
  const [handlers] = useState<TurnHandlers>(() => ({
    regenerate: async (turn, maxPrice) => latest.current?.regenerate(turn, maxPrice) ?? false,
    edit: async (turn, edited) => latest.current?.edit(turn, edited) ?? false,
    goOn: async (turn, maxPrice) => latest.current?.goOn(turn, maxPrice) ?? false,
    onStarted: (started) => latest.current?.onStarted(started),
    onWrite: (next) => latest.current?.onWrite(next),
    onSibling: (turn) => latest.current?.onSibling(turn),
  }))
  const { own } = composer
  const target = useMemo(() => (own?.model.history ? { model: own.model.id, options: own.options } : undefined), [own])

  useEffect(() => {
    if (!search.turn) toEnd()
    // oxlint-disable-next-line react/exhaustive-deps -- Initial position only; later scrolling is the reader's.
  }, [toEnd])

  const gone = exists && outlines.length === 0
  const earlier = useMemo(() => path.flatMap(({ turn }) => turn.inputs), [path])
  const drop = useFileDrop(composer.inputs, true)
  return (
    <div className="relative flex min-w-0 flex-1 flex-col" {...drop.handlers}>
      <div ref={content} className="mx-auto w-full max-w-188 flex-1 px-4 pt-4 pb-8 sm:px-8 lg:pt-8">
        {exists && !gone && <Name thread={id} />}
        {gone ? (
          <Empty title={<Trans>This conversation doesn’t exist</Trans>}>
            <Trans>It may be in the trash or belong to someone else.</Trans>
          </Empty>
        ) : path.length === 0 ? (
          <Welcome model={own?.model} onExample={composer.setPrompt} />
        ) : (
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-10">
            {path.map(({ turn, siblings, index }, depth) => (
              <li key={turn.parent_id ?? 'first'}>
                <TurnView
                  thread={id}
                  id={turn.id}
                  next={path[depth + 1]?.turn.id}
                  isInner={path[depth + 1]?.turn.step ?? false}
                  message={messageAt(path, depth).join(' ')}
                  siblings={siblings.map((one) => one.id).join(' ')}
                  index={index}
                  number={depth + 1}
                  handlers={handlers}
                  busy={actions.busy === null ? undefined : actions.busy === turn.id ? 'here' : 'elsewhere'}
                  target={target}
                />
              </li>
            ))}
          </ol>
        )}
      </div>
      <div className="sticky bottom-0 z-10 bg-linear-to-t from-paper from-80% to-transparent pt-3">
        <div className="relative mx-auto max-w-188 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-8 lg:pb-5">
          {far && (
            <IconButton
              label={t`Scroll to the end`}
              variant="secondary"
              onClick={() => toEnd(true)}
              className="absolute -top-13 left-1/2 -translate-x-1/2 animate-fade rounded-full shadow-float"
            >
              <ArrowDown aria-hidden strokeWidth={1.75} />
            </IconButton>
          )}
          <ThreadComposer
            composer={composer}
            models={models}
            thread={id}
            exists={exists}
            tools={tools}
            running={running}
            earlier={earlier}
          />
          <div className="mt-1.5 -mb-2 md:hidden">
            <PhoneNav />
          </div>
        </div>
      </div>
      <Announcer thread={id} leaf={leaf} />
      <StillPart />
      {drop.over && <DropArea />}
    </div>
  )
}

function Name({ thread }: { thread: string }) {
  const data = useQueryData(threadQuery(thread))
  if (!data) return null
  // An unnamed conversation is named by its first prompt, which is right below.
  return <h2 className={data.title ? 'mb-6 truncate text-base font-medium tracking-normal text-ink-soft' : 'sr-only'}>{nameOf(data)}</h2>
}

function Welcome({ model, onExample }: { model: Model | undefined; onExample: (prompt: string) => void }) {
  const { t } = useLingui()
  const examples = model?.prompt.examples.length
    ? model.prompt.examples
    : [
        t`Explain to a ten-year-old how rainbows form`,
        t`Write a polite email asking to move a delivery to Friday`,
        t`Compare three ways to learn a language in a table`,
      ]
  return (
    <div className="grid content-end gap-5 pt-[12dvh]">
      <h2 className="text-2xl lg:text-3xl">
        <Trans>What would you like to talk about?</Trans>
      </h2>
      <ul className="flex flex-wrap gap-2" aria-label={t`Examples`}>
        {examples.slice(0, 4).map((example) => (
          <li key={example}>
            <button
              type="button"
              onClick={() => {
                onExample(example)
                document.getElementById('message')?.focus()
              }}
              className="min-h-11 rounded-control bg-ink/5 px-3.5 py-2 text-left text-ink-soft transition-colors hover:bg-ink/10 hover:text-ink"
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
