CREATE TABLE "storage_totals" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"results" bigint DEFAULT 0 NOT NULL,
	"trash" bigint DEFAULT 0 NOT NULL,
	"uploads" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "storage_totals_not_negative" CHECK ("storage_totals"."results" >= 0 and "storage_totals"."trash" >= 0 and "storage_totals"."uploads" >= 0)
);
--> statement-breakpoint
CREATE TABLE "work_sizes" (
	"generation_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	"trashed" boolean NOT NULL,
	CONSTRAINT "work_sizes_positive" CHECK ("work_sizes"."bytes" > 0)
);
--> statement-breakpoint
ALTER TABLE "storage_totals" ADD CONSTRAINT "storage_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_sizes" ADD CONSTRAINT "work_sizes_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_sizes" ADD CONSTRAINT "work_sizes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_sizes_largest" ON "work_sizes" USING btree ("user_id","bytes" DESC NULLS LAST,"generation_id") WHERE not "work_sizes"."trashed";--> statement-breakpoint
CREATE INDEX "generations_to_retire" ON "generations" USING btree ("finished_at") WHERE "generations"."deleted_at" is null and not "generations"."favorite" and "generations"."type" <> 'text';--> statement-breakpoint
CREATE FUNCTION "lock_storage_total"("person" uuid) RETURNS void LANGUAGE sql AS $$
	SELECT FROM "storage_totals" WHERE "user_id" = "person" FOR UPDATE
$$;--> statement-breakpoint
CREATE FUNCTION "count_file_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"person" uuid := coalesce(NEW."user_id", OLD."user_id");
	"work" uuid := coalesce(NEW."generation_id", OLD."generation_id");
	"change" bigint := coalesce(NEW."bytes", 0) - coalesce(OLD."bytes", 0);
BEGIN
	IF "change" > 0 THEN
		INSERT INTO "storage_totals" ("user_id") VALUES ("person") ON CONFLICT DO NOTHING;
		PERFORM "lock_storage_total"("person");
		INSERT INTO "work_sizes" AS w ("generation_id", "user_id", "bytes", "trashed")
			SELECT "id", "person", "change", "deleted_at" IS NOT NULL FROM "generations" WHERE "id" = "work"
			ON CONFLICT ("generation_id") DO UPDATE SET "bytes" = w."bytes" + excluded."bytes";
	ELSIF "change" < 0 THEN
		PERFORM "lock_storage_total"("person");
		DELETE FROM "work_sizes" WHERE "generation_id" = "work" AND "bytes" = -"change";
		UPDATE "work_sizes" SET "bytes" = "bytes" + "change" WHERE "generation_id" = "work";
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_upload_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"person" uuid := coalesce(NEW."user_id", OLD."user_id");
	"change" bigint := coalesce(NEW."bytes", 0) - coalesce(OLD."bytes", 0);
BEGIN
	IF "change" > 0 THEN
		INSERT INTO "storage_totals" ("user_id") VALUES ("person") ON CONFLICT DO NOTHING;
	END IF;
	UPDATE "storage_totals" SET "uploads" = "uploads" + "change" WHERE "user_id" = "person";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_trashed_work"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "lock_storage_total"(NEW."user_id");
	UPDATE "work_sizes" w SET "trashed" = NOT w."trashed" FROM "generations" g
		WHERE g."id" = NEW."id" AND w."generation_id" = g."id" AND w."trashed" <> (g."deleted_at" IS NOT NULL);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "sum_work_sizes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "storage_totals" SET
		"results" = "results" + coalesce(NEW."bytes" * (NOT NEW."trashed")::int, 0) - coalesce(OLD."bytes" * (NOT OLD."trashed")::int, 0),
		"trash" = "trash" + coalesce(NEW."bytes" * NEW."trashed"::int, 0) - coalesce(OLD."bytes" * OLD."trashed"::int, 0)
		WHERE "user_id" = coalesce(NEW."user_id", OLD."user_id");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "files_counted" AFTER INSERT OR DELETE OR UPDATE OF "bytes" ON "files" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "count_file_bytes"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "uploads_counted" AFTER INSERT OR DELETE OR UPDATE OF "bytes" ON "uploads" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "count_upload_bytes"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "generations_trashed" AFTER UPDATE OF "deleted_at" ON "generations" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((OLD."deleted_at" IS NULL) <> (NEW."deleted_at" IS NULL)) EXECUTE FUNCTION "note_trashed_work"();--> statement-breakpoint
CREATE TRIGGER "work_sizes_summed" AFTER INSERT OR UPDATE OR DELETE ON "work_sizes" FOR EACH ROW EXECUTE FUNCTION "sum_work_sizes"();--> statement-breakpoint
INSERT INTO "storage_totals" ("user_id", "uploads")
	SELECT "user_id", sum("bytes" * "is_upload") FROM (
		SELECT "user_id", "bytes", 0 AS "is_upload" FROM "files" UNION ALL SELECT "user_id", "bytes", 1 FROM "uploads"
	) AS stored GROUP BY "user_id";--> statement-breakpoint
INSERT INTO "work_sizes" ("generation_id", "user_id", "bytes", "trashed")
	SELECT g."id", g."user_id", sum(f."bytes"), g."deleted_at" IS NOT NULL FROM "files" f JOIN "generations" g ON g."id" = f."generation_id"
	GROUP BY g."id" HAVING sum(f."bytes") > 0;
