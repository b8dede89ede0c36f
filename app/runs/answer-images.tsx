import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { EditButton } from './edit-button.tsx'
import { Picture } from './media.tsx'
import { Painting } from './painting.tsx'
import { frameStyle, groundOf, ratioOf } from './stills.ts'

/** The images of an answer: a preview while it is written, then each with its actions. */
export function AnswerImages({ generation }: { generation: Generation }) {
  const { t } = useLingui()
  const { files, preview } = generation
  if (isActive(generation)) {
    if (!preview) return null
    return (
      <div className="relative mt-4 aspect-square w-full max-w-80 overflow-hidden rounded-card bg-wash">
        <Painting generation={generation} />
      </div>
    )
  }
  return (
    <ul aria-label={t`Images of the answer`} className={`mt-4 grid gap-4 ${files.length > 1 ? 'sm:grid-cols-2' : ''}`}>
      {files.map((file, index) => {
        const place = index + 1
        return (
          <li key={file.id} className="min-w-0">
            <a
              href={file.url}
              target="_blank"
              rel="noreferrer"
              aria-label={t`Open image ${place}`}
              className="relative block cursor-zoom-in overflow-hidden rounded-card bg-wash"
              style={{ ...frameStyle(ratioOf(file)), ...groundOf(file) }}
            >
              <Picture generation={generation} file={file} shownAt="(min-width: 64rem) 38rem, 100vw" framed />
            </a>
            {generation.deleted_at === null && (
              <div className="-ml-2 flex">
                <a
                  href={`${file.url}&download=1`}
                  download
                  aria-label={t`Download image ${place}`}
                  title={t`Download image ${place}`}
                  className="icon-button button-ghost"
                >
                  <Download aria-hidden strokeWidth={1.75} />
                </a>
                <EditButton generation={generation} file={file} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
