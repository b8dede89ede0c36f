import { useHydrated, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Kind } from '#app/contract/base/values.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { usePrefetch } from '#app/shell/boot/use-prefetch.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { useMediaQuery } from '#app/ui/media-query.ts'
import { scrollToTop } from '#app/ui/scroll-to-top.ts'
import { StillPart } from '#app/ui/still-part.tsx'
import { Composer } from './composer/composer.tsx'
import { PhoneBar } from './composer/phone-bar.tsx'
import { useComposer } from './composer/use-composer.ts'
import type { Replacement } from './composer/use-replacement.ts'
import { Feed, FeedSkeleton, loadCard } from './feed/feed.tsx'
import type { StudioSearch } from './studio-search.ts'

/** Prefetched, so that the first finished work is shown at once. */
const ahead = [async () => (await loadCard()).loadDetails(), () => import('#app/ui/select-popup.tsx')]

type StudioPageProps = {
  kind: Kind
  prefill: StudioSearch
  /** Content below the heading: other ways to work with this kind. */
  modes?: ReactNode
}

export function StudioPage({ kind, prefill, modes }: StudioPageProps) {
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
    onStarted() {
      setSheetOpen(false)
      scrollToTop()
    },
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

  return (
    <div data-kind={kind} className="flex flex-1 flex-col bg-ground [--paper:var(--ground)] lg:grid lg:grid-cols-[25rem_1fr]">
      {/* With a strip above the header, the column ends below the window until the page is scrolled; its submit button sticks to the window. */}
      <div className="lg:sticky lg:top-(--header) lg:flex lg:h-[calc(100dvh-var(--header))] lg:flex-col lg:border-r lg:border-line">
        <h1 className="flex items-center gap-2.5 px-6 pt-6 pb-4 text-2xl max-lg:px-4 max-lg:pt-5 max-lg:pb-2 sm:max-lg:px-8">
          <KindIcon kind={kind} className="size-6" />
          {names[kind]}
        </h1>
        {modes && <div className="px-4 pb-4 sm:px-8 lg:px-6">{modes}</div>}
        {/* The server assumes a wide window, so CSS hides this on a phone until hydration removes it. */}
        {wide && (
          <div className="flex min-h-0 flex-1 flex-col max-lg:hidden">
            <Composer composer={composer} />
          </div>
        )}
      </div>
      <div className="min-w-0 px-4 pt-3 pb-52 sm:px-8 lg:px-8 lg:pt-6 lg:pb-24">
        <div className="mx-auto max-w-300">
          <Feed
            kind={kind}
            model={composer.model}
            options={composer.options}
            inputs={composer.inputs.given}
            sending={composer.submission.sending}
            onReuse={reuse}
            onRun={run}
          />
        </div>
      </div>
      {(!wide || !hydrated) && <PhoneBar composer={composer} open={sheetOpen && !wide} onOpenChange={setSheetOpen} />}
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
