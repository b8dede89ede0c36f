import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toPlain, toSrt, toVtt } from '#app/contract/runs/subtitles.ts'
import { type Segment, type Transcript, transcriptMediaTypes } from '#app/contract/runs/transcripts.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { generationQuery, uploadQuery } from '#app/shell/data/generations.queries.ts'
import { transcriptQuery } from '#app/shell/data/transcripts.queries.ts'
import { foldText } from '#app/shell/i18n/fold-text.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { HiddenFromBots } from '#app/ui/page/hidden-from-bots.tsx'
import { saveText } from '#app/ui/page/save-file.ts'
import { SearchField } from '#app/ui/controls/search-field.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { fileNameOf } from './file-name-of.ts'
import { AudioPlayer, VideoPlayer } from './media.tsx'
import { useLoudness } from './use-loudness.ts'

/** Passages from which a search is worth its place. */
const searchFrom = 6

/** A transcript to read along: the passages follow the player, and a click on one plays from there. */
export function TranscriptView({ generation }: { generation: Generation }) {
  const { t } = useLingui()
  const { data, isError, error, refetch } = useQuery(transcriptQuery(generation.id))
  const [query, setQuery] = useState('')
  const [seconds, setSeconds] = useState(0)
  const { takeMedia, playFrom } = usePlayFrom(setSeconds)
  const source = useRecording(generation)
  if (isError) {
    return (
      <HiddenFromBots error={error}>
        <p role="alert">
          <Trans>Couldn’t load the transcript.</Trans>{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </button>
        </p>
      </HiddenFromBots>
    )
  }
  if (!data) return <Skeleton className="h-60 w-full rounded-card" />
  const { segments, text } = data

  return (
    <div className="grid gap-4">
      {source && <Player source={source} media={takeMedia} onTime={setSeconds} />}
      {segments.length >= searchFrom && (
        <SearchField
          q={query}
          onSearch={setQuery}
          label={t`Search the transcript`}
          placeholder={t`Search the transcript`}
          className="w-full"
        />
      )}
      {segments.length > 0 ? (
        <Passages segments={segments} query={query} seconds={seconds} canPlay={source !== null} onPlay={playFrom} />
      ) : text === '' ? (
        <p className="text-ink-soft">
          <Trans>No speech was found in this recording.</Trans>
        </p>
      ) : (
        <p className="max-h-128 max-w-reading overflow-y-auto whitespace-pre-line wrap-anywhere" lang={data.language ?? undefined}>
          {text}
        </p>
      )}
      <Downloads generation={generation} transcript={data} />
    </div>
  )
}

/** Plays the recording from a place. A press before the player's code has loaded is kept, and played by the player once it is there. */
function usePlayFrom(onTime: (seconds: number) => void) {
  const media = useRef<HTMLMediaElement>(null)
  const pressed = useRef<number>(null)

  const play = useCallback(() => {
    if (!media.current || pressed.current === null) return
    media.current.currentTime = pressed.current
    pressed.current = null
    void media.current.play().catch(() => undefined)
  }, [])
  const takeMedia = useCallback(
    (element: HTMLMediaElement | null) => {
      media.current = element
      play()
    },
    [play],
  )
  function playFrom(ms: number) {
    pressed.current = ms / 1_000
    onTime(ms / 1_000)
    play()
  }
  return { takeMedia, playFrom }
}

type Recording = { url: string; isVideo: boolean; durationMs: number; peaks: readonly number[] | null; poster: string | null }

/** The recording of a transcript: an upload or an earlier result; null if it is gone. */
function useRecording({ inputs: [input] }: Generation): Recording | null {
  const uploadId = input && 'upload_id' in input ? input.upload_id : ''
  const generationId = input && 'generation_id' in input ? input.generation_id : ''
  const upload = useQuery({ ...uploadQuery(uploadId), enabled: uploadId !== '' })
  const made = useQuery({ ...generationQuery(generationId), enabled: generationId !== '' })
  if (upload.data) {
    const { url, type, duration_ms } = upload.data
    return { url, isVideo: type === 'video', durationMs: duration_ms ?? 0, peaks: null, poster: null }
  }
  const file = made.data?.files[input && 'index' in input ? (input.index ?? 0) : 0]
  if (!file) return null
  const { url, media_type, duration_ms, peaks, poster_url } = file
  return { url, isVideo: media_type.startsWith('video/'), durationMs: duration_ms ?? 0, peaks, poster: poster_url }
}

type PlayerProps = {
  source: Recording
  media: (element: HTMLMediaElement | null) => void
  onTime: (seconds: number) => void
}

/** The passages below are its captions. */
function Player({ source: { url, isVideo, durationMs, peaks, poster }, media, onTime }: PlayerProps) {
  const { t } = useLingui()
  const { clock, number } = useFormat()
  const heard = useLoudness(isVideo || peaks ? null : url)
  const common = { src: url, media, name: t`Recording`, clock, speedText: (rate: number) => `${number(rate)}×`, onTime }
  return isVideo ? (
    <div className="relative aspect-video max-h-96 w-full overflow-hidden rounded-control">
      <VideoPlayer {...common} poster={poster ?? undefined} durationMs={durationMs} />
    </div>
  ) : (
    <AudioPlayer {...common} peaks={peaks ?? heard.peaks} durationMs={durationMs || heard.durationMs} bare />
  )
}

type PassagesProps = {
  segments: readonly Segment[]
  query: string
  seconds: number
  canPlay: boolean
  onPlay: (ms: number) => void
}

function Passages({ segments, query, seconds, canPlay, onPlay }: PassagesProps) {
  const { t } = useLingui()
  const { clock } = useFormat()
  const list = useRef<HTMLOListElement>(null)
  const wanted = foldText(query)
  const found = useMemo(() => segments.filter(({ text }) => wanted === '' || foldText(text).includes(wanted)), [segments, wanted])
  const now = currentOf(found, seconds * 1_000)

  useEffect(() => {
    const row = now === -1 ? null : list.current?.children[now]
    const box = list.current
    // Scrolls the list only: the page must not jump while somebody reads elsewhere.
    if (!(row instanceof HTMLElement) || !box || box.contains(document.activeElement)) return
    const top = row.offsetTop - box.offsetTop
    if (top < box.scrollTop || top + row.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTo({ top: top - box.clientHeight / 3 })
  }, [now])

  /** Up and down move between the passages, Home and End to the ends. */
  function onKeyDown(event: KeyboardEvent) {
    const rows = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = rows.findIndex((row) => row === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (at === -1 || to === undefined) return
    event.preventDefault()
    rows[Math.min(rows.length - 1, Math.max(0, to))]?.focus()
  }

  return (
    <div className="grid gap-1.5">
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {wanted !== '' && t`${plural(found.length, { one: '# passage', other: '# passages' })}`}
      </p>
      <ol ref={list} aria-label={t`Transcript`} className="relative -mx-2 max-h-128 overflow-y-auto overscroll-contain">
        {found.map((segment, index) => {
          const { start_ms, text, speaker } = segment
          const isNew = speaker !== undefined && speaker !== found[index - 1]?.speaker
          return (
            <li key={`${start_ms} ${index}`}>
              <button
                type="button"
                disabled={!canPlay}
                onKeyDown={onKeyDown}
                aria-current={index === now || undefined}
                onClick={() => onPlay(start_ms)}
                className="grid w-full grid-cols-[3.75rem_1fr] gap-x-2 rounded-control px-2 py-1.5 text-left transition-colors hover:enabled:bg-ink/6 aria-[current]:bg-kind-soft pointer-coarse:py-2.5"
              >
                <span className="tabular pt-0.5 text-sm text-ink-soft">{clock(start_ms)}</span>
                <span className="min-w-0 wrap-anywhere">
                  {isNew && (
                    <span className="block text-sm font-medium text-kind">
                      <Trans>Speaker {speaker}</Trans>
                    </span>
                  )}
                  {text}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** The last passage that has started; none before the first second is played. */
function currentOf(segments: readonly Segment[], ms: number): number {
  return ms === 0 ? -1 : segments.findLastIndex(({ start_ms }) => start_ms <= ms)
}

/** The words of a film as files. */
export function TranscriptDownloads({ generation }: { generation: Generation }) {
  const { data } = useQuery(transcriptQuery(generation.id))
  return data && <Downloads generation={generation} transcript={data} />
}

function Downloads({ generation, transcript }: { generation: Generation; transcript: Transcript }) {
  const { t } = useLingui()
  const nameOf = (speaker: number) => t`Speaker ${speaker}`
  const { segments } = transcript
  const files = {
    txt: () => toPlain(transcript, nameOf),
    srt: () => toSrt(segments, nameOf),
    vtt: () => toVtt(segments, nameOf),
  }
  // Subtitles need times.
  const formats = segments.length > 0 ? (['txt', 'srt', 'vtt'] as const) : (['txt'] as const)
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={t`Download the transcript`}>
      {formats.map((format) => (
        <Button
          key={format}
          variant="secondary"
          size="sm"
          aria-label={t`Download as ${format.toUpperCase()}`}
          onClick={() => saveText(files[format](), { name: fileNameOf(generation, format), type: transcriptMediaTypes[format] })}
        >
          <Download aria-hidden className="size-4.5" strokeWidth={1.75} />
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}
