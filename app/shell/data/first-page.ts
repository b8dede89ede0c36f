import type { InfiniteData } from '@tanstack/react-query'

/** Returns the data of a list of which one page has been read. */
export const firstPage = <Page>(page: Page): InfiniteData<Page, string> => ({ pages: [page], pageParams: [''] })
