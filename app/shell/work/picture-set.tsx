import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { Generation, GenerationFile } from '#app/contract/generations.ts'
import { columnsOf } from './columns-of.ts'
import { Picture } from './media.tsx'
import { ratioOf } from './shape.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A work was opened from where its maker was working: closing it leads back there. */
    openedFrom?: 'feed'
  }
}

/** Several pictures of one run. Each opens on its own, and can be saved on its own. */
export function PictureSet({ generation, files }: { generation: Generation; files: readonly GenerationFile[] }) {
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
      aria-label={t`${plural(count, { one: '# picture', other: '# pictures' })}`}
      style={grid}
      className="grid animate-fade grid-cols-[repeat(var(--columns),1fr)] gap-2 max-sm:!w-full max-sm:grid-cols-[repeat(var(--columns-narrow),1fr)]"
    >
      {files.map((file, index) => {
        const place = index + 1
        return (
          <li key={file.id} className="group relative overflow-hidden rounded-card bg-wash" style={{ aspectRatio: String(ratioOf(file)) }}>
            <Picture generation={generation} file={file} shownAt="(min-width: 64rem) 27rem, 50vw" />
            <Link
              to="/dashboard"
              search={{ item: generation.id, at: index }}
              state={{ openedFrom: 'feed' }}
              preload={false}
              aria-label={t`Open picture ${place} of ${count}`}
              className="absolute inset-0 rounded-card outline-offset-[-3px]"
            />
            <a
              href={`${file.url}&download=1`}
              download
              aria-label={t`Download picture ${place}`}
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
