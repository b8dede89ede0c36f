import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FileKind } from '#app/contract/base/values.ts'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import { generationQuery, uploadQuery } from '#app/shell/data/generations.queries.ts'
import { useOnceHydrated } from '#app/shell/data/query-data.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { fileAt } from './files.ts'
import { useRoleNames } from './role-names.ts'

type Source =
  | { state: 'loading' | 'gone' }
  | { state: 'there'; type: FileKind; name: string; still: string | undefined; url: string | undefined }

/** The source of an input: an upload or an earlier result. */
function useSource(input: GenerationInput): Source {
  const { t } = useLingui()
  const names = useKindNames()
  const { bytes } = useFormat()
  const uploadId = 'upload_id' in input ? input.upload_id : undefined
  const generationId = 'generation_id' in input ? input.generation_id : undefined
  const upload = useQuery({ ...uploadQuery(uploadId ?? ''), enabled: uploadId !== undefined })
  const generation = useQuery({ ...generationQuery(generationId ?? ''), enabled: generationId !== undefined })
  const known = useOnceHydrated({ upload: upload.data, generation: generation.data, isGone: upload.isError || generation.isError })
  if (known?.upload) {
    const { type, name, url, bytes: size, pages, media_type: mediaType } = known.upload
    const length = pages === null ? '' : ` · ${t`${plural(pages, { one: '# page', other: '# pages' })}`}`
    // Documents of office programs are stored as their text.
    const read = mediaType === 'text/markdown' ? ` · ${t`read as text`}` : ''
    return {
      state: 'there',
      type,
      name: `${name ?? names[type]}${length}${read} · ${bytes(size)}`,
      still: type === 'image' ? url : undefined,
      url,
    }
  }
  if (known?.generation) {
    const { title, prompt } = known.generation
    const file = fileAt(known.generation, 'index' in input ? input.index : 0)
    const type = file && known.generation.type === 'text' ? 'image' : known.generation.type
    return {
      state: 'there',
      type,
      name: title ?? prompt,
      still: file?.thumbnail_url ?? file?.poster_url ?? (type === 'image' ? file?.url : undefined),
      url: file?.url,
    }
  }
  return { state: known?.isGone ? 'gone' : 'loading' }
}

type InputSourceProps = {
  input: GenerationInput
  /** Replaces the role's name, for instance by a select; null hides it. */
  roleName?: ReactNode
  /** Whether the thumbnail opens the file. */
  opens?: boolean
  children?: ReactNode
}

/** An input with its thumbnail, name and role. */
export function InputSource({ input, roleName, opens = false, children }: InputSourceProps) {
  const roles = useRoleNames()
  const { t } = useLingui()
  const source = useSource(input)
  return (
    <div className="grid grid-cols-[3.5rem_1fr_auto] items-center gap-3">
      {opens && source.state === 'there' && source.url ? (
        <a href={source.url} target="_blank" rel="noreferrer" aria-label={t`Open file: ${source.name}`}>
          <InputStill source={source} />
        </a>
      ) : (
        <InputStill source={source} />
      )}
      <div className="min-w-0">
        {source.state === 'gone' ? (
          <p className="text-sm text-ink-soft">
            <Trans>This file no longer exists.</Trans>
          </p>
        ) : (
          <p className="truncate text-sm text-ink-soft">{source.state === 'there' ? source.name : ' '}</p>
        )}
        {roleName === undefined ? <p className="font-medium">{roles[input.role].name}</p> : roleName}
      </div>
      {children}
    </div>
  )
}

function InputStill({ source }: { source: Source }) {
  const box = 'size-14 rounded-control'
  if (source.state !== 'there') return <div className={`${box} bg-ink/7 ${source.state === 'loading' ? 'animate-breathe' : ''}`} />
  if (source.still) return <img src={source.still} alt="" decoding="async" className={`${box} bg-wash object-cover`} />
  return (
    <div className={`${box} grid place-items-center bg-wash`}>
      <KindIcon kind={source.type} />
    </div>
  )
}
