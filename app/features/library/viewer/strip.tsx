import { useLingui } from '@lingui/react/macro'
import type { GenerationFile } from '#app/contract/runs/generations.ts'
import { stillsOf } from '#app/runs/stills.ts'

type StripProps = { files: readonly GenerationFile[]; index: number; onShow: (index: number) => void }

/** Thumbnails of all results of a work. */
export function Strip({ files, index, onShow }: StripProps) {
  const { t } = useLingui()
  const count = files.length
  return (
    <div
      role="group"
      aria-label={t`Images in this result`}
      className="absolute bottom-3 left-1/2 z-10 flex -translate-x-1/2 gap-1.5 rounded-card bg-surface/85 p-1.5"
    >
      {files.map((file, at) => {
        const place = at + 1
        return (
          <button
            key={file.id}
            type="button"
            aria-label={t`Image ${place} of ${count}`}
            aria-current={at === index}
            onClick={() => onShow(at)}
            className={thumb}
          >
            <img src={file.thumbnail_url ?? stillsOf(file).src ?? file.url} alt="" className="size-full object-cover" />
          </button>
        )
      })}
    </div>
  )
}

export const thumb =
  'size-11 shrink-0 overflow-hidden rounded-[8px] opacity-65 outline-offset-1 transition-opacity hover:opacity-100 aria-current:opacity-100 aria-current:ring-2 aria-current:ring-kind'
