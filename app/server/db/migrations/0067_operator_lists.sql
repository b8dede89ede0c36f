CREATE TABLE "person_totals" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"spent" bigint DEFAULT 0 NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	CONSTRAINT "person_totals_spent" CHECK ("person_totals"."spent" >= 0)
);
--> statement-breakpoint
ALTER TABLE "person_totals" ADD CONSTRAINT "person_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION "add_person_totals"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "person_totals" ("user_id") VALUES (NEW."id") ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "add_to_spent"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "person_totals" SET "spent" = "spent" + NEW."amount" WHERE "user_id" = NEW."user_id";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_last_seen"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "person_totals" SET "last_seen_at" = NEW."last_seen_at"
		WHERE "user_id" = NEW."user_id" AND ("last_seen_at" IS NULL OR "last_seen_at" < NEW."last_seen_at");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "people_have_totals" AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION "add_person_totals"();--> statement-breakpoint
CREATE TRIGGER "spent_tokens_summed" AFTER INSERT ON "token_entries" FOR EACH ROW
	WHEN (NEW."kind" = 'settle' AND NEW."amount" > 0) EXECUTE FUNCTION "add_to_spent"();--> statement-breakpoint
CREATE TRIGGER "seen_people_noted" AFTER INSERT OR UPDATE OF "last_seen_at" ON "sessions" FOR EACH ROW EXECUTE FUNCTION "note_last_seen"();--> statement-breakpoint
-- The triggers' locks last until the end of the migration, so nothing is written between these sums and the triggers.
INSERT INTO "person_totals" ("user_id", "spent", "last_seen_at")
	SELECT u."id", coalesce(e."spent", 0), s."seen" FROM "users" AS u
		LEFT JOIN (SELECT "user_id", sum("amount") AS "spent" FROM "token_entries" WHERE "kind" = 'settle' GROUP BY "user_id") AS e ON e."user_id" = u."id"
		LEFT JOIN (SELECT "user_id", max("last_seen_at") AS "seen" FROM "sessions" GROUP BY "user_id") AS s ON s."user_id" = u."id";--> statement-breakpoint
INSERT INTO "token_accounts" ("user_id") SELECT "id" FROM "users" ON CONFLICT DO NOTHING;--> statement-breakpoint
CREATE INDEX "person_totals_by_spent" ON "person_totals" USING btree ("spent","user_id");--> statement-breakpoint
CREATE INDEX "person_totals_by_seen" ON "person_totals" USING btree (coalesce("last_seen_at", to_timestamp(0)),"user_id");--> statement-breakpoint
CREATE INDEX "generations_by_start" ON "generations" USING brin ("created_at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "generations_by_tokens" ON "generations" USING btree (coalesce("charged", "price"),"id");--> statement-breakpoint
CREATE INDEX "generations_by_duration" ON "generations" USING btree (coalesce((extract(epoch from ("finished_at" - "started_at")) * 1000)::bigint, -1),"id");--> statement-breakpoint
CREATE INDEX "token_accounts_by_balance" ON "token_accounts" USING btree ("available","user_id");