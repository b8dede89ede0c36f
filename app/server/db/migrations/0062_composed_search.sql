CREATE OR REPLACE FUNCTION "own_words"("person" uuid, "title" text, "prompt" text, "content" text) RETURNS tsvector LANGUAGE plpgsql AS $$
DECLARE
	"most" int := 200000;
BEGIN
	LOOP
		BEGIN
			RETURN (
				SELECT string_agg('''' || right("person"::text, 6) || replace(replace(lexeme, '\', '\\'), '''', '''''') || ''':' || array_to_string(positions, ','), ' ')::tsvector
				FROM unnest(to_tsvector('russian', normalize(coalesce("title", '') || ' ' || left("prompt", "most") || ' ' || left(coalesce("content", ''), "most"), NFC)))
				WHERE octet_length(lexeme) <= 2000
			);
		EXCEPTION WHEN program_limit_exceeded THEN
			-- A tsvector has a limit of 1 MB.
			"most" := "most" / 4;
		END;
	END LOOP;
END $$;--> statement-breakpoint
-- Titles and prompts only: people paste decomposed letters, and reading every long answer would take minutes.
UPDATE "search_entries" SET "words" = "own_words"(g."user_id", g."title", g."prompt", CASE WHEN g."finished_at" IS NOT NULL THEN g."text" END)
	FROM "generations" g WHERE g."id" = "search_entries"."generation_id" AND (g."title" IS NOT NFC NORMALIZED OR g."prompt" IS NOT NFC NORMALIZED);
