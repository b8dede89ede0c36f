CREATE TABLE "library_counts" (
	"user_id" uuid NOT NULL,
	"trashed" boolean NOT NULL,
	"type" "kind" NOT NULL,
	"model" text NOT NULL,
	"works" integer NOT NULL,
	CONSTRAINT "library_counts_user_id_trashed_type_model_pk" PRIMARY KEY("user_id","trashed","type","model"),
	CONSTRAINT "library_counts_not_negative" CHECK ("library_counts"."works" >= 0)
);
--> statement-breakpoint
CREATE TABLE "search_entries" (
	"generation_id" uuid PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
DROP INDEX "generations_search";--> statement-breakpoint
ALTER TABLE "library_counts" ADD CONSTRAINT "library_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "generations_active" ON "generations" USING btree ("user_id","id" DESC NULLS LAST) WHERE "generations"."status" in ('queued', 'running') and "generations"."deleted_at" is null;--> statement-breakpoint
CREATE FUNCTION "own_words"("person" uuid, "title" text, "prompt" text, "content" text) RETURNS tsvector LANGUAGE plpgsql AS $$
DECLARE
	"most" int := 200000;
BEGIN
	LOOP
		BEGIN
			RETURN (
				SELECT string_agg('''' || right("person"::text, 6) || replace(replace(lexeme, '\', '\\'), '''', '''''') || ''':' || array_to_string(positions, ','), ' ')::tsvector
				FROM unnest(to_tsvector('russian', coalesce("title", '') || ' ' || left("prompt", "most") || ' ' || left(coalesce("content", ''), "most")))
				WHERE octet_length(lexeme) <= 2000
			);
		EXCEPTION WHEN program_limit_exceeded THEN
			-- A tsvector has a limit of 1 MB.
			"most" := "most" / 4;
		END;
	END LOOP;
END $$;--> statement-breakpoint
CREATE FUNCTION "index_words"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"found" tsvector := "own_words"(NEW."user_id", NEW."title", NEW."prompt", CASE WHEN NEW."finished_at" IS NOT NULL THEN NEW."text" END);
BEGIN
	IF "found" IS NULL THEN
		DELETE FROM "search_entries" WHERE "generation_id" = NEW."id";
	ELSE
		INSERT INTO "search_entries" ("generation_id", "words") VALUES (NEW."id", "found")
			ON CONFLICT ("generation_id") DO UPDATE SET "words" = excluded."words";
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_work"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO "storage_totals" ("user_id") VALUES (NEW."user_id") ON CONFLICT DO NOTHING;
	END IF;
	PERFORM "lock_storage_total"(coalesce(NEW."user_id", OLD."user_id"));
	IF TG_OP <> 'INSERT' AND OLD."purged_at" IS NULL THEN
		UPDATE "library_counts" SET "works" = "works" - 1
			WHERE "user_id" = OLD."user_id" AND "trashed" = (OLD."deleted_at" IS NOT NULL) AND "type" = OLD."type" AND "model" = OLD."model";
	END IF;
	IF TG_OP <> 'DELETE' AND NEW."purged_at" IS NULL THEN
		INSERT INTO "library_counts" AS c ("user_id", "trashed", "type", "model", "works")
			VALUES (NEW."user_id", NEW."deleted_at" IS NOT NULL, NEW."type", NEW."model", 1)
			ON CONFLICT ("user_id", "trashed", "type", "model") DO UPDATE SET "works" = c."works" + 1;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "generations_words" AFTER INSERT ON "generations" FOR EACH ROW EXECUTE FUNCTION "index_words"();--> statement-breakpoint
CREATE TRIGGER "generations_new_words" AFTER UPDATE OF "title", "prompt", "text", "finished_at" ON "generations" FOR EACH ROW WHEN (
	OLD."title" IS DISTINCT FROM NEW."title" OR OLD."prompt" <> NEW."prompt"
	OR (NEW."finished_at" IS NOT NULL AND (OLD."text" IS DISTINCT FROM NEW."text" OR (OLD."finished_at" IS NULL AND NEW."text" <> '')))
) EXECUTE FUNCTION "index_words"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "generations_counted" AFTER INSERT OR DELETE ON "generations" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "count_work"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "generations_recounted" AFTER UPDATE OF "deleted_at", "purged_at", "model" ON "generations" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
	(OLD."deleted_at" IS NULL) <> (NEW."deleted_at" IS NULL) OR (OLD."purged_at" IS NULL) <> (NEW."purged_at" IS NULL) OR OLD."model" <> NEW."model"
) EXECUTE FUNCTION "count_work"();--> statement-breakpoint
INSERT INTO "library_counts" ("user_id", "trashed", "type", "model", "works")
	SELECT "user_id", "deleted_at" IS NOT NULL, "type", "model", count(*) FROM "generations" WHERE "purged_at" IS NULL GROUP BY 1, 2, 3, 4;--> statement-breakpoint
INSERT INTO "search_entries" ("generation_id", "words")
	SELECT "id", "words" FROM (
		SELECT "id", "own_words"("user_id", "title", "prompt", CASE WHEN "finished_at" IS NOT NULL THEN "text" END) AS "words" FROM "generations" WHERE "purged_at" IS NULL
	) AS found WHERE "words" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "search_entries_words" ON "search_entries" USING gin ("words") WITH (fastupdate=false);
