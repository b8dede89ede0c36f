import { firstTouch } from '#app/shell/boot/first-touch.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'

// The server renders these parts, and nobody uses them before the first touch, with which their code loads.
const after = firstTouch

export const ModelPicker = lazyPart(async () => (await import('#app/runs/models/model-picker.tsx')).ModelPicker, <div className="h-22" />, {
  after,
})

export const OptionFields = lazyPart(
  async () => (await import('#app/runs/options/option-fields.tsx')).OptionFields,
  <div className="h-64" />,
  {
    after,
  },
)

export const PromptTools = lazyPart(async () => (await import('./prompt-tools.tsx')).PromptTools, <div className="h-11" />, { after })
