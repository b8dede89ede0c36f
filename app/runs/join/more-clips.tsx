import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { generationsInfiniteQuery } from '#app/shell/data/generations.queries.ts'
import { useWorkName } from '#app/shell/media/work-name.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { type Clip, clipOf } from './clips.ts'

type MoreClipsProps = { taken: readonly Clip[]; onAdd: (clip: Clip) => void }

/** The other videos of the library, newest first. */
export function MoreClips({ taken, onAdd }: MoreClipsProps) {
  const { t } = useLingui()
  const workName = useWorkName()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(generationsInfiniteQuery({ type: 'video' }))
  const works = (data?.pages ?? []).flatMap(({ items }) => items)
  const others = works.filter(
    ({ id, status }) => status === 'succeeded' && !taken.some(({ input }) => 'generation_id' in input && input.generation_id === id),
  )
  if (others.length === 0 && !hasNextPage) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">
        <Trans>Add a video</Trans>
      </legend>
      <ul className="-mx-1 flex gap-2 overflow-x-auto px-1 py-1">
        {others.map((work) => {
          const name = workName(work)
          const clip = clipOf(work, name)
          return (
            clip && (
              <li key={work.id} className="shrink-0">
                <button
                  type="button"
                  aria-label={t`Add: ${name}`}
                  title={name}
                  onClick={() => onAdd(clip)}
                  className="relative block overflow-hidden rounded-control border border-line transition-colors hover:border-edge"
                >
                  {clip.file.thumbnail_url ? (
                    <img src={clip.file.thumbnail_url} alt="" loading="lazy" className="h-14 w-24 bg-wash object-cover" />
                  ) : (
                    <span className="block h-14 w-24 bg-wash" />
                  )}
                  <span className="absolute right-1 bottom-1 grid size-6 place-items-center rounded-full bg-ink text-paper">
                    <Plus aria-hidden className="size-4" strokeWidth={2} />
                  </span>
                </button>
              </li>
            )
          )
        })}
        {hasNextPage && (
          <li className="grid shrink-0 place-items-center">
            <Button variant="ghost" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              <Trans>Show older</Trans>
            </Button>
          </li>
        )}
      </ul>
    </fieldset>
  )
}
