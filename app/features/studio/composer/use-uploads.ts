import { localFailure } from '#app/contract/base/api-result.ts'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { Model } from '#app/contract/runs/models.ts'
import type { FileKind, InputRole } from '#app/contract/base/values.ts'
import type { Upload } from '#app/contract/runs/generations.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { uploadQuery } from '#app/shell/data/generations.queries.ts'
import { deleteUpload } from '#app/shell/data/uploads.functions.ts'
import * as config from '#config'
import { takenBy } from '#app/runs/models/model-search.ts'
import { isOffice, isTooLarge, kindOf } from './check-file.ts'

/** An upload in progress, or a failed one. */
export type PendingFile = {
  key: string
  file: File
  name: string
  kind: FileKind
  progress: number
  failure: string | undefined
}

const pasteName = 'image.png'

type UploadsOptions = {
  /** The kinds that the chosen model takes. */
  kinds: readonly FileKind[]
  /** Number of files that can be added; undefined if a new one replaces the oldest. */
  room: number | undefined
  /** Receives each finished upload. */
  onUploaded: (upload: Upload, target: UploadTarget) => void
}

/** The model for which a file was added, if that is not the chosen one, and its role, if that is certain. */
export type UploadTarget = { model?: Model | undefined; role?: InputRole | undefined }

/** Uploads files as they are added. */
// oxlint-disable-next-line max-lines-per-function -- A hook whose handlers share one state.
export function useUploads({ kinds, room, onUploaded }: UploadsOptions) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [pending, setPending] = useState<PendingFile[]>([])
  /** The reason why the last offered file was not uploaded. */
  const [problem, setProblem] = useState<string | null>(null)
  /** The last offered files that the chosen model does not take. */
  const [refused, setRefused] = useState<{ files: readonly File[]; kinds: readonly FileKind[] } | null>(null)
  const underWay = useRef(new Map<string, AbortController>())
  /** Uploads that are not yet part of a run, so that nothing else refers to them. */
  const fresh = useRef(new Set<string>())

  useEffect(() => {
    const all = underWay.current
    return () => {
      for (const abort of all.values()) abort.abort()
      all.clear()
    }
  }, [])

  function tooLargeMessage(kind: FileKind, isDocument: boolean): string {
    const megabytes = config.uploads.maxMegabytes[isDocument ? 'document' : kind]
    if (isDocument) return t`Documents can be up to ${megabytes} MB.`
    const words: Record<FileKind, string> = {
      image: t`Images can be up to ${megabytes} MB.`,
      audio: t`Audio files can be up to ${megabytes} MB.`,
      video: t`Videos can be up to ${megabytes} MB.`,
      text: t`Text files can be up to ${megabytes} MB.`,
      document: t`PDFs can be up to ${megabytes} MB.`,
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

  async function send(file: File, kind: FileKind, target: UploadTarget) {
    const to = target.model
    const key = uuid()
    const name = file.name || pasteName
    const abort = new AbortController()
    underWay.current.set(key, abort)
    setPending((files) => [...files, { key, file, name, kind, progress: 0, failure: undefined }])
    const result = await import('#app/shell/data/upload-file.ts').then(
      ({ uploadFile }) => uploadFile(file, { signal: abort.signal, onProgress: (progress) => change(key, { progress }) }),
      () => null,
    )
    if (!result) {
      // The part that sends files is lost, for instance after an update; nothing was sent.
      return change(key, {
        failure: navigator.onLine
          ? t`Part of this page didn’t load: there’s a new version, or the connection was lost. Reload the page.`
          : failureMessage(localFailure('offline')),
      })
    }
    if (!underWay.current.has(key)) {
      // The person removed the file while it was uploaded.
      if (result.ok) void settle(deleteUpload({ data: { id: result.data.id } }))
      return
    }
    if (!result.ok) return change(key, { failure: result.error.fields?.file?.detail ?? failureMessage(result.error) })
    // The content differs from the declared type.
    if (!(to ? takenBy(to) : kinds).includes(result.data.type)) {
      void settle(deleteUpload({ data: { id: result.data.id } }))
      return change(key, { failure: t`This model doesn’t support the file ${name}.` })
    }
    queryClient.setQueryData(uploadQuery(result.data.id).queryKey, result.data)
    fresh.current.add(result.data.id)
    forget(key)
    onUploaded(result.data, target)
  }

  return {
    pending,
    problem,
    refused,
    busy: pending.some(({ failure }) => failure === undefined),
    /** Uploads files for the chosen model, or for the one to change to. */
    add(files: readonly File[], target: UploadTarget = {}) {
      const to = target.model
      setProblem(null)
      const refusedFiles: File[] = []
      const refusedKinds = new Set<FileKind>()
      let left = room === undefined || to ? Number.POSITIVE_INFINITY : room - pending.length
      for (const file of files) {
        const taken = to ? takenBy(to) : kinds
        const claimed = kindOf(file)
        // The server recognizes files whose name says nothing, and names the cause if it can't read them.
        const kind = claimed ?? (taken.includes('text') ? 'text' : undefined)
        const isDocument = isOffice(file)
        const name = file.name || pasteName
        if (!kind || !taken.includes(kind)) {
          setProblem(t`This model doesn’t support the file ${name}.`)
          if (kind) {
            refusedFiles.push(file)
            refusedKinds.add(kind)
          }
        } else if (claimed && isTooLarge(file, isDocument ? 'document' : kind)) setProblem(tooLargeMessage(kind, isDocument))
        else if (left < 1) setProblem(t`A message can’t have more files.`)
        else {
          left -= 1
          void send(file, kind, target)
        }
      }
      setRefused(refusedFiles.length > 0 ? { files: refusedFiles, kinds: [...refusedKinds] } : null)
    },
    /** Forgets the files that the model does not take. */
    dismiss() {
      setProblem(null)
      setRefused(null)
    },
    forget,
    /** Deletes an upload that no run uses. */
    discard(id: string) {
      if (!fresh.current.delete(id)) return
      queryClient.removeQueries({ queryKey: uploadQuery(id).queryKey })
      void settle(deleteUpload({ data: { id } }))
    },
    /** Keeps the uploads, because they belong to a run now. */
    keep() {
      fresh.current.clear()
      setRefused(null)
    },
  }
}
