import { type SQL, sql } from 'drizzle-orm'
import { uploads } from '#app/server/db/schema/files.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import { voices } from '#app/server/db/schema/voices.ts'
import { generations } from '#app/server/db/schema/generations.ts'

/**
 * Matches uploads to which no voice and no recipe refers, and no work by its inputs or by those of earlier turns that a client sent. Trashed works count,
 * because they may be restored. `which` limits the works `g`. The used ids are collected once, not for each upload.
 */
export const isUnused = (which: SQL = sql`true`): SQL => sql`${uploads.id} not in (
  select (input ->> 'upload_id')::uuid from ${generations} g cross join lateral jsonb_array_elements(g.inputs) input
  where g.inputs <> '[]'::jsonb and g.purged_at is null and input ->> 'upload_id' is not null and ${which}
  union all
  select (input ->> 'upload_id')::uuid from ${generations} g cross join lateral jsonb_path_query(g.context, '$[*].inputs[*]') input
  where g.context is not null and g.purged_at is null and input ->> 'upload_id' is not null and ${which}
  union all
  select (input ->> 'upload_id')::uuid from ${generations} g cross join lateral jsonb_path_query(g.said, '$[*].inputs[*]') input
  where g.said is not null and g.purged_at is null and input ->> 'upload_id' is not null and ${which}
  union all
  select (input ->> 'upload_id')::uuid from ${savedPrompts} r cross join lateral jsonb_array_elements(r.inputs) input where r.inputs is not null
  union all
  select upload_id from ${voices} where upload_id is not null)`
