import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, UserRound } from 'lucide-react'
import type { FilmDocument } from '#app/contract/films/film-document.ts'
import { filmLimits } from '#app/contract/films/film-values.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import type { Edit } from './edit-film.ts'
import { roleColour } from './role-colour.ts'

const RoleForm = lazyPart(async () => (await import('./film-parts.ts')).RoleForm, <div className="h-120" />)

type PeopleProps = { film: FilmDocument; onOpen: (role: string) => void; onNew: () => void }

/** The people, animals and things of the film. */
export function People({ film, onOpen, onNew }: PeopleProps) {
  const { t } = useLingui()
  const roles = Object.entries(film.roles)
  return (
    <ul aria-label={t`People, animals and things`} className="flex flex-wrap gap-2">
      {roles.map(([id, { name, colour }]) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onOpen(id)}
            className="inline-flex min-h-11 items-center gap-2.5 rounded-full border border-line bg-surface py-1 pr-4 pl-1.5 font-medium transition-colors hover:border-edge"
          >
            <span
              aria-hidden
              className="grid size-8 place-items-center rounded-full text-sm font-semibold text-white"
              style={{ background: roleColour(colour).body }}
            >
              {name.slice(0, 1).toLocaleUpperCase()}
            </span>
            {name}
          </button>
        </li>
      ))}
      <li>
        <Button variant="ghost" onClick={onNew} disabled={roles.length >= filmLimits.roles} className="rounded-full! text-ink-soft">
          {roles.length === 0 ? (
            <UserRound aria-hidden className="size-5" strokeWidth={1.75} />
          ) : (
            <Plus aria-hidden className="size-5" strokeWidth={1.75} />
          )}
          <Trans>Add someone</Trans>
        </Button>
      </li>
    </ul>
  )
}

type RoleDialogProps = {
  film: FilmDocument
  edit: (change: Edit) => void
  /** A role, `new`, or null for none. */
  opened: string | null
  onClose: () => void
}

export function RoleDialog({ film, edit, opened, onClose }: RoleDialogProps) {
  const role = opened === null ? undefined : film.roles[opened]
  return (
    <Dialog
      open={opened === 'new' || role !== undefined}
      onOpenChange={(open) => open || onClose()}
      title={role ? role.name : <Trans>Someone new</Trans>}
    >
      {opened !== null && (role || opened === 'new') && (
        <RoleForm key={opened} film={film} edit={edit} id={role ? opened : null} onClose={onClose} />
      )}
    </Dialog>
  )
}
