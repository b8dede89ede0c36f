import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { Generation, GenerationFile } from '#app/contract/generations.ts'
import { Picture } from '#app/shell/work/media.tsx'
import { groundOf, ratioOf } from '#app/shell/work/shape.ts'
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
  const ratio = files[0] ? ratioOf(files[0]) : 1
  const columns = columnsOf(count, ratio)
  const rows = Math.ceil(count / columns)
  const grid: CSSProperties & { '--columns': number; '--columns-narrow': number } = {
    '--columns': columns,
    '--columns-narrow': Math.min(2, columns),
    width: `min(100%, calc(min(76dvh, 40rem) * ${((ratio * columns) / rows).toFixed(4)}))`,
  }
  return (
    <ul
      aria-label={t`${plural(count, { one: '# image', other: '# images' })}`}
      style={grid}
      className={`grid animate-fade grid-cols-[repeat(var(--columns),1fr)] gap-2 max-sm:!w-full max-sm:grid-cols-[repeat(var(--columns-narrow),1fr)] ${tile ? 'lg:!w-full lg:gap-1' : ''}`}
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
              to="/dashboard"
              search={{ item: generation.id, at: index }}
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
