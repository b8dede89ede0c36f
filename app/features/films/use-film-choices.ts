import { useModels } from '#app/shell/data/generations.queries.ts'

/** The choices of a built-in model's option in the person's language, with their pictures. */
function useChoices(modelId: string, option: string) {
  const schema = useModels().find(({ id }) => id === modelId)?.options.properties[option]
  if (!schema || !('enum' in schema)) return { items: [], pictures: {} }
  return {
    items: schema.enum.map((value) => ({ value, label: schema['x-labels']?.[value] ?? value })),
    pictures: schema['x-pictures'] ?? {},
  }
}

/** The built-in voices, by which the lines of an animatic are spoken. */
export const useVoices = () => useChoices('sketch-speech', 'voice').items

/** The styles in which cards are drawn. */
export const useLooks = () => useChoices('sketch-image', 'style')
