import { Link } from '@tanstack/react-router'
import { Heart, Images, Play } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Generation } from '#app/contract/generations.ts'
import { useFormat } from '#app/shell/format.ts'
import { KindIcon, useKindNames } from '#app/shell/kinds.tsx'
import { resultsOf } from '#app/shell/work/files.ts'
import { ratioOf, stillsOf } from '#app/shell/work/media.tsx'
import { Waveform } from '#app/ui/waveform.tsx'
import type { LibrarySearch } from './library-search.ts'

/** What has no shape of its own is a card. */
const cardRatio = 4 / 3

type TileProps = { generation: Generation; search: LibrarySearch }

export const Tile = memo(function Tile({ generation, search }: TileProps) {
  const names = useKindNames()
  const { type, prompt, favorite, files } = generation
  const file = files[0]
  const visual = type === 'image' || type === 'video'
  const ratio = visual && file ? Math.min(2.4, Math.max(0.5, ratioOf(file))) : cardRatio
  return (
    <li
      data-kind={type}
      className="min-w-0"
      style={{ flexGrow: Math.round(ratio * 100), flexBasis: `calc(var(--row) * ${ratio.toFixed(3)})`, aspectRatio: String(ratio) }}
    >
      <Link
        to="/dashboard"
        search={{ ...search, item: generation.id, at: undefined }}
        resetScroll={false}
        preload={false}
        aria-label={`${names[type]}: ${prompt.slice(0, 160)}`}
        className="group relative block size-full animate-fade overflow-hidden rounded-card bg-wash"
      >
        {visual ? <Still generation={generation} /> : <Card generation={generation} />}
        {favorite && (
          <span aria-hidden className="absolute top-2.5 right-2.5 grid size-7 place-items-center rounded-full bg-surface/90">
            <Heart className="size-4 fill-kind-mark text-kind-mark" strokeWidth={1.75} />
          </span>
        )}
      </Link>
    </li>
  )
})

function Still({ generation: { type, files, prompt } }: { generation: Generation }): ReactNode {
  const { clock, number } = useFormat()
  const file = files[0]
  if (!file) return null
  const stills = stillsOf(file)
  const src = stills.src ?? (type === 'image' ? file.url : undefined)
  const count = type === 'image' ? resultsOf(files).length : 1
  return (
    <>
      {src && (
        <img
          src={src}
          srcSet={stills.srcSet}
          sizes="(min-width: 40rem) 19rem, 13rem"
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover transition-[scale] duration-300 group-hover:scale-[1.02] motion-reduce:group-hover:scale-100"
        />
      )}
      {type === 'video' && (
        <span
          aria-hidden
          className="tabular absolute bottom-2.5 left-2.5 flex h-7 items-center gap-1.5 rounded-full bg-black/60 px-2.5 text-sm text-white"
        >
          <Play className="size-3.5 fill-current" strokeWidth={1.75} />
          {clock(file.duration_ms ?? 0)}
        </span>
      )}
      {count > 1 && (
        <span
          aria-hidden
          className="tabular absolute top-2.5 left-2.5 flex h-7 items-center gap-1.5 rounded-full bg-black/60 px-2.5 text-sm text-white"
        >
          <Images className="size-4" strokeWidth={1.75} />
          {number(count)}
        </span>
      )}
      <span
        aria-hidden
        className="absolute inset-x-0 bottom-0 line-clamp-2 bg-linear-to-t from-black/75 to-transparent px-3 pt-10 pb-2.5 text-sm text-white opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:hidden"
        style={type === 'video' ? { paddingLeft: '5.5rem' } : undefined}
      >
        {prompt}
      </span>
    </>
  )
}

function Card({ generation: { type, files, prompt, text } }: { generation: Generation }) {
  const { clock } = useFormat()
  const file = files[0]
  return (
    <span className="flex size-full flex-col rounded-card border border-line bg-surface p-3.5 transition-colors group-hover:border-edge sm:p-4.5">
      <span className="flex items-center gap-2 text-sm text-ink-soft">
        <KindIcon kind={type} className="size-4.5" />
        {file?.duration_ms != null && <span className="tabular">{clock(file.duration_ms)}</span>}
      </span>
      {type === 'audio' ? (
        <>
          <Waveform peaks={file?.peaks ?? []} bars={36} played={1} className="my-2 min-h-0 w-full flex-1" />
          <span className="line-clamp-2 text-sm">{prompt}</span>
        </>
      ) : (
        <span className="mt-2 min-h-0 flex-1 overflow-hidden mask-b-from-70% whitespace-pre-line sm:mt-3">{text ?? prompt}</span>
      )}
    </span>
  )
}
