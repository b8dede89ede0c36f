import { useEffect } from 'react'
import { modelsOf } from '#app/contract/runs/usual-models.ts'
import { useModels } from '#app/shell/data/generations.queries.ts'
import type { StudioSearch } from '../studio-search.ts'
import { StudioPage } from '../studio-page.tsx'
import { rememberModel, useLastModel } from './last-model.ts'
import { ModeSwitch } from './mode-switch.tsx'
import { ThreadPage } from './thread-page.tsx'

/** Models with a history get conversations; tools work on one text at a time, and their results form a feed. */
export function TextStudio({ search }: { search: StudioSearch }) {
  const all = useModels()
  const models = modelsOf('text')(all)
  const kept = useLastModel()
  const named = search.model
  useEffect(() => {
    if (named) rememberModel(named)
  }, [named])
  const talking = models.filter(({ history }) => history)
  const model = models.find(({ id }) => id === named) ?? models.find(({ id }) => id === kept) ?? talking.find(({ available }) => available)
  const talks = model?.history ? model : (talking.find(({ available }) => available) ?? talking[0])
  if (talks && (search.thread || model?.history))
    return <ThreadPage search={{ ...search, model: talks.id }} models={talking} modes={<ModeSwitch models={models} mode="talk" />} />
  return <StudioPage kind="text" prefill={{ ...search, model: model?.id }} modes={<ModeSwitch models={models} mode="tools" />} />
}
