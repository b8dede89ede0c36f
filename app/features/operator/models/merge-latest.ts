type Page<Item> = { items: Item[]; next_cursor: string | null }
type Pages<Item> = { pages: Page<Item>[]; pageParams: unknown[] }

/**
 * Puts the latest first page into a list that is sorted by id, newest first; the later pages and their cursors stay. Returns undefined if
 * entries are missing between the two.
 */
export function mergeLatest<Item extends { id: string }>(list: Pages<Item>, latest: Page<Item>): Pages<Item> | undefined {
  const oldest = latest.items.at(-1)?.id
  if (latest.next_cursor === null || oldest === undefined) return { pages: [latest], pageParams: list.pageParams.slice(0, 1) }
  const newestKnown = list.pages.flatMap(({ items }) => items)[0]?.id
  if (newestKnown === undefined || newestKnown < oldest) return undefined
  const pages = list.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id < oldest) }))
  const [first, ...others] = pages
  return first && { ...list, pages: [{ ...first, items: [...latest.items, ...first.items] }, ...others] }
}
