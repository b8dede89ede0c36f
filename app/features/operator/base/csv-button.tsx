import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { failureOf } from '#app/shell/calls/failure-of.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { type Cell, type CsvPage, readAllPages, saveCsv } from './save-csv.ts'

type CsvButtonProps<Item> = {
  /** The name of the file. */
  name: string
  columns: readonly string[]
  read: (cursor: string) => Promise<CsvPage<Item>>
  rowOf: (item: Item) => readonly Cell[]
}

/** Saves a list with its filters as a CSV file, the latest 10,000 rows at most. */
export function CsvButton<Item>({ name, columns, read, rowOf }: CsvButtonProps<Item>) {
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const [saving, setSaving] = useState(false)
  async function save() {
    setSaving(true)
    try {
      const items = await readAllPages(read)
      saveCsv(name, [columns, ...items.map(rowOf)])
    } catch (error) {
      toast({ title: failureMessage(failureOf(error)), tone: 'danger' })
    }
    setSaving(false)
  }
  return (
    <Button variant="secondary" busy={saving} onClick={() => void save()}>
      <Trans>Download CSV</Trans>
    </Button>
  )
}
