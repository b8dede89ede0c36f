import { Dialog } from '@base-ui/react/dialog'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { thrownFailure } from '#app/shell/calls/settle.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { uploadFile } from '#app/shell/data/upload-file.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useWorkName } from '#app/shell/media/work-name.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { TextArea } from '#app/ui/controls/field.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { SpendButton } from '../spend-button.tsx'
import { useRunPrice } from '../use-run-price.ts'
import { indexOf } from '../files.ts'
import { extending, hasSides, nearestAspect, pricedInputs } from './edit-models.ts'
import { extendedCanvas } from './extended-canvas.ts'
import { FrameStage } from './frame-stage.tsx'
import type { EditDialogProps } from './tool-dialog.tsx'
import { useEditRun } from './use-edit-run.ts'
import { noSides, sidesFor, useFrame } from './use-frame.ts'
import type { GivenPicture } from './use-input-picture.ts'

/** The most that services add on a side, in pixels. */
const mostAdded = 2_000
const shapes = ['1:1', '16:9', '9:16'] as const

/** A dialog in which a person moves the frame of an image outward, and a model fills the space. */
export function ExtendDialog(props: EditDialogProps) {
  const { t } = useLingui()
  const { data = [] } = useQuery(modelsQuery())
  const models = extending(data)
  const [chosen, setChosen] = useState<string>()
  const model = models.find(({ id }) => id === chosen) ?? models[0]
  const { url, width, height } = props.file
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          data-own-keys
          data-kind="image"
          className="fixed inset-0 z-60 grid grid-rows-[auto_1fr] bg-paper transition-opacity duration-200 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <header className="flex items-center gap-2 border-b border-line px-3 py-2 sm:px-4">
            <Dialog.Close
              render={
                <IconButton label={t`Close`}>
                  <X aria-hidden strokeWidth={1.75} />
                </IconButton>
              }
            />
            <Dialog.Title className="min-w-0 flex-1 truncate text-lg">
              <Trans>Extend image</Trans>
            </Dialog.Title>
          </header>
          {model && width && height ? (
            <Extend {...props} picture={{ url, width, height }} {...{ models, model, onModel: setChosen }} />
          ) : (
            <p className="p-6 text-ink-soft">
              <Trans>This model is no longer available.</Trans>
            </p>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ExtendProps = EditDialogProps & { picture: GivenPicture; models: readonly Model[]; model: Model; onModel: (id: string) => void }

function Extend({ generation, file, picture, models, model, onModel, onClose, onStarted }: ExtendProps) {
  const { t } = useLingui()
  const { number } = useFormat()
  const frame = useFrame(mostAdded)
  const { sides } = frame
  const workName = useWorkName()
  const [prompt, setPrompt] = useState(generation.prompt)
  const [making, setMaking] = useState(false)
  const [asksForMore, setAsksForMore] = useState(false)
  const isUnchanged = Object.values(sides).every((added) => added === 0)
  const source: GenerationInput = { generation_id: generation.id, role: 'source', index: indexOf(generation, file) }
  const whole = { width: picture.width + sides.left + sides.right, height: picture.height + sides.up + sides.down }
  const options = hasSides(model) ? { ...sides } : nearestAspect(model, whole.width / whole.height)
  const words = prompt.trim().slice(0, model.prompt.max_length)
  const asked = useRunPrice({ model: model.id, prompt: words, options, context: { inputs: pricedInputs(model, source) } })
  const run = useEditRun((started) => {
    onStarted?.(started)
    onClose()
  })

  /** Returns the inputs of the run; null if a file could not be made or uploaded. */
  async function makeInputs(): Promise<GenerationInput[] | null> {
    if (hasSides(model)) return [source]
    try {
      const made = await extendedCanvas(picture, sides)
      const upload = (one: File) => uploadFile(one, { onProgress: () => undefined, signal: new AbortController().signal })
      const [image, mask] = await Promise.all([upload(made.image), upload(made.mask)])
      if (!image.ok || !mask.ok) {
        run.setFailure(image.ok ? (mask.ok ? null : mask.error) : image.error)
        return null
      }
      return [
        { upload_id: image.data.id, role: 'source' },
        { upload_id: mask.data.id, role: 'mask' },
      ]
    } catch (error) {
      run.setFailure(thrownFailure(error))
      return null
    }
  }

  async function start(maxPrice: number) {
    setAsksForMore(isUnchanged)
    if (isUnchanged) return
    setMaking(true)
    const inputs = await makeInputs()
    setMaking(false)
    if (inputs) await run.start({ model: model.id, prompt: words, options, inputs, parent_id: generation.id, max_price: maxPrice })
  }

  return (
    <div className="grid min-h-0 grid-rows-[1fr_auto] lg:grid-cols-[1fr_24rem] lg:grid-rows-1">
      <FrameStage picture={picture} frame={frame} alt={workName(generation)} />
      <div className="grid max-h-[55dvh] content-start gap-4 overflow-y-auto overscroll-contain border-line px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-lg:border-t lg:max-h-none lg:border-l lg:px-6">
        <div role="group" aria-label={t`Aspect ratio`} className="flex flex-wrap items-center gap-2">
          {shapes.map((shape) => {
            const [wide = 1, high = 1] = shape.split(':').map(Number)
            return (
              <Button key={shape} variant="secondary" size="sm" onClick={() => frame.setSides(sidesFor(picture, wide / high, frame.most))}>
                {shape}
              </Button>
            )
          })}
          <Button variant="ghost" size="sm" onClick={() => frame.setSides(noSides)}>
            <Trans>Reset</Trans>
          </Button>
        </div>
        <p className="text-ink-soft" aria-live="polite">
          {number(picture.width)} × {number(picture.height)} → {number(whole.width)} × {number(whole.height)}
        </p>
        {models.length > 1 && (
          <Select
            label={t`Model`}
            value={model.id}
            onValueChange={onModel}
            items={models.map(({ id, name, description }) => ({ value: id, label: name, description }))}
          />
        )}
        <TextArea
          label={t`What should appear around it?`}
          rows={3}
          value={prompt}
          maxLength={model.prompt.max_length}
          onChange={(event) => setPrompt(event.target.value)}
        />
        <p role="alert" className="text-danger empty:hidden">
          {run.problem ?? (asksForMore && isUnchanged && t`Drag an edge outward or choose a shape first.`)}
        </p>
        <SpendButton asked={asked} busy={making || run.sending} onSpend={(maxPrice) => void start(maxPrice)}>
          <Trans>Extend</Trans>
        </SpendButton>
      </div>
    </div>
  )
}
