CREATE OR REPLACE FUNCTION "count_work"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO "storage_totals" ("user_id") VALUES (NEW."user_id") ON CONFLICT DO NOTHING;
	END IF;
	PERFORM "lock_storage_total"(coalesce(NEW."user_id", OLD."user_id"));
	-- A step of a program, which only answers calls of tools, is part of its conversation.
	IF TG_OP <> 'INSERT' AND OLD."purged_at" IS NULL AND NOT (OLD."said" IS NOT NULL AND OLD."prompt" = '') THEN
		UPDATE "library_counts" SET "works" = "works" - 1
			WHERE "user_id" = OLD."user_id" AND "trashed" = (OLD."deleted_at" IS NOT NULL) AND "type" = OLD."type" AND "model" = OLD."model";
	END IF;
	IF TG_OP <> 'DELETE' AND NEW."purged_at" IS NULL AND NOT (NEW."said" IS NOT NULL AND NEW."prompt" = '') THEN
		INSERT INTO "library_counts" AS c ("user_id", "trashed", "type", "model", "works")
			VALUES (NEW."user_id", NEW."deleted_at" IS NOT NULL, NEW."type", NEW."model", 1)
			ON CONFLICT ("user_id", "trashed", "type", "model") DO UPDATE SET "works" = c."works" + 1;
	END IF;
	RETURN NULL;
END $$;
