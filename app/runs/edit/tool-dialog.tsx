import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Generation, GenerationFile, OptionValues } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { EditTask } from '#app/contract/base/values.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useWorkName } from '#app/shell/media/work-name.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { SpendButton } from '../spend-button.tsx'
import { useRunPrice } from '../use-run-price.ts'
import { indexOf } from '../files.ts'
import { modelsFor } from './edit-models.ts'
import { useEditRun } from './use-edit-run.ts'

/** Tasks that need no words and no frame. */
export type ToolTask = Exclude<EditTask, 'extend'>

export type EditDialogProps = {
  generation: Generation
  file: GenerationFile
  onClose: () => void
  onStarted?: ((started: Generation) => void) | undefined
}

/** Removes the background of an image, or enlarges it, after showing the price. */
export function ToolDialog({ task, ...props }: EditDialogProps & { task: ToolTask }) {
  const { data = [] } = useQuery(modelsQuery())
  const models = modelsFor(data, task)
  const [chosen, setChosen] = useState<string>()
  const model = models.find(({ id }) => id === chosen) ?? models[0]
  const title = task === 'enlarge' ? <Trans>Enlarge image</Trans> : <Trans>Remove background</Trans>
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()} title={title}>
      {model ? (
        <Tool key={model.id} {...props} {...{ task, models, model, onModel: setChosen }} />
      ) : (
        <p className="py-2 text-ink-soft">
          <Trans>This model is no longer available.</Trans>
        </p>
      )}
    </Dialog>
  )
}

type ToolProps = EditDialogProps & { task: ToolTask; models: readonly Model[]; model: Model; onModel: (id: string) => void }

function Tool({ generation, file, task, models, model, onModel, onClose, onStarted }: ToolProps) {
  const { t } = useLingui()
  const workName = useWorkName()
  const { number } = useFormat()
  const { scale: offered } = model.options.properties
  const scales = offered && 'enum' in offered ? offered.enum : []
  const [scale, setScale] = useState(scales[0])
  const options: OptionValues = scale === undefined ? {} : { scale }
  const source = { generation_id: generation.id, role: 'source' as const, index: indexOf(generation, file) }
  const prompt = generation.prompt.slice(0, model.prompt.max_length)
  const asked = useRunPrice({ model: model.id, prompt, options, context: { inputs: [source] } })
  const run = useEditRun((started) => {
    onStarted?.(started)
    onClose()
  })
  const { width, height } = file
  const factor = Number(scale ?? 1)
  return (
    <div className="grid gap-5 py-2">
      <img
        src={file.poster_url ?? file.url}
        alt={workName(generation)}
        className="max-h-[40dvh] w-full rounded-card bg-wash object-contain"
      />
      {models.length > 1 ? (
        <Select
          label={t`Model`}
          value={model.id}
          onValueChange={onModel}
          items={models.map(({ id, name, description }) => ({ value: id, label: name, description }))}
        />
      ) : (
        <p>
          <span className="block font-medium">{model.name}</span>
          <span className="text-ink-soft">{model.description}</span>
        </p>
      )}
      {scales.length > 1 && scale !== undefined && (
        <Segmented
          label={t`Enlargement`}
          value={scale}
          onValueChange={setScale}
          items={scales.map((value) => ({ value, label: `×${value}` }))}
        />
      )}
      {task === 'enlarge' && width && height && (
        <p className="text-ink-soft">
          {number(width)} × {number(height)}
          {factor > 1 && ` → ${number(width * factor)} × ${number(height * factor)}`}
        </p>
      )}
      {run.problem && (
        <p role="alert" className="text-danger">
          {run.problem}
        </p>
      )}
      <SpendButton
        asked={asked}
        busy={run.sending}
        onSpend={(maxPrice) =>
          void run.start({ model: model.id, prompt, options, inputs: [source], parent_id: generation.id, max_price: maxPrice })
        }
      >
        {task === 'enlarge' ? <Trans>Enlarge</Trans> : <Trans>Remove background</Trans>}
      </SpendButton>
    </div>
  )
}
