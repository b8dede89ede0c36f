import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ImportAnswer, RecipesFile } from '#app/contract/recipes/recipe-files.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { importRecipes } from './recipes.functions.ts'

type ImportDialogProps = {
  file: RecipesFile
  items: ImportAnswer['items']
  onClose: () => void
}

/** Says what a file would add and change before it does. */
export function ImportDialog({ file, items, onClose }: ImportDialogProps) {
  const { t } = useLingui()
  const partNames: Record<ImportAnswer['items'][number]['changed'][number], string> = {
    name: t`name`,
    about: t`sentence`,
    text: t`prompt`,
    model: t`model`,
    options: t`options`,
    places: t`fields`,
    open: t`open options`,
    texts: t`published texts`,
  }
  const effectOf = ({ state, changed }: ImportAnswer['items'][number]): ReactNode => {
    const parts = changed.map((part) => partNames[part]).join(', ')
    switch (state) {
      case 'new':
        return <Trans context="recipe">New</Trans>
      case 'changed':
        return <Trans>Changes: {parts}</Trans>
      case 'same':
        return <Trans>Nothing changes</Trans>
      case 'theirs':
        return <Trans>Another administrator’s: stays as it is</Trans>
    }
  }
  const isIdle = items.every(({ state }) => state === 'same' || state === 'theirs')
  return (
    <ActDialog
      title={<Trans>Upload recipes</Trans>}
      description={
        isIdle ? (
          <Trans>Everything in this file is here already.</Trans>
        ) : (
          <Trans>They become yours and are published only when you do so. Images and samples stay as they are here.</Trans>
        )
      }
      action={<Trans>Upload</Trans>}
      done={t`Recipes uploaded`}
      ready={!isIdle}
      withoutReason
      onClose={onClose}
      onAct={() => importRecipes({ data: { file, apply: true } })}
    >
      <ul className="grid gap-2">
        {items.map((item, index) => (
          <li key={index} data-kind={item.type} className="flex items-start gap-3">
            <KindIcon kind={item.type} className="mt-0.5 size-5 shrink-0" />
            <span className="grid min-w-0">
              <span className="font-medium wrap-anywhere">{item.name}</span>
              <span className="text-sm text-ink-soft">{effectOf(item)}</span>
            </span>
          </li>
        ))}
      </ul>
    </ActDialog>
  )
}
