import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { generationsInfiniteQuery } from '#app/shell/data/generations.queries.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { useWorkName } from '#app/shell/media/work-name.ts'
import { rolesFor } from '../composer/fit-inputs.ts'
import type { Composer } from '../composer/use-composer.ts'
import type { SlashOption } from './slash-option.ts'

/** Most results in the list; more words find others. */
const most = 8

type FoundOptions = { composer: Composer; words: string; onAttached: () => void }

/** The person's works that match the words, newest first. A work that the model reads is attached to the message, another one is opened. */
export function useFound({ composer, words, onAttached }: FoundOptions): { options: SlashOption[]; isReady: boolean } {
  const { t } = useLingui()
  const { relative } = useFormat()
  const workName = useWorkName()
  const navigate = useNavigate()
  const q = useDeferredValue(words.trim())
  const { data, isFetched } = useInfiniteQuery({ ...generationsInfiniteQuery({ q, status: 'done' }), placeholderData: keepPreviousData })
  const model = composer.own?.model
  const works = data?.pages.flatMap(({ items }) => items).slice(0, most) ?? []
  const optionOf = (work: Generation): SlashOption => {
    const [role] = model ? rolesFor(model, work.type) : []
    return {
      key: work.id,
      icon: <KindIcon kind={work.type} />,
      name: workName(work).slice(0, 120),
      help: relative(work.created_at),
      aside: role ? t`Add` : t`Open`,
      onTake() {
        if (role) composer.inputs.add({ generation_id: work.id, role })
        else void navigate({ to: '/dashboard', search: { item: work.id } })
        if (role) onAttached()
      },
    }
  }
  return { options: works.map(optionOf), isReady: isFetched }
}
