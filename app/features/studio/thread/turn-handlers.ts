import type { Generation } from '#app/contract/runs/generations.ts'
import type { Replacement } from '../composer/use-replacement.ts'
import type { TurnActions } from './use-turn-actions.ts'

/** Actions on a turn. The object stays the same for the lifetime of the page, so that turns re-render only for their own changes. */
export type TurnHandlers = Pick<TurnActions, 'regenerate' | 'edit' | 'goOn'> & {
  onSibling: (id: string) => void
  /** Writes a prompt into the message, which is sent for the price on its button. */
  onWrite: (next: Replacement) => void
  onStarted: (started: Generation) => void
}
