import { useHydrated, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Kind } from '#app/contract/common.ts'
import type { Generation } from '#app/contract/generations.ts'
import { KindIcon, useKindNames } from '#app/shell/kinds.tsx'
import { useAhead } from '#app/shell/use-ahead.ts'
import { useMediaQuery } from '#app/ui/media-query.ts'
import { scrollToTop } from '#app/ui/scroll-to-top.ts'
import { loadSelect } from '#app/ui/select.tsx'
import { StillPart } from '#app/ui/still-part.tsx'
import { Composer } from './composer.tsx'
import { Feed, FeedSkeleton, loadCard } from './feed.tsx'
import { PhoneBar } from './phone-bar.tsx'
import type { StudioSearch } from './load-studio.ts'
import { type Replacement, useComposer } from './use-composer.ts'

/** The first work that is made is shown at once. */
const ahead = [async () => (await loadCard()).loadDetails(), loadSelect]

type StudioPageProps = {
  kind: Kind
  prefill: StudioSearch
  /** Under the heading: other ways to work with this kind. */
  modes?: ReactNode
}

export function StudioPage({ kind, prefill, modes }: StudioPageProps) {
  const names = useKindNames()
  const navigate = useNavigate()
  const wide = useMediaQuery('(min-width: 64rem)')
  const alive = useHydrated()
  const [sheetOpen, setSheetOpen] = useState(false)
  useAhead(ahead)

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
    onStarted() {
      setSheetOpen(false)
      scrollToTop()
    },
    onRefused() {
      if (!wide) setSheetOpen(true)
    },
  })

  // The feed is long: what it is given must not change with every letter that is typed beside it.
  const latest = useRef({ composer, wide })
  useEffect(() => {
    latest.current = { composer, wide }
  })
  const reuse = useCallback((generation: Generation) => {
    latest.current.composer.reuse(generation)
    if (!latest.current.wide) setSheetOpen(true)
  }, [])
  const run = useCallback((example: Replacement) => {
    latest.current.composer.replace(example)
    void latest.current.composer.submit(example)
  }, [])

  return (
    <div data-kind={kind} className="flex flex-1 flex-col lg:grid lg:grid-cols-[25rem_1fr]">
      {/* A reminder above takes away from the height until it is put off: the button to send must not hang below the window. */}
      <div className="lg:sticky lg:top-(--header) lg:flex lg:h-[calc(100dvh-var(--header))] lg:in-[:has(>aside)]:h-[calc(100dvh-var(--header)-3.375rem)] lg:flex-col lg:border-r lg:border-line">
        <h1 className="flex items-center gap-2.5 px-6 pt-6 pb-4 text-2xl max-lg:px-4 max-lg:pt-5 max-lg:pb-2 sm:max-lg:px-8">
          <KindIcon kind={kind} className="size-6" />
          {names[kind]}
        </h1>
        {modes && <div className="px-4 pb-4 sm:px-8 lg:px-6">{modes}</div>}
        {/* The server takes every window for a wide one: CSS hides this on a phone until the page lives and drops it. */}
        {wide && (
          <div className="flex min-h-0 flex-1 flex-col max-lg:hidden">
            <Composer composer={composer} />
          </div>
        )}
      </div>
      <div className="min-w-0 px-4 pt-3 pb-52 sm:px-8 lg:px-12 lg:pt-8 lg:pb-24">
        <div className="mx-auto max-w-215">
          <Feed kind={kind} model={composer.model} sending={composer.sending} onReuse={reuse} onRun={run} />
        </div>
      </div>
      {(!wide || !alive) && <PhoneBar composer={composer} open={sheetOpen && !wide} onOpenChange={setSheetOpen} />}
      <StillPart />
    </div>
  )
}

export function StudioSkeleton() {
  return (
    <div className="flex-1 px-4 pt-8 sm:px-8 lg:pl-112">
      <FeedSkeleton />
    </div>
  )
}
