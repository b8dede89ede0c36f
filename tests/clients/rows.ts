import { chatRows } from './chat-rows.ts'
import { otherRows } from './media-rows.ts'
import { messageRows } from './message-rows.ts'
import type { Row } from './row.ts'

export const rows: readonly Row[] = [...chatRows, ...otherRows, ...messageRows]
