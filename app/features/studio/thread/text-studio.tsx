import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { Generation } from '#app/contract/runs/generations.ts'
import { modelsOf } from '#app/contract/runs/usual-models.ts'
import { firstPage } from '#app/shell/data/first-page.ts'
import { generationsInfiniteQuery, useModels } from '#app/shell/data/generations.queries.ts'
import type { StudioSearch } from '../studio-search.ts'
import { useCommands } from '../slash/use-commands.ts'
import { StudioPage } from '../studio-page.tsx'
import { rememberModel, useLastModel } from './last-model.ts'
import { ModeSwitch } from './mode-switch.tsx'
import { ThreadPage } from './thread-page.tsx'
import { threadKeys } from './threads.queries.ts'

/** Models with a history get conversations; tools work on one text at a time, and their results form a feed. */
export function TextStudio({ search }: { search: StudioSearch }) {
  const all = useModels()
  const models = modelsOf('text')(all)
  const kept = useLastModel()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  /** The conversation that a command begins. */
  const commands = useCommands()
  const [fresh, setFresh] = useState(() => uuidv7())
  const named = search.model
  useEffect(() => {
    if (named) rememberModel(named)
  }, [named])
  const talking = models.filter(({ history }) => history)
  const model = models.find(({ id }) => id === named) ?? models.find(({ id }) => id === kept) ?? talking.find(({ available }) => available)
  const talks = model?.history ? model : (talking.find(({ available }) => available) ?? talking[0])
  // Without a language model, conversations have the results of commands, and texts of the tools.
  const able = talks?.available ? talking : [...talking, ...models.filter(({ history }) => !history)]
  const inThread = talks?.available ? talks : (able.find(({ available }) => available) ?? talks)
  if (inThread && (search.thread || model?.history))
    return <ThreadPage search={{ ...search, model: inThread.id }} models={able} modes={<ModeSwitch models={models} mode="talk" />} />

  function openThread(started: Generation) {
    const { thread_id: thread } = started
    if (!thread) return
    setFresh(uuidv7())
    void queryClient.invalidateQueries({ queryKey: threadKeys.all })
    queryClient.setQueryData(generationsInfiniteQuery({ thread }).queryKey, firstPage({ items: [started], next_cursor: null }))
    void navigate({ to: '/dashboard/text', search: { thread } })
  }
  return (
    <StudioPage
      kind="text"
      prefill={{ ...search, model: model?.id }}
      modes={<ModeSwitch models={models} mode="tools" />}
      conversation={{ id: fresh, commands, onStarted: openThread }}
    />
  )
}
