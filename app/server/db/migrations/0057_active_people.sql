CREATE INDEX "users_in_groups" ON "users" USING btree ("group_id","erased_at") WHERE "users"."group_id" is not null;--> statement-breakpoint
ALTER TABLE "token_accounts" ADD COLUMN "last_day" date;--> statement-breakpoint
CREATE FUNCTION "raise_last_day"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "token_accounts" SET "last_day" = NEW."day"
		WHERE "user_id" = NEW."user_id" AND ("last_day" IS NULL OR "last_day" < NEW."day");
	RETURN NULL;
END $$;--> statement-breakpoint
-- Days are deleted only to be counted by another time zone.
CREATE FUNCTION "recount_last_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "token_accounts" AS a SET "last_day" = (SELECT max(d."day") FROM "generation_days" AS d WHERE d."user_id" = a."user_id")
		WHERE a."user_id" IN (SELECT "user_id" FROM "deleted_days");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "added_days_noted" AFTER INSERT ON "generation_days" FOR EACH ROW EXECUTE FUNCTION "raise_last_day"();--> statement-breakpoint
CREATE TRIGGER "deleted_days_noted" AFTER DELETE ON "generation_days" REFERENCING OLD TABLE AS "deleted_days"
	FOR EACH STATEMENT EXECUTE FUNCTION "recount_last_days"();--> statement-breakpoint
UPDATE "token_accounts" AS a SET "last_day" = d."day" -- Every end of a run locks its account first, so it waits for this migration.
	FROM (SELECT "user_id", max("day") AS "day" FROM "generation_days" GROUP BY "user_id") AS d WHERE d."user_id" = a."user_id";--> statement-breakpoint
CREATE INDEX "token_accounts_by_last_day" ON "token_accounts" USING btree ("last_day") WHERE "token_accounts"."last_day" is not null;--> statement-breakpoint
-- Last, because it holds every use of the table back.
DROP INDEX "users_of_group";
