import { Trans } from '@lingui/react/macro'
import { useQueries, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ChordPart } from '#app/contract/runs/chords.ts'
import { generationQuery } from '#app/shell/data/generations.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { followRuns } from '#app/shell/live/follow-runs.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { StillPart } from '#app/ui/page/still-part.tsx'
import { barsOf } from './bars-of.ts'
import { ChordBars } from './chord-bars.tsx'
import { ChordPartView } from './chord-part.tsx'
import { chordQuery } from './chord.queries.ts'

/** A chord as one work, whose parts arrive one by one. */
export function ChordView({ id }: { id: string }) {
  const { spent, relative } = useFormat()
  const queryClient = useQueryClient()
  const { data: chord } = useSuspenseQuery(chordQuery(id))
  useEffect(() => followRuns(queryClient, chord.parts), [queryClient, chord])
  // Live events update each part's own entry.
  const parts = useQueries({ queries: chord.parts.map((part) => ({ ...generationQuery(part.id), initialData: part })) }).map(
    ({ data }) => data,
  )
  const reload = () => void queryClient.invalidateQueries({ queryKey: chordQuery(id).queryKey })
  const cost = parts.reduce((sum, { charged_milli: charged, price_milli: price }) => sum + (charged ?? price), 0)
  const made = parts.filter(({ status }) => status === 'succeeded').length
  const total = parts.length
  const isRunning = parts.some(isActive)
  function show(part: ChordPart, className?: string) {
    const generation = parts.find((one) => one.chord?.part === part)
    return generation && <ChordPartView generation={generation} part={part} onStarted={reload} className={className} />
  }
  const sounds = parts.filter(({ type }) => type === 'audio').length
  const blocks = total - Math.max(0, sounds - 1)
  const isTextBeside = blocks === 3 && sounds > 0
  return (
    <div className="grid gap-8">
      <div className="flex items-center gap-5 sm:gap-8">
        <ChordBars bars={barsOf(parts)} playing={isRunning} className="h-24 w-20 shrink-0 sm:h-36 sm:w-28" />
        <div className="grid min-w-0 gap-2">
          <Link to="/dashboard" search={{ chord: 'new' }} className="link justify-self-start text-sm text-ink-soft">
            <Trans>Chords</Trans>
          </Link>
          <h1 className="line-clamp-4 text-xl wrap-anywhere sm:text-2xl lg:text-3xl">{chord.prompt}</h1>
          <p className="text-ink-soft">
            <span role="status">
              <Trans>
                {made} of {total} ready
              </Trans>
            </span>
            {' · '}
            {spent(cost)}
            {' · '}
            <time dateTime={chord.created_at}>{relative(chord.created_at)}</time>
          </p>
        </div>
        <ButtonLink to="/dashboard" search={{ chord: 'new' }} variant="secondary" className="ml-auto shrink-0 max-sm:hidden">
          <Trans>New chord</Trans>
        </ButtonLink>
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-5">
        {show('image')}
        {show('video')}
        {sounds > 0 && (
          <div className="grid min-w-0 gap-8 lg:gap-5">
            {show('speech')}
            {show('music')}
          </div>
        )}
        {/* With one picture, the text stands next to it and the sound. */}
        {show('text', isTextBeside ? 'lg:col-start-2 lg:row-span-2 lg:row-start-1' : '')}
      </div>
      {isRunning && <StillPart />}
    </div>
  )
}
