import { useModels } from '#app/shell/data/generations.queries.ts'

/** Returns the name of a model by its id, which is also the name of a model that is no longer known. */
export function useModelNames(): (id: string) => string {
  const models = useModels()
  return (id) => models.find((model) => model.id === id)?.name ?? id
}
