ALTER TABLE "generations" ADD COLUMN "take" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "index_words"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"found" tsvector := "own_words"(NEW."user_id", NEW."title", NEW."prompt", CASE WHEN NEW."finished_at" IS NOT NULL THEN NEW."text" END);
BEGIN
	IF "found" IS NULL THEN
		DELETE FROM "search_entries" WHERE "generation_id" = NEW."id";
	ELSE
		IF NEW."take" THEN
			"found" := "found" || "take_word"(NEW."user_id");
		END IF;
		INSERT INTO "search_entries" ("generation_id", "words") VALUES (NEW."id", "found")
			ON CONFLICT ("generation_id") DO UPDATE SET "words" = excluded."words";
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- No text has a word with a space in it.
CREATE FUNCTION "take_word"("person" uuid) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
	SELECT ('''' || right("person"::text, 6) || ' take''')::tsvector
$$;--> statement-breakpoint
CREATE FUNCTION "mark_takes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "generations" SET "take" = true FROM "new_takes"
		WHERE "generations"."id" = "new_takes"."generation_id" AND "new_takes"."part" NOT IN ('film', 'animatic');
	UPDATE "search_entries" SET "words" = "words" || "take_word"("generations"."user_id") FROM "new_takes", "generations"
		WHERE "search_entries"."generation_id" = "new_takes"."generation_id" AND "generations"."id" = "new_takes"."generation_id" AND "generations"."take";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "film_takes_marked" AFTER INSERT ON "film_takes" REFERENCING NEW TABLE AS "new_takes" FOR EACH STATEMENT EXECUTE FUNCTION "mark_takes"();--> statement-breakpoint
UPDATE "generations" SET "take" = true FROM "film_takes" WHERE "generations"."id" = "film_takes"."generation_id" AND "film_takes"."part" NOT IN ('film', 'animatic');--> statement-breakpoint
UPDATE "search_entries" SET "words" = "words" || "take_word"("generations"."user_id") FROM "generations"
	WHERE "generations"."id" = "search_entries"."generation_id" AND "generations"."take";--> statement-breakpoint
CREATE INDEX "generations_works" ON "generations" USING btree ("user_id","id" DESC NULLS LAST) WHERE "generations"."deleted_at" is null and not "generations"."take";--> statement-breakpoint
CREATE INDEX "generations_works_by_type" ON "generations" USING btree ("user_id","type","id" DESC NULLS LAST) WHERE "generations"."deleted_at" is null and not "generations"."take";--> statement-breakpoint
CREATE INDEX "generations_favorites" ON "generations" USING btree ("user_id","id" DESC NULLS LAST) WHERE "generations"."favorite" and "generations"."deleted_at" is null and not "generations"."take";
