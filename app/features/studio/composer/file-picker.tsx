import type { Ref } from 'react'
import type { FileKind } from '#app/contract/base/values.ts'
import { acceptOf } from './check-file.ts'

type FilePickerProps = { ref: Ref<HTMLInputElement>; kinds: readonly FileKind[]; multiple: boolean; onPick: (files: File[]) => void }

/** A hidden field; a click on it opens the file dialog. */
export function FilePicker({ ref, kinds, multiple, onPick }: FilePickerProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple={multiple}
      accept={acceptOf(kinds)}
      onChange={(event) => {
        onPick([...(event.target.files ?? [])])
        // The same file can be chosen again.
        event.target.value = ''
      }}
    />
  )
}
