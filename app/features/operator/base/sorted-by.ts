import type { Sorted } from '#app/ui/lists/data-table.tsx'

type SortSearch<Key extends string> = { sort?: Key | undefined; order?: 'asc' | 'desc' | undefined }

/** The order of a list whose page has it in its address. The usual order, the largest or latest of `usual` first, is not written there. */
export function sortedBy<Key extends string>(
  { sort, order = 'desc' }: SortSearch<Key>,
  usual: Key,
  onSearchChange: (change: SortSearch<Key>) => void,
): Sorted<Key> {
  return {
    by: sort ?? usual,
    order,
    onSort: (by, next) => onSearchChange({ sort: by === usual ? undefined : by, order: next === 'desc' ? undefined : next }),
  }
}
