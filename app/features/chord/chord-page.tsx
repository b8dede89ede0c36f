import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Chord } from '#app/contract/runs/chords.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Earlier } from '#app/runs/earlier-works.tsx'
import { barsOf } from './bars-of.ts'
import { ChordBars } from './chord-bars.tsx'
import { ChordForm } from './chord-form.tsx'
import { ChordView } from './chord-view.tsx'
import { chordsInfiniteQuery } from './chord.queries.ts'

/** `new`: the form and earlier chords; otherwise one chord. */
export function ChordPage({ chord }: { chord: string }) {
  return chord === 'new' ? <NewChord /> : <ChordView key={chord} id={chord} />
}

function NewChord() {
  const navigate = useNavigate()
  return (
    <div className="grid gap-8">
      <div className="grid gap-1">
        <h1 className="text-3xl">
          <Trans>Chord</Trans>
        </h1>
        <p className="text-lg text-ink-soft">
          <Trans>One prompt becomes a video, an image, narration with music, and a text that belong together.</Trans>
        </p>
      </div>
      <ChordForm onStarted={({ id }) => void navigate({ to: '/dashboard', search: { chord: id } })} />
      <EarlierChords />
    </div>
  )
}

function EarlierChords() {
  const list = useInfiniteQuery(chordsInfiniteQuery)
  const chords = list.data?.pages.flatMap(({ items }) => items) ?? []
  if (chords.length === 0) return null
  return (
    <Earlier title={<Trans>Your chords</Trans>} columns="grid-cols-2 md:grid-cols-3 lg:grid-cols-4" list={list}>
      {chords.map((chord) => (
        <li key={chord.id}>
          <ChordCard chord={chord} />
        </li>
      ))}
    </Earlier>
  )
}

/** A card with the four bars of the chord; stills fill those of the video and the image. */
function ChordCard({ chord }: { chord: Chord }) {
  const { relative } = useFormat()
  return (
    <Link
      to="/dashboard"
      search={{ chord: chord.id }}
      className="flex h-full flex-col gap-3 rounded-card border border-line bg-surface p-4 transition-colors hover:border-edge"
    >
      <ChordBars bars={barsOf(chord.parts)} className="mx-auto h-28 w-28" />
      <span className="line-clamp-2 wrap-anywhere">{chord.prompt}</span>
      <time dateTime={chord.created_at} className="mt-auto text-sm text-ink-soft">
        {relative(chord.created_at)}
      </time>
    </Link>
  )
}
