import { useHydrated, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Kind } from '#app/contract/base/values.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { usePrefetch } from '#app/shell/boot/use-prefetch.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { useMediaQuery } from '#app/ui/page/media-query.ts'
import { scrollToTop } from '#app/ui/page/scroll-to-top.ts'
import { StillPart } from '#app/ui/page/still-part.tsx'
import { Composer } from './composer/composer.tsx'
import { PhoneBar } from './composer/phone-bar.tsx'
import { useComposer } from './composer/use-composer.ts'
import type { Replacement } from './composer/use-replacement.ts'
import { Feed, FeedSkeleton, loadCard } from './feed/feed.tsx'
import type { Commands } from './slash/use-commands.ts'
import type { StudioSearch } from './studio-search.ts'

/** Prefetched, so that the first finished work is shown at once. */
const ahead = [async () => (await loadCard()).loadDetails(), () => import('#app/ui/overlays/select-popup.tsx')]

const noOptions = {}

type StudioPageProps = {
  kind: Kind
  prefill: StudioSearch
  /** Content below the heading: other ways to work with this kind. */
  modes?: ReactNode
  /** The conversation that a command begins. */
  conversation?: { id: string; commands: Commands; onStarted: (started: Generation) => void }
}

export function StudioPage({ kind, prefill, modes, conversation }: StudioPageProps) {
  const names = useKindNames()
  const navigate = useNavigate()
  const wide = useMediaQuery('(min-width: 64rem)')
  const hydrated = useHydrated()
  const [sheetOpen, setSheetOpen] = useState(false)
  usePrefetch(ahead)

  const composer = useComposer({
    kind,
    prefill,
    onPrefillTaken({ input }, model) {
      if (input && !wide) setSheetOpen(true)
      void navigate({
        to: '.',
        search: ({ prompt: _prompt, input: _input, index: _index, role: _role, ...kept }) => ({ ...kept, model: model ?? undefined }),
        replace: true,
        resetScroll: false,
      })
    },
    onModelChange(model) {
      void navigate({ to: '.', search: (kept) => ({ ...kept, model }), replace: true, resetScroll: false })
    },
    onStarted(started) {
      setSheetOpen(false)
      if (started.thread_id && conversation) {
        composer.clear()
        conversation.onStarted(started)
      } else scrollToTop()
    },
    slashThread: conversation?.id,
    commands: conversation?.commands,
    onRefused() {
      if (!wide) setSheetOpen(true)
    },
  })

  // The feed is long, so its props must not change while typing.
  const latest = useRef({ composer, wide })
  useEffect(() => {
    latest.current = { composer, wide }
  })
  const reuse = useCallback((generation: Generation) => {
    latest.current.composer.reuse(generation)
    if (!latest.current.wide) setSheetOpen(true)
  }, [])
  const run = useCallback((example: Replacement, maxPrice: number) => {
    const { prompt, replace, submission } = latest.current.composer
    // The example runs without replacing a prompt that the person has typed.
    if (prompt.trim() === '') replace(example)
    void submission.submit({ ...example, maxPrice })
  }, [])

  // Heading, results and prompt share their edges. Texts are read, so all of it is a column.
  const edges = kind === 'text' ? 'mx-auto w-full max-w-227 px-4 sm:px-6' : 'px-4 sm:px-6'

  return (
    <div data-kind={kind} className="flex flex-1 flex-col">
      <div className={`flex flex-wrap items-center gap-x-6 gap-y-2 pt-4 pb-3 ${edges}`}>
        <h1 className="flex min-h-11 items-center gap-2.5 text-2xl">
          <KindIcon kind={kind} className="size-6" />
          {names[kind]}
        </h1>
        {modes && <div className="max-sm:w-full sm:min-w-80">{modes}</div>}
      </div>
      {/* Before the results for the keyboard and screen readers. The server assumes a wide window, so CSS hides it on a phone until hydration removes it. */}
      {wide && (
        // Results fade out behind the bar, so that it cuts none of them.
        <div
          data-print="hidden"
          className={`pointer-events-none sticky order-last bottom-4 z-20 before:absolute before:inset-x-0 before:-top-8 before:-bottom-4 before:bg-linear-to-t before:from-paper before:from-85% before:to-paper/0 max-lg:hidden ${edges}`}
        >
          <div className="pointer-events-auto relative flex flex-col rounded-sheet border border-edge bg-surface shadow-float transition-[border-color] has-[textarea:focus-visible]:border-kind">
            <Composer composer={composer} as="bar" />
          </div>
        </div>
      )}
      <div className={`min-w-0 flex-1 pb-52 lg:pb-60 ${edges}`}>
        <Feed
          kind={kind}
          model={composer.own?.model}
          options={composer.own?.options ?? noOptions}
          inputs={composer.inputs.given}
          sending={composer.submission.sending}
          onReuse={reuse}
          onRun={run}
        />
      </div>
      {(!wide || !hydrated) && <PhoneBar composer={composer} open={sheetOpen && !wide} onOpenChange={setSheetOpen} />}
      <StillPart />
    </div>
  )
}

export function StudioSkeleton() {
  return (
    <div className="flex-1 px-4 pt-18 sm:px-6">
      <FeedSkeleton />
    </div>
  )
}
