import { type SQL, sql } from 'drizzle-orm'
import { generations, uploads } from '../../db/schema.ts'

/** An upload that no work refers to; one in the trash may come back. `which` narrows down the works `g` to look at; the used ones are gathered once, not for every upload. */
export const isUnused = (which: SQL = sql`true`): SQL => sql`${uploads.id} not in (
  select (input ->> 'upload_id')::uuid from ${generations} g cross join lateral jsonb_array_elements(g.inputs) input
  where g.inputs <> '[]'::jsonb and g.purged_at is null and input ->> 'upload_id' is not null and ${which})`
