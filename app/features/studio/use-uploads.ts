import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { Kind } from '#app/contract/common.ts'
import type { Upload } from '#app/contract/generations.ts'
import { useFailureWords } from '#app/shell/failure.ts'
import { uploadQuery } from '#app/shell/generations.queries.ts'
import { uploadFile } from '#app/shell/upload-file.ts'
import { deleteUpload } from '#app/shell/uploads.functions.ts'
import { settle } from '#app/shell/work/settle.ts'
import { config } from '#config'
import { isTooLarge, kindOf } from './check-file.ts'

/** A file on its way to the server, or one that did not get there. */
export type PendingFile = {
  key: string
  file: File
  name: string
  kind: Kind
  progress: number
  failure: string | undefined
}

const pasteName = 'image.png'

/** Sends files to the server, one by one as they are added. `onUploaded` is told of each that has arrived. */
export function useUploads({ kinds, onUploaded }: { kinds: readonly Kind[]; onUploaded: (upload: Upload) => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const failureWords = useFailureWords()
  const [pending, setPending] = useState<PendingFile[]>([])
  /** Why the last file that was offered was not even sent. */
  const [problem, setProblem] = useState<string | null>(null)
  const underWay = useRef(new Map<string, AbortController>())
  /** Brought here and not yet sent with any run: nothing else can refer to them. */
  const fresh = useRef(new Set<string>())

  useEffect(() => {
    const all = underWay.current
    return () => {
      for (const abort of all.values()) abort.abort()
      all.clear()
    }
  }, [])

  function tooLargeWords(kind: Kind): string {
    const megabytes = config.uploads.maxMegabytes[kind]
    const words: Record<Kind, string> = {
      image: t`A picture can have up to ${megabytes} MB.`,
      audio: t`A sound can have up to ${megabytes} MB.`,
      video: t`A video can have up to ${megabytes} MB.`,
      text: t`A text can have up to ${megabytes} MB.`,
    }
    return words[kind]
  }

  const change = (key: string, by: Partial<PendingFile>) =>
    setPending((files) => files.map((file) => (file.key === key ? { ...file, ...by } : file)))

  function forget(key: string) {
    underWay.current.get(key)?.abort()
    underWay.current.delete(key)
    setPending((files) => files.filter((file) => file.key !== key))
  }

  async function send(file: File, kind: Kind) {
    const key = uuid()
    const name = file.name || pasteName
    const abort = new AbortController()
    underWay.current.set(key, abort)
    setPending((files) => [...files, { key, file, name, kind, progress: 0, failure: undefined }])
    const result = await uploadFile(file, { signal: abort.signal, onProgress: (progress) => change(key, { progress }) })
    if (!underWay.current.has(key)) {
      // It was taken away in its last moment.
      if (result.ok) void settle(deleteUpload({ data: { id: result.data.id } }))
      return
    }
    if (!result.ok) return change(key, { failure: result.error.fields?.file?.detail ?? failureWords(result.error) })
    // It called itself a picture, say, and is a text.
    if (!kinds.includes(result.data.type)) {
      void settle(deleteUpload({ data: { id: result.data.id } }))
      return change(key, { failure: t`This model cannot use the file ${name}.` })
    }
    queryClient.setQueryData(uploadQuery(result.data.id).queryKey, result.data)
    fresh.current.add(result.data.id)
    forget(key)
    onUploaded(result.data)
  }

  return {
    pending,
    problem,
    busy: pending.some(({ failure }) => failure === undefined),
    add(files: readonly File[]) {
      setProblem(null)
      for (const file of files) {
        const kind = kindOf(file)
        const name = file.name || pasteName
        if (!kind || !kinds.includes(kind)) setProblem(t`This model cannot use the file ${name}.`)
        else if (isTooLarge(file, kind)) setProblem(tooLargeWords(kind))
        else void send(file, kind)
      }
    },
    forget,
    /** An upload that no run has been given yet is of no more use once it is taken out. */
    discard(id: string) {
      if (!fresh.current.delete(id)) return
      queryClient.removeQueries({ queryKey: uploadQuery(id).queryKey })
      void settle(deleteUpload({ data: { id } }))
    },
    /** They belong to a run now. */
    keep: () => fresh.current.clear(),
  }
}
