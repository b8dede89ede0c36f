import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Kind } from '#app/contract/common.ts'
import type { Generation } from '#app/contract/generations.ts'
import { type InputRole, inputRoles, type Model } from '#app/contract/models.ts'
import { modelsQuery } from '../generations.queries.ts'
import { kinds } from '../kinds.tsx'

export type Use = { kind: Kind; role: InputRole; label: string }

/** What a result can be the beginning of, as far as today's models take it. */
export function useUses({ type, status, files }: Generation): Use[] {
  const { t } = useLingui()
  const { data: models = [] } = useQuery(modelsQuery())
  if (status !== 'succeeded' || (type !== 'text' && files.length === 0)) return []
  const words: Record<InputRole, string> = {
    source: type === 'image' ? t`Vary it` : t`Go on from it`,
    reference: t`Use as a reference`,
    first_frame: t`Make a film of it`,
  }
  const taking = (role: InputRole) =>
    kinds.filter((kind) => models.some((model) => model.available && model.type === kind && takes(model, role, type)))
  return inputRoles.flatMap((role) => {
    const able = taking(role)
    // Where its own kind takes it, that is what is meant.
    const kind = able.includes(type) ? type : able[0]
    return kind ? [{ kind, role, label: words[role] }] : []
  })
}

const takes = ({ inputs }: Pick<Model, 'inputs'>, role: InputRole, type: Kind) =>
  inputs.some((input) => input.role === role && input.types.includes(type))
