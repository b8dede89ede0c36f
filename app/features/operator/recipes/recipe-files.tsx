import { Trans, useLingui } from '@lingui/react/macro'
import { Download, Upload } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import type { RecipesFile } from '#app/contract/recipes/recipe-files.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { saveText } from '#app/ui/page/save-file.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { exportRecipes, importRecipes } from './recipes.functions.ts'

type Read = Pick<ComponentProps<typeof ImportDialog>, 'file' | 'items'>

/** Recipes as a file: another installation takes them, and this one takes them back. */
export function RecipeFiles() {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState<'download' | 'upload' | null>(null)
  const [read, setRead] = useState<Read | null>(null)
  const [problem, setProblem] = useState('')

  async function download() {
    setBusy('download')
    const result = await settle(exportRecipes())
    setBusy(null)
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    saveText(JSON.stringify(result.data, null, 2), { name: 'recipes.json', type: 'application/json' })
  }

  async function look(chosen: File) {
    setProblem('')
    const file = parse(await chosen.text())
    if (!file) return setProblem(t`This is not a file of recipes. Choose one that was downloaded here or in another Quartet.`)
    setBusy('upload')
    const result = await settle(importRecipes({ data: { file } }))
    setBusy(null)
    if (result.ok) return setRead({ file, items: result.data.items })
    const [wrong] = Object.entries(result.error.fields ?? {})
    // The place in the file is for people who edit it.
    return setProblem(wrong ? `${wrong[0].replace(/^file\./, '')}: ${wrong[1].detail}` : failureMessage(result.error))
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" busy={busy === 'download'} onClick={() => void download()}>
          <Download aria-hidden className="size-4.5" strokeWidth={1.75} />
          <Trans>Download</Trans>
        </Button>
        <Button variant="secondary" size="sm" busy={busy === 'upload'} onClick={() => picker.current?.click()}>
          <Upload aria-hidden className="size-4.5" strokeWidth={1.75} />
          <Trans>Upload</Trans>
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept="application/json,.json"
          aria-label={t`File of recipes`}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            target.value = ''
            if (chosen) void look(chosen)
          }}
        />
      </div>
      <p role="alert" className="text-sm text-danger wrap-anywhere empty:hidden">
        {problem}
      </p>
      {read && <ImportDialog {...read} onClose={() => setRead(null)} />}
    </div>
  )
}

function parse(text: string): RecipesFile | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return hasRecipes(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The API checks the recipes themselves, each at its place. */
const hasRecipes = (value: unknown): value is RecipesFile =>
  typeof value === 'object' && value !== null && 'recipes' in value && Array.isArray(value.recipes)
