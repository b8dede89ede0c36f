import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { Generation, GenerationFile } from '#app/contract/runs/generations.ts'
import { Picture } from '#app/runs/media.tsx'
import { groundOf, ratioOf } from '#app/runs/stills.ts'
import { columnsOf } from './columns-of.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set if the work was opened from the feed, so that closing it leads back there. */
    openedFrom?: 'feed'
  }
}

type PictureSetProps = { generation: Generation; files: readonly GenerationFile[]; tile: boolean }

/** Several images of one run, each of which opens and is saved separately. */
export function PictureSet({ generation, files, tile }: PictureSetProps) {
  const { t } = useLingui()
  const count = files.length
  return (
    <ul
      aria-label={t`${plural(count, { one: '# image', other: '# images' })}`}
      style={styleOf(count, files[0] ? ratioOf(files[0]) : 1)}
      className={tile ? 'picture-set lg:!w-full lg:gap-1' : 'picture-set'}
    >
      {files.map((file, index) => {
        const place = index + 1
        return (
          <li
            key={file.id}
            className="group relative overflow-hidden rounded-card bg-wash"
            style={{ aspectRatio: String(ratioOf(file)), ...groundOf(file) }}
          >
            <Picture generation={generation} file={file} shownAt="(min-width: 64rem) 27rem, 50vw" framed />
            <Link
              from="/dashboard/image"
              to="."
              search={(kept) => ({ ...kept, item: generation.id, at: index })}
              resetScroll={false}
              state={{ openedFrom: 'feed' }}
              preload={false}
              aria-label={t`Open image ${place} of ${count}`}
              className="work-link"
            />
            <a
              href={`${file.url}&download=1`}
              download
              aria-label={t`Download image ${place}`}
              title={t`Download`}
              className="absolute top-2 right-2 grid size-9 place-items-center rounded-control bg-surface/90 opacity-0 transition-opacity group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
            >
              <Download aria-hidden className="size-4.5" strokeWidth={1.75} />
            </a>
          </li>
        )
      })}
    </ul>
  )
}

/** The space of a running set, with the image being made in the first place. */
export function PictureSetSpace({
  count,
  ratio,
  painting,
  children,
}: {
  count: number
  ratio: number
  painting: ReactNode
  children: ReactNode
}) {
  return (
    <div className="picture-set relative" style={styleOf(count, ratio)}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="relative overflow-hidden rounded-card bg-wash" style={{ aspectRatio: String(ratio) }}>
          {index === 0 && painting}
        </div>
      ))}
      {children}
    </div>
  )
}

function styleOf(count: number, ratio: number): CSSProperties & { '--columns': number; '--columns-narrow': number } {
  const columns = columnsOf(count, ratio)
  const rows = Math.ceil(count / columns)
  return {
    '--columns': columns,
    '--columns-narrow': Math.min(2, columns),
    width: `min(100%, calc(min(76dvh, 40rem) * ${((ratio * columns) / rows).toFixed(4)}))`,
  }
}
